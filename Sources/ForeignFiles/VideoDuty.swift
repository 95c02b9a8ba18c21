import FaceVocabulary
import WorkerProtocol

/// The helper's life as a reader of one video or camera, frame by frame, until its parent hangs up.
struct VideoDuty {
  /// What a reader may use above what its libraries and buffers take.
  private static let memoryBytes = 1 << 30

  private let memory: SharedMemory

  init() throws(WorkerError) { memory = try SharedMemory.inherited() }

  func serve(_ channel: consuming WorkerChannel) throws {
    var reader: VideoReader?
    while let message = try channel.receive() {
      let reply: WorkerReply
      switch try WorkerRequest(bytes: message) {
      case .openVideo(let isCamera, let rules): reply = open(&reader, isCamera, rules)
      case .nextFrame: reply = next(reader)
      case .cameraValue(let control): reply = .cameraValue(reader?.value(of: control))
      case .setCamera(let control, let value):
        reply = .cameraSet(reader?.set(control, to: value) ?? false)
      case .decode, .encode: reply = .failed("this helper reads videos only")
      }
      try channel.send(reply.bytes)
    }
  }

  private func open(
    _ reader: inout VideoReader?, _ isCamera: Bool, _ rules: DecodingRules
  ) -> WorkerReply {
    do {
      let opened = try VideoReader(
        path: "/proc/self/fd/\(WorkerSelf.inheritedFile)", isCamera: isCamera)
      guard max(opened.size.width, opened.size.height) <= rules.side,
        opened.size.area <= rules.pixels
      else { return .failed("its frames of \(opened.size) are too large") }
      // From here on nothing needs to be opened any more.
      guard WorkerSelf.limitResources(memory: Self.memoryBytes) else {
        return .failed("resources cannot be limited")
      }
      guard WorkerSelf.keepCalls(for: .readVideo) else {
        return .failed("system calls cannot be filtered")
      }
      reader = opened
      return .videoOpened(
        size: opened.size, promisedFrames: opened.promisedFrames,
        framesPerSecond: opened.framesPerSecond)
    } catch {
      return .failed(error.words)
    }
  }

  private func next(_ reader: VideoReader?) -> WorkerReply {
    guard let reader,
      let room = memory.bytes(at: memory.outputStart, count: memory.outputRoom)
    else { return .failed("no video is open") }
    do {
      guard let frame = try reader.next(into: room) else { return .endOfVideo }
      return .frame(
        size: frame.size, offset: memory.outputStart, passedOver: frame.passedOver)
    } catch {
      return .failed(error.words)
    }
  }
}
