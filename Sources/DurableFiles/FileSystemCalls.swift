import Glibc

/// The system calls a save is made of, so that tests can let any of them fail.
///
/// Each is one call of the kernel; interrupted ones are repeated by the implementation.
package protocol FileSystemCalls: Sendable {
  /// Creates `path` for reading and writing; it must not exist. Permission bits pass the umask.
  func create(_ path: String, mode: UInt32) throws(SystemCode) -> Int32
  /// Takes the exclusive advisory lock that marks a temporary file as being written.
  func lock(_ descriptor: Int32) throws(SystemCode)
  /// Gives the file the permission bits of the one it replaces.
  func setMode(_ descriptor: Int32, mode: UInt32) throws(SystemCode)
  /// Writes some of `bytes`; returns how many, at least 1.
  func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemCode) -> Int
  /// Brings contents and length of the file to the disk.
  func synchronize(_ descriptor: Int32) throws(SystemCode)
  /// Reads into `bytes` from `offset`; returns how many, 0 at the end.
  func read(
    _ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(SystemCode) -> Int
  /// Closes a descriptor; it is gone whatever happens.
  func close(_ descriptor: Int32) throws(SystemCode)
  /// Puts `source` in the place of `target`, in one step.
  func rename(_ source: String, to target: String) throws(SystemCode)
  /// Opens a folder, to bring its list of names to the disk.
  func openFolder(_ path: String) throws(SystemCode) -> Int32
  /// Removes a name.
  func unlink(_ path: String) throws(SystemCode)
}

/// The calls of this system.
package struct SystemCalls: FileSystemCalls {
  package init() {}

  package func create(_ path: String, mode: UInt32) throws(SystemCode) -> Int32 {
    try repeated { Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode) }
  }

  package func lock(_ descriptor: Int32) throws(SystemCode) {
    _ = try repeated { flock(descriptor, LOCK_EX | LOCK_NB) }
  }

  package func setMode(_ descriptor: Int32, mode: UInt32) throws(SystemCode) {
    _ = try repeated { fchmod(descriptor, mode) }
  }

  package func write(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer
  ) throws(SystemCode) -> Int {
    let written = try repeated { Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
    // A file system that takes nothing without an error would otherwise be asked for ever.
    if written == 0 && bytes.count > 0 { throw SystemCode(ENOSPC) }
    return written
  }

  package func synchronize(_ descriptor: Int32) throws(SystemCode) {
    _ = try repeated { fsync(descriptor) }
  }

  package func read(
    _ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(SystemCode) -> Int {
    try repeated { pread(descriptor, bytes.baseAddress, bytes.count, offset) }
  }

  package func close(_ descriptor: Int32) throws(SystemCode) {
    // Linux frees the descriptor even when it reports EINTR, so close is never repeated.
    if Glibc.close(descriptor) != 0 && errno != EINTR { throw SystemCode.current }
  }

  package func rename(_ source: String, to target: String) throws(SystemCode) {
    _ = try repeated { Glibc.rename(source, target) }
  }

  package func openFolder(_ path: String) throws(SystemCode) -> Int32 {
    try repeated { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  }

  package func unlink(_ path: String) throws(SystemCode) {
    _ = try repeated { Glibc.unlink(path) }
  }
}

/// Makes a call until it is not interrupted by a signal.
func repeated<Value: SignedInteger>(_ call: () -> Value) throws(SystemCode) -> Value {
  while true {
    let value = call()
    if value >= 0 { return value }
    if errno != EINTR { throw SystemCode.current }
  }
}
