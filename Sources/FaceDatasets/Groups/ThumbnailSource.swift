import SQLiteStore

/// Thumbnails of pictures 0, 1, … that are read when they are looked at, for they are 2 KiB each.
protocol ThumbnailSource {
  /// Pictures, those without a thumbnail included.
  var count: Int { get }

  /// Gives every thumbnail once, up to `limit` at a time, in any order that never varies.
  func forEachBlock(of limit: Int, _ body: ([PlacedThumbnail]) throws -> Void) throws

  /// The thumbnails at `positions`, in their order; nil where there is none.
  func thumbnails(at positions: [Int32]) throws -> [Thumbnail?]
}

/// A thumbnail and the number of its picture.
struct PlacedThumbnail: Sendable {
  let position: Int32
  let thumbnail: Thumbnail
}

/// Thumbnails that are in memory anyway.
struct HeldThumbnails: ThumbnailSource {
  let thumbnails: [Thumbnail?]

  var count: Int { thumbnails.count }

  func forEachBlock(of limit: Int, _ body: ([PlacedThumbnail]) throws -> Void) throws {
    for start in stride(from: 0, to: count, by: limit) {
      try body(
        (start..<min(count, start + limit)).compactMap { position in
          thumbnails[position].map {
            PlacedThumbnail(position: Int32(position), thumbnail: $0)
          }
        })
    }
  }

  func thumbnails(at positions: [Int32]) -> [Thumbnail?] { positions.map { thumbnails[Int($0)] } }
}

/// Thumbnails in a catalogue, of the faces with these numbers.
struct StoredThumbnails: ThumbnailSource {
  let catalogue: Catalogue
  private let ids: [Int64]
  /// Positions in ``ids`` by rising number: the order in which thumbnails lie in the file.
  private let order: [Int32]

  init(of ids: [Int64], in catalogue: Catalogue) {
    self.catalogue = catalogue
    self.ids = ids
    order = ids.indices.map { Int32($0) }.sorted { ids[Int($0)] < ids[Int($1)] }
  }

  var count: Int { ids.count }

  func forEachBlock(of limit: Int, _ body: ([PlacedThumbnail]) throws -> Void) throws {
    let statement = try catalogue.connection.prepare(
      "SELECT face, levels FROM thumbnail ORDER BY face")
    var block: [PlacedThumbnail] = []
    var place = 0
    while try statement.step() {
      let face = statement.integer(0)
      while place < order.count, ids[Int(order[place])] < face { place += 1 }
      guard place < order.count else { break }
      guard ids[Int(order[place])] == face,
        let thumbnail = statement.withBytes(1, { Thumbnail(stored: $0) })
      else { continue }
      block.append(PlacedThumbnail(position: order[place], thumbnail: thumbnail))
      if block.count == limit {
        try body(block)
        block.removeAll(keepingCapacity: true)
      }
    }
    if !block.isEmpty { try body(block) }
  }

  func thumbnails(at positions: [Int32]) throws -> [Thumbnail?] {
    let statement = try catalogue.connection.prepare("SELECT levels FROM thumbnail WHERE face = ?")
    return try positions.map { position in
      try statement.bind([ids[Int(position)]])
      return try statement.step() ? statement.withBytes(0) { Thumbnail(stored: $0) } : nil
    }
  }
}
