import CooperativeWork
import DurableFiles
import FaceModelFiles
import FaceModels

/// Saves without waiting for the disk, for tests that save thousands of times.
struct UnsynchronisedCalls: FileSystemCalls {
  private let real = SystemCalls()

  func create(_ path: String, mode: UInt32) throws(SystemCode) -> Int32 {
    try real.create(path, mode: mode)
  }
  func lock(_ descriptor: Int32) throws(SystemCode) { try real.lock(descriptor) }
  func setMode(_ descriptor: Int32, mode: UInt32) throws(SystemCode) {
    try real.setMode(descriptor, mode: mode)
  }
  func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemCode) -> Int {
    try real.write(descriptor, bytes)
  }
  func synchronize(_ descriptor: Int32) throws(SystemCode) {}
  func read(
    _ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(SystemCode) -> Int {
    try real.read(descriptor, bytes, at: offset)
  }
  func close(_ descriptor: Int32) throws(SystemCode) { try real.close(descriptor) }
  func rename(_ source: String, to target: String) throws(SystemCode) {
    try real.rename(source, to: target)
  }
  func openFolder(_ path: String) throws(SystemCode) -> Int32 { try real.openFolder(path) }
  func unlink(_ path: String) throws(SystemCode) { try real.unlink(path) }
}

extension FaceModel {
  /// Saves quickly at `path` and returns the bytes of the file.
  @discardableResult
  func savedQuickly(_ path: String, dialect: ModelDialect = .openCV4) throws -> [UInt8] {
    try ModelFile.save(self, to: path, dialect: dialect, work: Work(), calls: UnsynchronisedCalls())
    return try FileBytes.read(path)
  }
}

/// Writes `bytes` at `path` quickly.
func write(_ bytes: [UInt8], _ path: String) throws {
  try AtomicFile.write(bytes, to: path, calls: UnsynchronisedCalls())
}

/// Writes `text` at `path` quickly.
func write(_ text: String, _ path: String) throws { try write(Array(text.utf8), path) }
