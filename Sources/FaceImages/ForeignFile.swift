import Glibc

/// A file that the user named: looked at, opened, then read whole. The name is data and nothing else.
struct ForeignFile: ~Copyable {
  private let descriptor: Int32
  /// Bytes, as of opening.
  let size: Int

  /// Opens the regular file at `path`; anything else is a fault of its own kind.
  init(_ path: String, limits: DecodingLimits) throws(ImageFault) {
    let (descriptor, size) = try Self.opened(path, limits: limits)
    self.descriptor = descriptor
    self.size = size
  }

  private static func opened(
    _ path: String, limits: DecodingLimits
  ) throws(ImageFault) -> (descriptor: Int32, size: Int) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { throw fault(errno) }
    if let fault = faultOfKind(facts) { throw fault }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw fault(errno) }
    // Looked at again: the name may mean another file by now.
    let failed = fstat(descriptor, &facts) == 0 ? nil : fault(errno)
    if let fault = failed ?? faultOfKind(facts) ?? faultOfSize(Int(facts.st_size), limits) {
      close(descriptor)
      throw fault
    }
    return (descriptor, Int(facts.st_size))
  }

  deinit { close(descriptor) }

  /// The first `count` bytes, or all if there are fewer.
  func start(_ count: Int) throws(ImageFault) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: min(count, size))
    if let fault = bytes.withUnsafeMutableBytes({ fill($0) }) { throw fault }
    return bytes
  }

  /// Fills `buffer`, of at most ``size`` bytes, from the start of the file.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImageFault) {
    if let fault = fill(buffer) { throw fault }
  }

  private borrowing func fill(_ buffer: UnsafeMutableRawBufferPointer) -> ImageFault? {
    var done = 0
    while done < buffer.count, let base = buffer.baseAddress {
      let count = pread(descriptor, base + done, buffer.count - done, off_t(done))
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { return Self.fault(errno) }
      // Shortened since it was opened.
      guard count > 0 else { return .unreadable(errno: EIO) }
      done += count
    }
    return nil
  }

  private static func faultOfKind(_ facts: stat) -> ImageFault? {
    switch facts.st_mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: .folder
    default: .notRegular
    }
  }

  private static func faultOfSize(_ size: Int, _ limits: DecodingLimits) -> ImageFault? {
    if size == 0 { return .empty }
    return size > limits.fileBytes ? .tooManyBytes(found: size, limit: limits.fileBytes) : nil
  }

  private static func fault(_ code: Int32) -> ImageFault {
    switch code {
    case ENOENT, ENOTDIR: .missing
    case EACCES, EPERM: .noPermission
    default: .unreadable(errno: code)
    }
  }
}
