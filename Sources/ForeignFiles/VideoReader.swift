import FaceVocabulary
import Glibc
import WorkerProtocol

/// One open video or camera, through the library that is loaded for it alone.
final class VideoReader {
  private typealias Open =
    @convention(c) (
      UnsafePointer<CChar>, Int32, UnsafeMutablePointer<UnsafeMutableRawPointer?>,
      UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int64>,
      UnsafeMutablePointer<Double>, UnsafeMutablePointer<CChar>, Int
    ) -> Int32
  private typealias Next =
    @convention(c) (
      UnsafeMutableRawPointer, UnsafeMutablePointer<UInt8>, Int, UnsafeMutablePointer<Int32>,
      UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<CChar>, Int
    ) -> Int32
  private typealias Get =
    @convention(c) (
      UnsafeMutableRawPointer, Int32, UnsafeMutablePointer<Double>
    ) -> Int32
  private typealias Set = @convention(c) (UnsafeMutableRawPointer, Int32, Double) -> Int32
  private typealias Close = @convention(c) (UnsafeMutableRawPointer) -> Void

  private static let libraryName = WorkerProcess.videoLibraryName

  let size: PixelSize
  /// What the container claims; nil when it claims nothing.
  let promisedFrames: Int?
  let framesPerSecond: Double?
  private let handle: UnsafeMutableRawPointer
  private let nextFrame: Next
  private let close: Close
  private let getControl: Get
  private let setControl: Set

  /// Opens `path`, a name under `/proc/self/fd`, as a file or a camera.
  init(path: String, isCamera: Bool) throws(CodecFailure) {
    let library = try Self.loadLibrary()
    let open: Open = try Self.function("fvd_open", in: library)
    nextFrame = try Self.function("fvd_next", in: library)
    close = try Self.function("fvd_close", in: library)
    // A camera is the user's own and is opened for writing; a file's header is a stranger's already.
    guard isCamera || WorkerSelf.keepCalls(for: .openVideo) else {
      throw CodecFailure(words: "system calls cannot be filtered")
    }
    getControl = try Self.function("fvd_control_get", in: library)
    setControl = try Self.function("fvd_control_set", in: library)
    var video: UnsafeMutableRawPointer?
    var (width, height, promised, rate) = (Int32(0), Int32(0), Int64(-1), 0.0)
    var message = MessageBuffer()
    let status = message.withPointer {
      open(path, isCamera ? 1 : 0, &video, &width, &height, &promised, &rate, $0, $1)
    }
    guard status == 0, let video else {
      throw CodecFailure(words: message.text.isEmpty ? "no video was recognised" : message.text)
    }
    handle = video
    size = PixelSize(width: max(1, Int(width)), height: max(1, Int(height)))
    promisedFrames = promised < 0 ? nil : Int(promised)
    framesPerSecond = rate > 0 ? rate : nil
  }

  deinit { close(handle) }

  /// Reads the next frame into `room`; nil after the last. With its size comes the number of frames
  /// before it that could not be decoded.
  func next(
    into room: UnsafeMutableRawBufferPointer
  ) throws(CodecFailure) -> (size: PixelSize, passedOver: Int)? {
    guard let target = room.bindMemory(to: UInt8.self).baseAddress else { return nil }
    var (width, height, passedOver) = (Int32(0), Int32(0), Int32(0))
    var message = MessageBuffer()
    let status = message.withPointer {
      nextFrame(handle, target, room.count, &width, &height, &passedOver, $0, $1)
    }
    switch status {
    case 0: return (PixelSize(width: Int(width), height: Int(height)), Int(passedOver))
    case 2: return nil
    case 3: throw CodecFailure(words: "a frame has too many pixels")
    default:
      throw CodecFailure(words: message.text.isEmpty ? "a frame of another kind" : message.text)
    }
  }

  /// The value of a camera's control; nil where it has none.
  func value(of control: Int) -> Double? {
    var value = 0.0
    return getControl(handle, Int32(clamping: control), &value) == 0 ? value : nil
  }

  /// Sets a camera's control; false where it has none or refuses the value.
  func set(_ control: Int, to value: Double) -> Bool {
    setControl(handle, Int32(clamping: control), value) == 0
  }

  private static func loadLibrary() throws(CodecFailure) -> UnsafeMutableRawPointer {
    guard let program = realpath("/proc/self/exe", nil) else {
      throw CodecFailure(words: "the helper cannot find itself")
    }
    defer { free(program) }
    let path = String(cString: program)
    let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    let file = "\(folder)/\(libraryName)"
    guard let library = dlopen(file, RTLD_NOW | RTLD_LOCAL) else {
      let words = dlerror().map { String(cString: $0) } ?? "it was refused"
      throw CodecFailure(
        words: access(file, F_OK) == 0
          ? "\(libraryName) cannot be loaded: \(words)" : "\(libraryName) is not in \(folder)")
    }
    return library
  }

  private static func function<Function>(
    _ name: String, in library: UnsafeMutableRawPointer
  ) throws(CodecFailure) -> Function {
    guard let symbol = dlsym(library, name) else {
      throw CodecFailure(words: "\(libraryName) has no \(name)")
    }
    return unsafeBitCast(symbol, to: Function.self)
  }
}
