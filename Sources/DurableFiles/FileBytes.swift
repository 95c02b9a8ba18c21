/// Reads whole files, with a limit and one plain error for each way it can fail.
package enum FileBytes {
  /// The bytes of the file at `path`.
  ///
  /// - Parameter limit: files with more bytes are refused before anything is allocated.
  /// - Throws: ``FileReadError``. A pipe or a device is refused, never waited for.
  package static func read(
    _ path: String, limit: Int = Int.max
  ) throws(FileReadError) -> [UInt8] {
    let file = try OpenFile(path, limit: limit)
    return try file.bytes(in: 0..<file.count)
  }

  /// Up to `count` bytes from the beginning of the file at `path`.
  ///
  /// - Throws: ``FileReadError`` as ``read(_:limit:)``.
  package static func prefix(
    _ path: String, count: Int
  ) throws(FileReadError) -> [UInt8] {
    let file = try OpenFile(path)
    return try file.bytes(in: 0..<min(count, file.count))
  }

  /// Bytes of the file at `path`.
  ///
  /// - Throws: ``FileReadError`` as ``read(_:limit:)``.
  package static func count(_ path: String) throws(FileReadError) -> Int {
    try OpenFile(path).count
  }
}
