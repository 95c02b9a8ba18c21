import Glibc

/// Opens video devices of Linux, and tells those that are none or are taken.
enum CameraDevice {
  // From linux/videodev2.h; the numbers are part of the kernel's interface.
  /// VIDIOC_QUERYCAP: 104 bytes of names and capabilities.
  private static let queryCapability: UInt = 0x8068_5600
  private static let capabilityBytes = 104
  /// Where the capabilities of the opened node stand in the answer.
  private static let nodeCapabilities = 88
  /// V4L2_CAP_VIDEO_CAPTURE: the node gives pictures. A camera's other nodes give metadata.
  private static let givesPictures: UInt32 = 1
  /// VIDIOC_REQBUFS: 20 bytes.
  private static let requestBuffers: UInt = 0xC014_5608

  /// A descriptor of the camera at `path`.
  ///
  /// - Throws: ``FrameSourceError/noCamera(_:available:)`` for what is no camera,
  ///   ``FrameSourceError/cameraBusy(_:)``, or what the system said.
  static func open(_ path: String) throws(FrameSourceError) -> Int32 {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFCHR else {
      throw .noCamera(path, available: all())
    }
    let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == EBUSY { throw .cameraBusy(path) }
      throw .file(
        ImageError(
          file: path, fault: errno == EACCES ? .noPermission : .unreadable(errno: errno)))
    }
    do throws(FrameSourceError) {
      try check(descriptor, path)
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func check(_ descriptor: Int32, _ path: String) throws(FrameSourceError) {
    var answer = [UInt8](repeating: 0, count: capabilityBytes)
    guard call(descriptor, queryCapability, &answer) else {
      throw .noCamera(path, available: all())
    }
    let capabilities = answer.withUnsafeBytes {
      $0.loadUnaligned(fromByteOffset: nodeCapabilities, as: UInt32.self)
    }
    guard capabilities & givesPictures != 0 else { throw .noCamera(path, available: all()) }
    // One memory-mapped buffer of pictures: refused while somebody else streams.
    var request: [UInt32] = [1, 1, 1, 0, 0]
    guard call(descriptor, requestBuffers, &request) || errno != EBUSY else {
      throw .cameraBusy(path)
    }
    request = [0, 1, 1, 0, 0]
    _ = call(descriptor, requestBuffers, &request)
  }

  /// Asks the driver; the answer replaces the question.
  private static func call(
    _ descriptor: Int32, _ request: UInt, _ question: inout [some BitwiseCopyable]
  ) -> Bool {
    question.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      return ioctl(descriptor, request, start) == 0
    }
  }

  /// Video devices of this machine, by number.
  static func all() -> [String] {
    (0..<64).map { "/dev/video\($0)" }.filter { access($0, F_OK) == 0 }
  }
}
