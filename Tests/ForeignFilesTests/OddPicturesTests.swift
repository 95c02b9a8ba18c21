import CooperativeWork
import FaceImages
import FaceVocabulary
import Glibc
import TestSupport
import Testing

@Suite(.enabled(if: RealFaces.isPresent, "FACEBENCH_DATA names no folder"))
struct OddPicturesTests {
  static let images = ForeignImages(worker: .besideThisProgram)

  static let readable: [(name: String, format: ImageFormat, orientation: Int, notes: [String])] = [
    ("hopper.bmp", .bmp, 1, []),
    ("hopper.gif", .gif, 1, []),
    ("hopper.jpg", .jpeg, 1, []),
    ("hopper.png", .png, 1, []),
    ("hopper.tif", .tiff, 1, []),
    ("hopper.webp", .webp, 1, []),
    ("hopper_16bit.pgm", .netpbm, 1, ["levels were scaled to 0–255"]),
    ("hopper_8bit.ppm", .netpbm, 1, []),
    ("hopper_8bit_plain.pgm", .netpbm, 1, []),
    ("hopper_gray.jpg", .jpeg, 1, []),
    ("hopper_orientation_6.jpg", .jpeg, 6, []),
    ("hopper_rle8.bmp", .bmp, 1, []),
  ]

  @Test("every kind shows the same face, told by content", arguments: readable.indices)
  func sameFace(index: Int) throws {
    let (name, format, orientation, notes) = Self.readable[index]
    let decoded = try Self.images.decode(odd(name))
    #expect(decoded.format == format)
    #expect(decoded.orientationApplied == orientation)
    #expect(decoded.notes == notes)
    let truth = try Self.images.decode(odd("hopper.png")).image
    #expect(decoded.image.size == truth.size)
    let difference = zip(decoded.image.pixels, truth.pixels).reduce(0) {
      $0 + abs(Int($1.0) - Int($1.1))
    }
    // Lossy kinds and palettes differ by a few levels on average; another face by 40 or more.
    #expect(Double(difference) / Double(truth.pixels.count) < 8, "\(name)")
  }

  @Test("colour files without loss give the same bytes whoever reads them")
  func sameGray() throws {
    let png = try Self.images.decode(odd("hopper.png")).image
    for name in ["hopper.bmp", "hopper.tif", "hopper_8bit.ppm"] {
      #expect(try Self.images.decode(odd(name)).image == png, "\(name)")
    }
  }

  @Test("transparency is laid over white and said")
  func transparent() throws {
    let decoded = try Self.images.decode(odd("hopper_mask.png"))
    #expect(decoded.image.size == PixelSize(width: 16, height: 16))
    #expect(decoded.notes == ["transparency was laid over white"])
  }

