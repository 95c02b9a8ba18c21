import CooperativeWork
import SQLiteStore

extension Catalogue {
  /// Rows below which a second thread saves less than it costs.
  static let rowsAPart = 50_000

  /// All faces by number, read by several threads; nil where there are few of them, where only one
  /// thread may read, or where another process keeps the others from reading now.
  ///
  /// Every thread reads its part through a connection of its own. This one holds a transaction
  /// meanwhile: no writer can change a catalogue that somebody reads, so all see the same rows. The
  /// others do not wait for a writer, who would be waiting for this one.
  func recordsSideBySide(
    jobs: Int, rowsAPart: Int = Catalogue.rowsAPart
  ) throws(StoreError) -> [FaceRecord]? {
    if jobs < 2 { return nil }
    return try connection.storeTransaction(.deferred) { () throws(StoreError) -> [FaceRecord]? in
      let count = try connection.scalar("SELECT count(*) FROM face", as: Int.self) ?? 0
      let parts = min(jobs, count / rowsAPart)
      if parts < 2 { return nil }
      let ranges = try ranges(of: parts, count: count)
      let path = connection.path
      let read = try? Work(jobs: parts).map(count: ranges.count) { part in
        try Catalogue(reading: path).records(
          // The first part takes the others in.
          in: ranges[part], count: part == 0 ? count : count / parts + 1)
      }
      guard var read else { return nil }
      var found = read.removeFirst()
      for part in read { found += part }
      return found
    }
  }

  /// Ranges of numbers, which hold all faces in about equal parts.
  private func ranges(of parts: Int, count: Int) throws(StoreError) -> [ClosedRange<Int64>] {
    var ranges: [ClosedRange<Int64>] = []
    var start = Int64.min
    for part in 1..<parts {
      let next = try connection.scalar(
        "SELECT id FROM face ORDER BY id LIMIT 1 OFFSET ?", count / parts * part,
        as: Int64.self)
      guard let next, next > start else { continue }
      ranges.append(start...next - 1)
      start = next
    }
    return ranges + [start...Int64.max]
  }
}
