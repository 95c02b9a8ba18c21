import FaceVocabulary
import WorkerProtocol

/// The helper's life as a decoder of pictures: one request after the other until its parent hangs up.
struct ImageDuty {
  /// What a decoder may use above what its libraries take: 64 megapixels in 16-bit colour, and then some.
  private static let memoryBytes = 1 << 30

  private let memory: SharedMemory
  private let decoder: PictureDecoder

  init(words: ErrorWords?) throws {
    memory = try SharedMemory.inherited()
    decoder = try PictureDecoder(words: words)
    guard WorkerSelf.limitResources(memory: Self.memoryBytes) else {
      throw CodecFailure(words: "resources cannot be limited")
    }
    guard WorkerSelf.keepCalls(for: .decode) else {
      throw CodecFailure(words: "system calls cannot be filtered")
    }
  }

  func serve(_ channel: consuming WorkerChannel) throws {
    while let message = try channel.receive() {
      let reply: WorkerReply
      switch try WorkerRequest(bytes: message) {
      case .decode(let jobs, let rules): reply = .decoded(decode(jobs, rules: rules))
      case .encode(let size, let channels, let offset):
        reply = encode(size: size, channels: channels, offset: offset)
      case .openVideo, .nextFrame, .cameraValue, .setCamera:
        reply = .failed("this helper reads pictures only")
      }
      WorkerSelf.limitProcessor(seconds: 0)
      try channel.send(reply.bytes)
    }
  }

  private func decode(_ jobs: [DecodeJob], rules: DecodingRules) -> [DecodeOutcome] {
    var outcomes: [DecodeOutcome] = []
    var position = memory.outputStart
    for (number, job) in jobs.enumerated() {
      if case .noRoom? = outcomes.last {
        outcomes.append(.noRoom)
        continue
      }
      memory.progress = number
      WorkerSelf.limitProcessor(seconds: rules.secondsPerFile)
      guard
        let file = memory.bytes(
          at: job.offset, count: job.length + SharedMemory.inputPadding),
        let room = memory.bytes(at: position, count: memory.size - position)
      else {
        outcomes.append(.refused(.damaged("its bytes did not arrive")))
        continue
      }
      let outcome = decoder.decode(
        file, length: job.length, format: job.format, rules: rules, into: room, at: position)
      if case .picture(let size, _, _, _) = outcome {
        position += (size.area + 63) / 64 * 64
      }
      outcomes.append(outcome)
    }
    memory.progress = jobs.count
    return outcomes
  }

  private func encode(size: PixelSize, channels: Int, offset: Int) -> WorkerReply {
    memory.progress = 0
    guard let pixels = memory.bytes(at: offset, count: size.area * channels),
      let room = memory.bytes(at: memory.outputStart, count: memory.outputRoom)
    else { return .failed("its pixels did not arrive") }
    do {
      let length = try decoder.encodePNG(
        UnsafeRawBufferPointer(pixels), size: size, channels: channels, into: room)
      return .encoded(offset: memory.outputStart, length: length)
    } catch {
      return .failed(error.words)
    }
  }
}
