import CGIFShim
import COpenCVCodecsShim
package import FaceVocabulary
package import WorkerProtocol

/// Turns one file's bytes into grey levels: header, limits, codec, the codec's words.
package struct PictureDecoder {
  private let words: ErrorWords?

  /// - Parameter words: where the codecs' standard error ends up; nil when it is not captured, in
  ///   which case warnings go unseen.
  package init(words: ErrorWords?) throws(CodecFailure) {
    self.words = words
    try Self.check { fcc_start($0, $1) }
    // What was said so far is about no picture.
    _ = words?.take()
  }

  /// Does in this process what codecs do once, so that its copies need not.
  static func warmUp() throws(CodecFailure) {
    try check { fcc_start($0, $1) }
    try check { fcc_warm_up($0, $1) }
  }

  private static func check(
    _ call: (UnsafeMutablePointer<CChar>, Int) -> fcc_status
  ) throws(CodecFailure) {
    var message = MessageBuffer()
    let status = message.withPointer { call($0, $1) }
    guard status == FCC_OK else { throw CodecFailure(words: message.text) }
  }

  /// Decodes `file`, the first `length` bytes of a buffer that may be written to, into `room`.
  ///
  /// The buffer needs two bytes more than the file: a JPEG without an end mark gets one, so that its
  /// decoder says what is missing instead of leaving rows as they were.
  package func decode(
    _ file: UnsafeMutableRawBufferPointer, length: Int, format: ImageFormat,
    rules: DecodingRules, into room: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> DecodeOutcome {
    let bytes = CheckedBytes(UnsafeRawBufferPointer(rebasing: file[0..<length]))
    let header: PictureHeader
    do {
      header = try PictureHeader.probe(bytes, as: format)
    } catch {
      return .refused(error.refusal)
    }
    if let refusal = refusal(of: header.size, rules: rules) { return .refused(refusal) }
    if header.isTruncated && format != .jpeg {
      return .refused(.truncated("data end before the picture does"))
    }
    guard header.size.area <= room.count else { return .noRoom }
    var codedLength = length
    if format == .jpeg && header.isTruncated && length + 2 <= file.count {
      file[length] = 0xff
      file[length + 1] = 0xd9
      codedLength += 2
    }
    if let place = header.orientationPlace {
      file[place.offset] = place.bigEndian ? 0 : 1
      file[place.offset + 1] = place.bigEndian ? 1 : 0
    }
    return decode(
      UnsafeRawBufferPointer(rebasing: file[0..<codedLength]), header: header, format: format,
      rules: rules, into: room, at: offset)
  }

  private func refusal(of size: PixelSize, rules: DecodingRules) -> DecodeRefusal? {
    if size.width == 0 || size.height == 0 { return .damaged("it claims \(size) pixels") }
    if max(size.width, size.height) > rules.side { return .sideTooLong(size) }
    return size.area > rules.pixels ? .tooManyPixels(size) : nil
  }

  private func decode(
    _ bytes: UnsafeRawBufferPointer, header: PictureHeader, format: ImageFormat,
    rules: DecodingRules, into room: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> DecodeOutcome {
    guard let source = bytes.bindMemory(to: UInt8.self).baseAddress,
      let target = room.bindMemory(to: UInt8.self).baseAddress
    else { return .refused(.truncated("no data")) }
    var message = MessageBuffer()
    var notes = header.notes
    let (width, height) = (Int32(header.size.width), Int32(header.size.height))
    if format == .gif {
      var showsCanvas: Int32 = 0
      let failure = message.withPointer {
        fgif_decode_gray(source, bytes.count, width, height, target, &showsCanvas, $0, $1)
      }
      // Every picture takes its own words, so that the next one finds none.
      _ = words?.take()
      guard failure == 0 else {
        // giflib's 102 and 113: bytes ran out.
        let refusal: DecodeRefusal =
          [102, 113].contains(failure) ? .truncated(message.text) : .damaged(message.text)
        return .refused(refusal)
      }
      if showsCanvas != 0 { notes.append("transparency was laid over white") }
    } else {
      var facts = fcc_facts()
      let status = message.withPointer {
        fcc_decode_gray(
          source, bytes.count, width, height, Int32(header.orientation), target, &facts, $0, $1)
      }
      let said = CodecWords(words?.take() ?? [])
      if let refusal = refusal(
        status: status, message: message.text, said: said, header: header, rules: rules,
        format: format)
      {
        return .refused(refusal)
      }
      if !said.damage.isEmpty { notes.append("taken as far as it goes: \(said.summary)") }
      if facts.had_16_bits != 0 { notes.append("16-bit levels were scaled to 8") }
      if facts.had_alpha != 0 { notes.append("transparency was laid over white") }
      notes += said.trifles.prefix(1)
    }
    return .picture(
      size: header.uprightSize, offset: offset, orientation: header.orientation, notes: notes)
  }

  private func refusal(
    status: fcc_status, message: String, said: CodecWords, header: PictureHeader,
    rules: DecodingRules, format: ImageFormat
  ) -> DecodeRefusal? {
    switch status {
    case FCC_OK:
      // Decoders warn and go on; a face that is half grey must not enter a training set unseen.
      if header.isTruncated {
        return rules.allowPartial ? nil : .truncated(said.summary)
      }
      return said.damage.isEmpty || (rules.allowPartial && format == .jpeg)
        ? nil : .damaged(said.summary)
    case FCC_OTHER_SIZE: return .damaged("its pixels are not as many as its header says")
    case FCC_DEPTH: return .unsupported("levels that are neither 8 nor 16 bits")
    case FCC_NOTHING:
      return header.isTruncated ? .truncated(said.summary) : .damaged(said.summary)
    default: return .damaged(message)
    }
  }

  /// Writes a PNG of `pixels` into `room` and returns its length.
  package func encodePNG(
    _ pixels: UnsafeRawBufferPointer, size: PixelSize, channels: Int,
    into room: UnsafeMutableRawBufferPointer
  ) throws(CodecFailure) -> Int {
    defer { _ = words?.take() }
    guard pixels.count == size.area * channels,
      let source = pixels.bindMemory(to: UInt8.self).baseAddress,
      let target = room.bindMemory(to: UInt8.self).baseAddress
    else { throw CodecFailure(words: "pixels and size do not agree") }
    var length = 0
    var message = MessageBuffer()
    let status = message.withPointer {
      fcc_encode_png(
        source, Int32(size.width), Int32(size.height), Int32(channels), target, room.count,
        &length, $0, $1)
    }
    guard status == FCC_OK else { throw CodecFailure(words: message.text) }
    return length
  }
}

extension HeaderFault {
  /// The same, as it is told to the parent.
  var refusal: DecodeRefusal {
    switch self {
    case .truncated: .truncated("its header is incomplete")
    case .damaged(let why): .damaged(why)
    case .unsupported(let what): .unsupported(what)
    }
  }
}

/// A codec that failed, in its own words.
package struct CodecFailure: Error, Equatable {
  package let words: String
}

/// Room for a C function's words about a failure.
struct MessageBuffer {
  private var characters = [CChar](repeating: 0, count: 256)

  mutating func withPointer<Result>(
    _ body: (UnsafeMutablePointer<CChar>, Int) -> Result
  ) -> Result {
    let count = characters.count
    return characters.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("empty buffer") }
      return body(base, count)
    }
  }

  var text: String {
    String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
