import CooperativeWork
import FaceVocabulary
import Glibc
import WorkerProtocol

/// A video file or a camera, read by a helper that does nothing else.
final class VideoFrames: FrameSource {
  private let path: String
  private let limits: DecodingLimits
  private let helper: WorkerProcess
  private let isCamera: Bool
  /// How long opening, and each frame, may take.
  private let patienceSeconds: Int
  private(set) var account = FrameAccount()

  init(
    path: String, isCamera: Bool, worker: WorkerLocation, limits: DecodingLimits,
    patienceSeconds: Int, cancellation: Cancellation
  ) throws {
    self.path = path
    self.isCamera = isCamera
    self.limits = limits
    self.patienceSeconds = patienceSeconds
    let descriptor = try isCamera ? CameraDevice.open(path) : Self.file(path)
    defer { close(descriptor) }
    do {
      let memory = try SharedMemory(inputBytes: 4096, outputBytes: limits.pixels)
      helper = try WorkerProcess(path: worker.path, memory: memory, video: descriptor)
    } catch {
      throw FrameSourceError.file(
        ImageError(file: path, fault: .helperUnavailable(HelperFault(error, of: worker))))
    }
    let rules = DecodingRules(
      pixels: limits.pixels, side: limits.side, secondsPerFile: patienceSeconds,
      allowPartial: false)
    switch try ask(.openVideo(isCamera: isCamera, rules: rules), cancellation) {
    case .videoOpened(_, let promised, let rate):
      account.promised = isCamera ? nil : promised
      account.framesPerSecond = rate
      account.isLive = isCamera
    case .failed(let words):
      throw isCamera
        ? FrameSourceError.cameraSilent(path, reason: words)
        : FrameSourceError.unreadable(source: path, reason: words)
    default: throw FrameSourceError.unreadable(source: path, reason: "no answer")
    }
  }

  func next(cancellation: Cancellation) throws -> Frame? {
    try cancellation.check()
    if account.isOver { return nil }
    switch try ask(.nextFrame, cancellation) {
    case .frame(let size, let offset, let passedOver):
      account.damaged += passedOver
      guard size.area <= limits.pixels,
        let bytes = helper.memory.bytes(at: offset, count: size.area)
      else { throw FrameSourceError.unreadable(source: path, reason: "a frame did not arrive") }
      defer { account.read += 1 }
      return Frame(index: account.read, image: GrayImage(size: size, pixels: Array(bytes)))
    case .failed(let words): throw FrameSourceError.unreadable(source: path, reason: words)
    default:
      account.isOver = true
      return nil
    }
  }

  private func ask(_ request: WorkerRequest, _ cancellation: Cancellation) throws -> WorkerReply {
    do {
      return try helper.ask(
        request, stallSeconds: patienceSeconds, cancellation: cancellation)
    } catch WorkerError.stalled(let seconds) {
      throw FrameSourceError.noFrame(source: path, seconds: seconds)
    } catch let error as WorkerError {
      throw FrameSourceError.unreadable(source: path, reason: error.words)
    }
  }

  /// A regular file, opened; its content decides what reads it, its name nothing.
  private static func file(_ path: String) throws(FrameSourceError) -> Int32 {
    var facts = stat()
    func fault(_ fault: ImageFault) -> FrameSourceError {
      .noVideo(ImageError(file: path, fault: fault))
    }
    guard stat(path, &facts) == 0 else {
      throw fault(errno == EACCES ? .noPermission : .missing)
    }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      throw fault(facts.st_mode & S_IFMT == S_IFDIR ? .folder : .notRegular)
    }
    guard facts.st_size > 0 else { throw fault(.empty) }
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw fault(errno == EACCES ? .noPermission : .unreadable(errno: errno))
    }
    return descriptor
  }
}

extension VideoFrames: SteeredCamera {
  var camera: (any SteeredCamera)? { isCamera ? self : nil }

  func value(of control: CameraControl) throws -> Double? {
    guard case .cameraValue(let value) = try ask(.cameraValue(control.rawValue), Cancellation())
    else { return nil }
    return value
  }

  func set(_ control: CameraControl, to value: Double) throws -> Bool {
    guard
      case .cameraSet(let isSet) = try ask(
        .setCamera(control.rawValue, value: value), Cancellation())
    else { return false }
    return isSet
  }
}
