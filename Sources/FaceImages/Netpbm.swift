package import FaceVocabulary

/// Reads PBM, PGM and PPM, plain and raw, 8 and 16 bits: all of it here, in checked code.
///
/// The format is simple enough to need no codec, so such files are read without the helper.
package struct Netpbm {
  /// Why bytes are no such picture.
  package enum Fault: Error, Equatable, Sendable {
    case damaged(String)
    case truncated(String)
    case sideTooLong(PixelSize)
    case tooManyPixels(PixelSize)
  }

  /// Grey levels scaled to 0…255; colour weighted as everywhere (BT.601).
  package let image: GrayImage
  /// Whether levels had another range than 0…255.
  package let wasScaled: Bool

  private static let blank: [Bool] = (0...255).map { $0 == 0x20 || (0x09...0x0d).contains($0) }

  /// Reads the first picture in `bytes`.
  package init(_ bytes: [UInt8], limits: DecodingLimits) throws(Fault) {
    var reader = Reader(bytes: bytes)
    guard bytes.count >= 2, bytes[0] == UInt8(ascii: "P"), (0x31...0x36).contains(bytes[1]) else {
      throw .damaged("no mark P1 to P6")
    }
    let kind = Int(bytes[1] - 0x30)
    reader.position = 2
    let size = PixelSize(
      width: try reader.headerNumber("width"), height: try reader.headerNumber("height"))
    guard size.width > 0, size.height > 0 else { throw .damaged("it claims \(size) pixels") }
    guard max(size.width, size.height) <= limits.side else { throw .sideTooLong(size) }
    guard size.area <= limits.pixels else { throw .tooManyPixels(size) }
    let isBitmap = kind == 1 || kind == 4
    let top = isBitmap ? 1 : try reader.headerNumber("highest level")
    guard (1...65_535).contains(top) else { throw .damaged("its highest level is \(top)") }
    let channels = kind == 3 || kind == 6 ? 3 : 1
    if kind >= 4 { try reader.oneBlank() }
    wasScaled = top != 255
    switch kind {
    case 1: image = try reader.plainBits(size)
    case 4: image = try reader.rawBits(size)
    default:
      image = GrayImage(
        size: size,
        pixels: try reader.levels(
          count: size.area, channels: channels, top: top, isPlain: kind <= 3))
    }
  }

  /// A place in the bytes, moved on by reading.
  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    mutating func skipBlanks() {
      while position < bytes.count {
        if Netpbm.blank[Int(bytes[position])] {
          position += 1
        } else if bytes[position] == UInt8(ascii: "#") {
          while position < bytes.count, bytes[position] != 0x0a { position += 1 }
        } else {
          return
        }
      }
    }

    mutating func headerNumber(_ what: String) throws(Fault) -> Int {
      skipBlanks()
      guard let value = number() else {
        throw position >= bytes.count
          ? .truncated("its header is incomplete") : .damaged("its \(what) is no number")
      }
      return value
    }

    /// A whole number of at most nine digits; nil when none stands here.
    mutating func number() -> Int? {
      var value = 0
      let start = position
      while position < bytes.count, position - start < 9,
        (0x30...0x39).contains(bytes[position])
      {
        value = value * 10 + Int(bytes[position] - 0x30)
        position += 1
      }
      return position > start ? value : nil
    }

    mutating func oneBlank() throws(Fault) {
      guard position < bytes.count else { throw .truncated("it has no pixels") }
      guard Netpbm.blank[Int(bytes[position])] else { throw .damaged("no blank before its pixels") }
      position += 1
    }

    mutating func plainBits(_ size: PixelSize) throws(Fault) -> GrayImage {
      var pixels: [UInt8] = []
      pixels.reserveCapacity(size.area)
      while pixels.count < size.area {
        skipBlanks()
        guard position < bytes.count else { throw cutOff(pixels.count, of: size.area) }
        guard bytes[position] == 0x30 || bytes[position] == 0x31 else {
          throw .damaged("a bit that is neither 0 nor 1")
        }
        pixels.append(bytes[position] == 0x31 ? 0 : 255)
        position += 1
      }
      return GrayImage(size: size, pixels: pixels)
    }

    mutating func rawBits(_ size: PixelSize) throws(Fault) -> GrayImage {
      let stride = (size.width + 7) / 8
      guard bytes.count - position >= stride * size.height else {
        throw cutOff((bytes.count - position) / stride * size.width, of: size.area)
      }
      var pixels: [UInt8] = []
      pixels.reserveCapacity(size.area)
      for y in 0..<size.height {
        for x in 0..<size.width {
          let byte = bytes[position + y * stride + x / 8]
          pixels.append(byte & (0x80 >> UInt8(x % 8)) != 0 ? 0 : 255)
        }
      }
      return GrayImage(size: size, pixels: pixels)
    }

    mutating func levels(
      count: Int, channels: Int, top: Int, isPlain: Bool
    ) throws(Fault) -> [UInt8] {
      let width = top > 255 ? 2 : 1
      let needed = count * channels * width
      if !isPlain {
        guard bytes.count - position >= needed else {
          throw cutOff((bytes.count - position) / (channels * width), of: count)
        }
        if channels == 1 && top == 255 { return Array(bytes[position..<position + count]) }
      }
      var pixels: [UInt8] = []
      pixels.reserveCapacity(count)
      var samples = [0, 0, 0]
      for _ in 0..<count {
        for channel in 0..<channels {
          samples[channel] =
            isPlain ? try plainLevel(done: pixels.count, of: count) : rawLevel(width: width)
          guard samples[channel] <= top else {
            throw .damaged("a level of \(samples[channel]) where \(top) is the highest")
          }
        }
        let level =
          channels == 1 ? samples[0] : GrayFormula.gray(samples[0], samples[1], samples[2])
        pixels.append(UInt8((level * 255 + top / 2) / top))
      }
      return pixels
    }

    private mutating func plainLevel(done: Int, of count: Int) throws(Fault) -> Int {
      skipBlanks()
      guard let value = number() else {
        throw position >= bytes.count ? cutOff(done, of: count) : .damaged("a level is no number")
      }
      return value
    }

    private mutating func rawLevel(width: Int) -> Int {
      defer { position += width }
      return width == 1
        ? Int(bytes[position]) : Int(bytes[position]) << 8 | Int(bytes[position + 1])
    }

    private func cutOff(_ found: Int, of needed: Int) -> Fault {
      .truncated("\(max(0, found)) of \(needed) pixels are there")
    }
  }
}

/// Colour to grey, the one formula for every format: BT.601 weights in 15-bit fixed point, rounded.
///
/// The same integers as OpenCV's `cvtColor`, so a picture is equally grey whoever decoded it.
package enum GrayFormula {
  package static func gray(_ red: Int, _ green: Int, _ blue: Int) -> Int {
    (red * 9798 + green * 19_235 + blue * 3735 + 16_384) >> 15
  }
}