  @Test("damage is told in the decoder's words")
  func damaged() throws {
    #expect(
      try Self.images.fault(odd("broken.png")) == .damaged(.png, decoderSays: "no header chunk"))
    #expect(
      try Self.images.fault(odd("hopper_bad_exif.jpg"))
        == .damaged(
          .jpeg, decoderSays: "Corrupt JPEG data: 1214 extraneous bytes before marker 0xd0"))
  }

  @Test("a JPEG cut at any place is refused, and never padded unseen", arguments: 1...24)
  func cutJPEG(part: Int) throws {
    let folder = TemporaryFolder()
    let bytes = try folder.read(odd("hopper.jpg"))
    let count = part == 24 ? bytes.count - 1 : max(2, bytes.count * part / 24)
    let path = try folder.write(Array(bytes.prefix(count)), as: "cut.jpg")
    guard case .truncated(.jpeg, _)? = try Self.images.fault(path) else {
      Issue.record("\(count) of \(bytes.count): \(String(describing: try Self.images.fault(path)))")
      return
    }
  }

  @Test(
    "every other kind cut at any place is refused",
    arguments: [
      "hopper.png", "hopper.bmp", "hopper.tif", "hopper.webp", "hopper.gif", "hopper_8bit.ppm",
    ]
  )
  func cutOthers(name: String) throws {
    let folder = TemporaryFolder()
    let bytes = try folder.read(odd(name))
    var paths: [String] = []
    for part in 1...12 {
      let count = bytes.count * part / 13
      paths.append(try folder.write(Array(bytes.prefix(count)), as: "\(part)"))
    }
    for (path, result) in zip(paths, try Self.images.decode(paths, work: Work())) {
      switch result.failure?.fault {
      case .truncated, .damaged: break
      default: Issue.record("\(path): \(result)")
      }
    }
  }

  @Test("a cut JPEG is taken as far as it goes when that is asked for, and says so")
  func partial() throws {
    var limits = DecodingLimits()
    limits.allowPartial = true
    let images = ForeignImages(worker: .besideThisProgram, limits: limits)
    let folder = TemporaryFolder()
    let bytes = try folder.read(odd("hopper.jpg"))
    let path = try folder.write(Array(bytes.prefix(4000)), as: "cut.jpg")
    let whole = try images.decode(odd("hopper.jpg")).image
    let part = try images.decode(path)
    #expect(part.image.size == whole.size)
    #expect(part.image.pixels.prefix(128 * 32) == whole.pixels.prefix(128 * 32))
    #expect(
      part.notes == ["taken as far as it goes: Corrupt JPEG data: premature end of data segment"])
    #expect(try images.decode(path) == part)
  }

  @Test(
    "a flipped byte in a PNG is a failure, wherever it is", arguments: [60, 5000, 20_000, 30_000])
  func flippedPNG(place: Int) throws {
    let folder = TemporaryFolder()
    var bytes = try folder.read(odd("hopper.png"))
    bytes[place] ^= 0x10
    let path = try folder.write(bytes, as: "flipped.png")
    guard case .damaged(.png, let words)? = try Self.images.fault(path) else {
      Issue.record("\(place) went unseen")
      return
    }
    #expect(!words.isEmpty)
  }

  @Test("headers that claim huge pictures are refused before decoding")
  func bombs() throws {
    let folder = TemporaryFolder()
    let jpeg = Array(try folder.read(odd("hopper.jpg")).prefix(700))
    let cases: [([UInt8], ImageFault)] = [
      (
        Fixtures.claiming(jpeg, width: 30_000, height: 30_000),
        .sideTooLong(PixelSize(width: 30_000, height: 30_000), limit: 16_384)
      ),
      (
        Fixtures.claiming(jpeg, width: 16_000, height: 16_000),
        .tooManyPixels(PixelSize(width: 16_000, height: 16_000), limit: 64_000_000)
      ),
      (
        Fixtures.png(width: 40_000, height: 40_000, bits: 8, color: 0, row: [0]),
        .sideTooLong(PixelSize(width: 40_000, height: 40_000), limit: 16_384)
      ),
      (
        Array("P5\n20000 20000\n255\n".utf8),
        .sideTooLong(PixelSize(width: 20_000, height: 20_000), limit: 16_384)
      ),
      (
        Fixtures.tiff(width: 16_000, height: 16_000, orientation: 1, levels: [1, 2]),
        .tooManyPixels(PixelSize(width: 16_000, height: 16_000), limit: 64_000_000)
      ),
      (
        Array("GIF89a".utf8) + [0xff, 0xff, 0xff, 0xff, 0, 0, 0],
        .sideTooLong(PixelSize(width: 65_535, height: 65_535), limit: 16_384)
      ),
    ]
    for (index, (bytes, fault)) in cases.enumerated() {
      let path = try folder.write(bytes, as: "bomb\(index)")
      #expect(try Self.images.fault(path) == fault)
    }
  }

  @Test("one orientation gives one picture in JPEG, PNG and TIFF", arguments: 1...8)
  func orientation(turn: Int) throws {
    let folder = TemporaryFolder()
    // 3x2: 1 2 3 over 4 5 6.
    let stored: [UInt8] = [10, 20, 30, 40, 50, 60]
    let upright: [[UInt8]] = [
      [10, 20, 30, 40, 50, 60], [30, 20, 10, 60, 50, 40], [60, 50, 40, 30, 20, 10],
      [40, 50, 60, 10, 20, 30], [10, 40, 20, 50, 30, 60], [40, 10, 50, 20, 60, 30],
      [60, 30, 50, 20, 40, 10], [30, 60, 20, 50, 10, 40],
    ]
    let rows = stored.prefix(3) + [0] + stored.suffix(3)
    let png = Fixtures.png(
      width: 3, height: 2, bits: 8, color: 0, row: Array(rows),
      before: Fixtures.chunk("eXIf", Fixtures.exif(turn)))
    let tiff = Fixtures.tiff(width: 3, height: 2, orientation: turn, levels: stored)
    for (name, bytes) in [("a.png", png), ("a.tif", tiff)] {
      let decoded = try Self.images.decode(try folder.write(bytes, as: name))
      #expect(decoded.image.pixels == upright[turn - 1], "\(name)")
      #expect(decoded.orientationApplied == turn)
      #expect(decoded.image.width == (turn >= 5 ? 2 : 3))
    }
    let jpeg = Fixtures.turned(try folder.read(odd("hopper_gray.jpg")), turn)
    let decoded = try Self.images.decode(try folder.write(jpeg, as: "a.jpg"))
    #expect(decoded.orientationApplied == turn)
    let plain = try Self.images.decode(odd("hopper_gray.jpg")).image
    if turn == 2 { #expect(decoded.image == plain.mirrored()) }
    if turn == 6 { #expect(decoded.image[0, 0] == plain[0, plain.height - 1]) }
  }
}
