import FaceVocabulary

/// First byte of every message: the version of these layouts.
private let protocolVersion: UInt8 = 1
/// No offset or length is larger: 1 TiB.
private let anyLength = 0...(1 << 40)
private let anySide = 1...(1 << 24)

/// A control's value as a whole number; what no control can be set to becomes 0.
private func thousandths(_ value: Double) -> Int {
  value.isFinite && abs(value) < 1e12 ? Int((value * 1000).rounded()) : 0
}

extension MessageWriter {
  fileprivate mutating func append(_ size: PixelSize) {
    append(size.width)
    append(size.height)
  }

  fileprivate mutating func append(_ rules: DecodingRules) {
    append(rules.pixels)
    append(rules.side)
    append(rules.secondsPerFile)
    append(UInt8(rules.allowPartial ? 1 : 0))
  }
}

extension MessageReader {
  fileprivate mutating func size() throws(MessageError) -> PixelSize {
    let width = try integer("width", in: anySide)
    return PixelSize(width: width, height: try integer("height", in: anySide))
  }

  /// A size as a file claims it, zero and absurd ones included.
  fileprivate mutating func claimedSize() throws(MessageError) -> PixelSize {
    let width = try integer("width", in: 0...Int(UInt32.max))
    return PixelSize(width: width, height: try integer("height", in: 0...Int(UInt32.max)))
  }

  fileprivate mutating func rules() throws(MessageError) -> DecodingRules {
    DecodingRules(
      pixels: try integer("pixel limit", in: anyLength), side: try integer("side", in: anyLength),
      secondsPerFile: try integer("seconds", in: 0...86_400), allowPartial: try byte() != 0)
  }

  /// Checks the version and returns the kind of message.
  fileprivate mutating func kind() throws(MessageError) -> UInt8 {
    guard try byte() == protocolVersion else { throw .badValue(field: "version") }
    return try byte()
  }
}

extension WorkerRequest {
  /// The message's bytes.
  package var bytes: [UInt8] {
    var writer = MessageWriter()
    writer.append(protocolVersion)
    switch self {
    case .decode(let jobs, let rules):
      writer.append(UInt8(1))
      writer.append(rules)
      writer.append(jobs.count)
      for job in jobs {
        writer.append(job.format.rawValue)
        writer.append(job.offset)
        writer.append(job.length)
      }
    case .encode(let size, let channels, let offset):
      writer.append(UInt8(2))
      writer.append(size)
      writer.append(channels)
      writer.append(offset)
    case .openVideo(let isCamera, let rules):
      writer.append(UInt8(3))
      writer.append(UInt8(isCamera ? 1 : 0))
      writer.append(rules)
    case .nextFrame: writer.append(UInt8(4))
    case .cameraValue(let control):
      writer.append(UInt8(5))
      writer.append(control)
    case .setCamera(let control, let value):
      writer.append(UInt8(6))
      writer.append(control)
      writer.append(thousandths(value))
    }
    return writer.bytes
  }

  /// Reads a message; anything malformed is an error.
  package init(bytes: [UInt8]) throws(MessageError) {
    var reader = MessageReader(bytes)
    switch try reader.kind() {
    case 1:
      let rules = try reader.rules()
      var jobs: [DecodeJob] = []
      for _ in 0..<(try reader.integer("job count", in: 0...WorkerRequest.mostJobs)) {
        guard let format = ImageFormat(rawValue: try reader.text()) else {
          throw .badValue(field: "format")
        }
        let offset = try reader.integer("offset", in: anyLength)
        let length = try reader.integer("length", in: anyLength)
        jobs.append(DecodeJob(format: format, offset: offset, length: length))
      }
      self = .decode(jobs, rules)
    case 2:
      let size = try reader.size()
      let channels = try reader.integer("channels", in: 1...3)
      self = .encode(
        size: size, channels: channels, offset: try reader.integer("offset", in: anyLength))
    case 3:
      let isCamera = try reader.byte() != 0
      self = .openVideo(isCamera: isCamera, rules: try reader.rules())
    case 4: self = .nextFrame
    case 5: self = .cameraValue(try reader.integer("control", in: 0...255))
    case 6:
      let control = try reader.integer("control", in: 0...255)
      self = .setCamera(control, value: Double(try reader.integer()) / 1000)
    default: throw .badValue(field: "request kind")
    }
    try reader.end()
  }
}

