import CooperativeWork
import DurableFiles
import FaceVocabulary
import SQLiteStore

/// What is computed once from a face's pixels and then kept in the catalogue.
struct PixelFacts: Sendable {
  let digest: String
  let thumbnail: Thumbnail

  init(_ image: GrayImage) {
    digest = PixelFacts.digest(image)
    thumbnail = Thumbnail(image)
  }

  /// SHA-256 of the grey levels, row after row.
  static func digest(_ image: GrayImage) -> String { ContentDigest.hex(of: image.pixels) }
}

extension Dataset {
  /// Reads the pictures whose digest or thumbnail is missing and stores both.
  func readMissingPixels(work: Work) throws {
    let missing = try reading { catalogue throws(StoreError) in
      let ids = try catalogue.connection.prepare(
        """
        SELECT id FROM face LEFT JOIN thumbnail ON thumbnail.face = face.id
        WHERE digest IS NULL OR thumbnail.face IS NULL ORDER BY id
        """)
      var found: [Int64] = []
      while try ids.step() { found.append(ids.integer(0)) }
      return try catalogue.records(ids: found).compactMap { $0 }
    }
    if missing.isEmpty { return }
    let facts = try work.map(count: missing.count, activity: "reading pictures") { index in
      PixelFacts(try image(of: missing[index]))
    }
    try writing { catalogue in
      try catalogue.connection.transaction {
        for (record, fact) in zip(missing, facts) {
          try catalogue.setPixels(of: record.id, digest: fact.digest, thumbnail: fact.thumbnail)
        }
      }
    }
  }
}
