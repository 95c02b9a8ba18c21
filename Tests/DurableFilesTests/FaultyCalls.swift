import DurableFiles
import Synchronization

/// The system calls of a save, by name.
enum SaveCall: String, CaseIterable, Sendable {
  case create, lock, setMode, write, synchronize, read, close, rename, openFolder, unlink
}

/// Real calls of which any can be made to fail, to write little, or to end the process.
final class FaultyCalls: FileSystemCalls {
  private let real = SystemCalls()
  private let made = Mutex<[SaveCall: Int]>([:])
  private let fault: @Sendable (SaveCall, Int) -> SystemCode?
  private let mostWritten: Int
  private let damaged: Bool

  /// - Parameters:
  ///   - mostWritten: bytes that one write takes at most.
  ///   - damaged: whether the disk returns other bytes than it was given.
  ///   - fault: told the call and how often it was made before; its code fails the call.
  init(
    mostWritten: Int = Int.max, damaged: Bool = false,
    fault: @escaping @Sendable (SaveCall, Int) -> SystemCode? = { _, _ in nil }
  ) {
    self.mostWritten = mostWritten
    self.damaged = damaged
    self.fault = fault
  }

  /// How often each call was made.
  var counts: [SaveCall: Int] { made.withLock { $0 } }

  private func count(_ call: SaveCall) throws(SystemCode) {
    let before = made.withLock { counts in
      defer { counts[call, default: 0] += 1 }
      return counts[call, default: 0]
    }
    if let code = fault(call, before) { throw code }
  }

  func create(_ path: String, mode: UInt32) throws(SystemCode) -> Int32 {
    try count(.create)
    return try real.create(path, mode: mode)
  }

  func lock(_ descriptor: Int32) throws(SystemCode) {
    try count(.lock)
    try real.lock(descriptor)
  }

  func setMode(_ descriptor: Int32, mode: UInt32) throws(SystemCode) {
    try count(.setMode)
    try real.setMode(descriptor, mode: mode)
  }

  func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemCode) -> Int {
    try count(.write)
    return try real.write(
      descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(mostWritten)))
  }

  func synchronize(_ descriptor: Int32) throws(SystemCode) {
    try count(.synchronize)
    try real.synchronize(descriptor)
  }

  func read(
    _ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(SystemCode) -> Int {
    try count(.read)
    let found = try real.read(descriptor, bytes, at: offset)
    if damaged && found > 0 { bytes[found - 1] ^= 1 }
    return found
  }

  func close(_ descriptor: Int32) throws(SystemCode) {
    try real.close(descriptor)
    try count(.close)
  }

  func rename(_ source: String, to target: String) throws(SystemCode) {
    try count(.rename)
    try real.rename(source, to: target)
  }

  func openFolder(_ path: String) throws(SystemCode) -> Int32 {
    try count(.openFolder)
    return try real.openFolder(path)
  }

  func unlink(_ path: String) throws(SystemCode) {
    try count(.unlink)
    try real.unlink(path)
  }
}