extension WorkerReply {
  /// The message's bytes.
  package var bytes: [UInt8] {
    var writer = MessageWriter()
    writer.append(protocolVersion)
    switch self {
    case .decoded(let outcomes):
      writer.append(UInt8(1))
      writer.append(outcomes.count)
      for outcome in outcomes { outcome.append(to: &writer) }
    case .encoded(let offset, let length):
      writer.append(UInt8(2))
      writer.append(offset)
      writer.append(length)
    case .videoOpened(let size, let promised, let rate):
      writer.append(UInt8(3))
      writer.append(size)
      writer.append(promised ?? -1)
      writer.append(rate.map { Int(($0 * 1000).rounded()) } ?? -1)
    case .frame(let size, let offset, let passedOver):
      writer.append(UInt8(4))
      writer.append(size)
      writer.append(offset)
      writer.append(passedOver)
    case .endOfVideo: writer.append(UInt8(5))
    case .failed(let words):
      writer.append(UInt8(6))
      writer.append(words)
    case .cameraValue(let value):
      writer.append(UInt8(7))
      writer.append(UInt8(value == nil ? 0 : 1))
      writer.append(thousandths(value ?? 0))
    case .cameraSet(let isSet):
      writer.append(UInt8(8))
      writer.append(UInt8(isSet ? 1 : 0))
    }
    return writer.bytes
  }

  /// Reads a message; anything malformed is an error.
  package init(bytes: [UInt8]) throws(MessageError) {
    var reader = MessageReader(bytes)
    switch try reader.kind() {
    case 1:
      var outcomes: [DecodeOutcome] = []
      for _ in 0..<(try reader.integer("outcome count", in: 0...WorkerRequest.mostJobs)) {
        outcomes.append(try DecodeOutcome(reading: &reader))
      }
      self = .decoded(outcomes)
    case 2:
      let offset = try reader.integer("offset", in: anyLength)
      self = .encoded(offset: offset, length: try reader.integer("length", in: anyLength))
    case 3:
      let size = try reader.size()
      let promised = try reader.integer()
      let rate = try reader.integer()
      self = .videoOpened(
        size: size, promisedFrames: promised < 0 ? nil : promised,
        framesPerSecond: rate <= 0 ? nil : Double(rate) / 1000)
    case 4:
      let size = try reader.size()
      let offset = try reader.integer("offset", in: anyLength)
      self = .frame(
        size: size, offset: offset, passedOver: try reader.integer("frames", in: 0...1_000_000))
    case 5: self = .endOfVideo
    case 6: self = .failed(try reader.text())
    case 7:
      let isKnown = try reader.byte() != 0
      let value = Double(try reader.integer()) / 1000
      self = .cameraValue(isKnown ? value : nil)
    case 8: self = .cameraSet(try reader.byte() != 0)
    default: throw .badValue(field: "reply kind")
    }
    try reader.end()
  }
}

extension DecodeOutcome {
  fileprivate func append(to writer: inout MessageWriter) {
    switch self {
    case .picture(let size, let offset, let orientation, let notes):
      writer.append(UInt8(1))
      writer.append(size)
      writer.append(offset)
      writer.append(orientation)
      writer.append(UInt8(min(notes.count, 4)))
      for note in notes.prefix(4) { writer.append(note) }
    case .noRoom: writer.append(UInt8(2))
    case .refused(.sideTooLong(let size)):
      writer.append(UInt8(3))
      writer.append(size)
    case .refused(.tooManyPixels(let size)):
      writer.append(UInt8(4))
      writer.append(size)
    case .refused(.truncated(let words)):
      writer.append(UInt8(5))
      writer.append(words)
    case .refused(.damaged(let words)):
      writer.append(UInt8(6))
      writer.append(words)
    case .refused(.unsupported(let words)):
      writer.append(UInt8(7))
      writer.append(words)
    }
  }

  fileprivate init(reading reader: inout MessageReader) throws(MessageError) {
    switch try reader.byte() {
    case 1:
      let size = try reader.size()
      let offset = try reader.integer("offset", in: anyLength)
      let orientation = try reader.integer("orientation", in: 1...8)
      var notes: [String] = []
      for _ in 0..<min(try reader.byte(), 4) { notes.append(try reader.text()) }
      self = .picture(size: size, offset: offset, orientation: orientation, notes: notes)
    case 2: self = .noRoom
    case 3: self = .refused(.sideTooLong(try reader.claimedSize()))
    case 4: self = .refused(.tooManyPixels(try reader.claimedSize()))
    case 5: self = .refused(.truncated(try reader.text()))
    case 6: self = .refused(.damaged(try reader.text()))
    case 7: self = .refused(.unsupported(try reader.text()))
    default: throw .badValue(field: "outcome")
    }
  }
}

extension WorkerRequest {
  /// Most files in one request to decode.
  package static let mostJobs = 128
}
