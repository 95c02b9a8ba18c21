import FaceVocabulary
import Testing
import WorkerProtocol

struct MessageTests {
  static let rules = DecodingRules(
    pixels: 64_000_000, side: 16_384, secondsPerFile: 10, allowPartial: true)
  static let size = PixelSize(width: 92, height: 112)
  static let requests: [WorkerRequest] = [
    .decode([], rules),
    .decode(
      [
        DecodeJob(format: .jpeg, offset: 4096, length: 12_345),
        DecodeJob(format: .gif, offset: 20_000, length: 1),
      ], rules),
    .encode(size: size, channels: 3, offset: 4096),
    .openVideo(isCamera: false, rules: rules),
    .nextFrame, .cameraValue(2), .setCamera(3, value: 156.25),
  ]
  static let replies: [WorkerReply] = [
    .decoded([
      .picture(size: size, offset: 8192, orientation: 6, notes: ["16-bit levels scaled", "李"]),
      .noRoom,
      .refused(.sideTooLong(PixelSize(width: 30_000, height: 0))),
      .refused(.tooManyPixels(PixelSize(width: 16_000, height: 16_000))),
      .refused(.truncated("Premature end of JPEG file")),
      .refused(.damaged("IDAT: CRC error")),
      .refused(.unsupported("12-bit levels")),
    ]),
    .encoded(offset: 1, length: 2),
    .videoOpened(size: size, promisedFrames: 98, framesPerSecond: 29.97),
    .videoOpened(size: size, promisedFrames: nil, framesPerSecond: nil),
    .frame(size: size, offset: 4096, passedOver: 2), .cameraValue(nil), .cameraValue(-12.5),
    .cameraSet(true),
    .endOfVideo,
    .failed("no such codec"),
  ]

  @Test("a request survives its bytes", arguments: requests)
  func requestRoundTrip(request: WorkerRequest) throws {
    #expect(try WorkerRequest(bytes: request.bytes) == request)
  }

  @Test("a reply survives its bytes", arguments: replies)
  func replyRoundTrip(reply: WorkerReply) throws {
    #expect(try WorkerReply(bytes: reply.bytes) == reply)
  }

  @Test("a message cut anywhere, or with a byte too many, is refused", arguments: replies)
  func cutMessages(reply: WorkerReply) {
    for count in 0..<reply.bytes.count {
      #expect(throws: MessageError.self) {
        try WorkerReply(bytes: Array(reply.bytes.prefix(count)))
      }
    }
    #expect(throws: MessageError.trailingBytes(1)) { try WorkerReply(bytes: reply.bytes + [0]) }
  }

  @Test("text that is too long is cut at a character")
  func longText() throws {
    let reply = WorkerReply.failed(String(repeating: "李", count: 300))
    let read = try WorkerReply(bytes: reply.bytes)
    #expect(read == .failed(String(repeating: "李", count: 133)))
  }

  @Test("shared memory hands out only what lies inside it")
  func sharedMemoryBounds() throws {
    let memory = try SharedMemory(inputBytes: 10_000, outputBytes: 5000)
    #expect(memory.inputRoom >= 10_000)
    #expect(memory.outputRoom >= 5000)
    #expect(memory.bytes(at: memory.size - 1, count: 1) != nil)
    #expect(memory.bytes(at: memory.size - 1, count: 2) == nil)
    #expect(memory.bytes(at: -1, count: 1) == nil)
    #expect(memory.bytes(at: 0, count: -1) == nil)
    #expect(memory.bytes(at: Int.max, count: Int.max) == nil)
  }
}
