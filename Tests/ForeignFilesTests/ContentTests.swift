import CooperativeWork
import FaceImages
import FaceVocabulary
import Glibc
import TestSupport
import Testing

struct ContentTests {
  static let images = ForeignImages(worker: .besideThisProgram)

  static let others: [([UInt8], String)] = [
    (Array("version https://git-lfs.github.com/spec/v1\noid sha256:1\n".utf8), "a Git LFS pointer"),
    (Array("\n <!DOCTYPE HTML><html>".utf8), "an HTML page"),
    (Array("%PDF-1.7\n".utf8), "a PDF document"),
    ([0, 0, 0, 0x18] + Array("ftypheic".utf8), "a HEIC picture, a kind that is not read"),
    ([0, 0, 0, 0x18] + Array("ftypavif".utf8), "an AVIF picture"),
    ([0, 0, 0, 0x18] + Array("ftypisom".utf8), "an MP4 video"),
    (Array("RIFF....AVI LIST".utf8), "an AVI video"),
    (Array("PK\u{3}\u{4}".utf8), "a ZIP archive"),
    ([0x89] + Array("HDF\r\n\u{1a}\n".utf8), "an HDF5 file"),
    (Array("<?xml version='1.0'?>".utf8), "an XML file"),
    (Array("path;label\n".utf8), "a text file"),
    ([1, 2, 3, 4], "no picture of a known kind"),
    ([0xff], "no picture of a known kind"),
  ]

  @Test("what is no picture is called by its name", arguments: others)
  func calledByName(bytes: [UInt8], words: String) throws {
    let folder = TemporaryFolder()
    let path = try folder.write(bytes, as: "face.jpg")
    let error = try #require(try Self.images.decode([path], work: Work()).first?.failure)
    #expect(error.message.contains(words), "\(error.message)")
    #expect(error.kind == "not_a_picture")
  }

  @Test("of many files each gives what it gives alone, made into anything", arguments: [1, 2])
  func manyAtOnce(jobs: Int) throws {
    let folder = TemporaryFolder()
    var paths: [String] = []
    for number in 0..<900 {
      let level = UInt8(truncatingIfNeeded: number)
      let bytes: [UInt8] =
        switch number % 5 {
        case 0: Array("P5 2 1 255\n".utf8) + [level, 7]
        case 1: Array("path;label\n".utf8)
        case 2: Array("P5 2 1 255\n".utf8)
        default: Fixtures.png(width: 2, bits: 8, color: 0, row: [level, 9])
        }
      paths.append(try folder.write(bytes, as: "\(number).png"))
    }
    paths.insert(folder.path + "/none.png", at: 17)
    struct Refusal: Error {}
    let together = try Self.images.decode(paths, work: Work(jobs: jobs), makeLane: {}) {
      _, picture in
      picture.image.pixels.map { Int($0) }
    }
    for (path, result) in zip(paths, together).prefix(60) {
      let alone = try #require(try Self.images.decode([path], work: Work()).first)
      switch (alone, result) {
      case (.success(let picture), .success(let levels)):
        #expect(picture.image.pixels.map { Int($0) } == levels)
      case (.failure(let one), .failure(let other)): #expect(one == other)
      default: Issue.record("\(path) differs: \(alone) and \(result)")
      }
    }
    #expect(together.count { (try? $0.get()) != nil } == 540)
    #expect(throws: Refusal.self) {
      _ = try Self.images.decode(paths, work: Work(jobs: jobs), makeLane: {}) { _, _ in
        throw Refusal()
      }
    }
    #expect(try Self.images.decode(paths, work: Work(jobs: jobs)).count == 901)
  }

  @Test("missing, folder, empty, pipe: a message each")
  func places() throws {
    let folder = TemporaryFolder()
    let empty = try folder.write([], as: "empty.png")
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let locked = try folder.write([0xff, 0xd8, 0xff], as: "locked.jpg")
    let results = try Self.images.decode(
      [folder.path + "/no.png", folder.path, empty, pipe, empty + "/x"], work: Work())
    #expect(results.map(\.failure?.fault) == [.missing, .folder, .empty, .notRegular, .missing])
    if geteuid() != 0 {
      chmod(locked, 0)
      #expect(try Self.images.fault(locked) == .noPermission)
    }
  }

  @Test("a name that is no UTF-8 is told as the reason")
  func foreignNames() throws {
    let folder = TemporaryFolder()
    let name = Array(folder.path.utf8) + Array("/M".utf8) + [0xFC] + Array("ller.png".utf8)
    let descriptor = open(
      name.map { CChar(bitPattern: $0) } + [0], O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0)
    close(descriptor)
    let path = String(decoding: name, as: UTF8.self)
    let error = ImageError(file: path, fault: try Self.images.fault(path) ?? .empty)
    #expect(error.message.hasSuffix("cannot be opened: its name is not UTF-8"))
    #expect(error.hint?.contains("rename it") == true)
  }

  @Test("a file above the byte limit is refused with both numbers")
  func tooManyBytes() throws {
    var limits = DecodingLimits()
    limits.fileBytes = 100
    let folder = TemporaryFolder()
    let path = try folder.write(Array(repeating: 0xff, count: 101), as: "large.jpg")
    let images = ForeignImages(worker: .besideThisProgram, limits: limits)
    #expect(try images.fault(path) == .tooManyBytes(found: 101, limit: 100))
  }

  @Test(
    "any name works and is shown in quotes",
    arguments: ["Zoë 李 .png", "a\nb.png", "-x.png", "%d.png", "$(x)'.png"])
  func names(name: String) throws {
    let folder = TemporaryFolder()
    let bytes = Fixtures.png(width: 2, bits: 8, color: 0, row: [1, 2])
    let path = try folder.write(bytes, as: name)
    #expect(try Self.images.decode(path).image.pixels == [1, 2])
    let message = ImageError(file: name, fault: .missing).message
    #expect(!message.contains("\n"))
    #expect(message.hasPrefix("'") && message.hasSuffix("' does not exist"))
  }

  static let samples: [(color: Int, bits: Int, width: Int, row: [UInt8], levels: [UInt8])] = [
    // 16 bits are divided by 257 and rounded: 128 → 0, 129 → 1.
    (0, 16, 4, [0, 0, 0, 128, 0, 129, 255, 255], [0, 0, 1, 255]),
    // Red, green, blue by 0.299, 0.587, 0.114.
    (2, 8, 3, [255, 0, 0, 0, 255, 0, 0, 0, 255], [76, 150, 29]),
    (2, 16, 2, [255, 255, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0], [76, 150]),
    // Alpha over white: none, half, all.
    (4, 8, 3, [0, 0, 0, 128, 200, 255], [255, 127, 200]),
    (6, 8, 2, [255, 0, 0, 255, 255, 0, 0, 0], [76, 255]),
  ]

  @Test("16 bits, colour and transparency become grey as documented", arguments: samples.indices)
  func gray(index: Int) throws {
    let sample = Self.samples[index]
    let folder = TemporaryFolder()
    let bytes = Fixtures.png(
      width: sample.width, bits: sample.bits, color: sample.color, row: sample.row)
    let decoded = try Self.images.decode(try folder.write(bytes, as: "a.png"))
    #expect(decoded.image.pixels == sample.levels)
    #expect(decoded.notes.contains("16-bit levels were scaled to 8") == (sample.bits == 16))
    #expect(decoded.notes.contains("transparency was laid over white") == (sample.color >= 4))
  }

  @Test(
    "a colour is equally grey in a PNG, read by a codec, and in a PPM, read here", arguments: 1...5)
  func sameFormula(seed: Int) throws {
    let folder = TemporaryFolder()
    let row = (0..<3 * 500).map { UInt8(truncatingIfNeeded: ($0 * $0 * seed) >> 3 &+ $0 * 97) }
    let png = try folder.write(
      Fixtures.png(width: 500, bits: 8, color: 2, row: row), as: "a.png")
    let ppm = try folder.write(Array("P6 500 1 255\n".utf8) + row, as: "a.ppm")
    #expect(try Self.images.decode(png).image == Self.images.decode(ppm).image)
  }

  @Test("a warning about a colour profile is a note, not a failure")
  func trifle() throws {
    let folder = TemporaryFolder()
    let bytes = Fixtures.png(
      width: 2, bits: 8, color: 0, row: [1, 2],
      before: Fixtures.chunk("iCCP", [0x78, 0, 0] + Fixtures.stored([1, 2, 3])))
    let decoded = try Self.images.decode(try folder.write(bytes, as: "a.png"))
    #expect(decoded.image.pixels == [1, 2])
    #expect(decoded.notes.count == 1)
  }

  @Test("CMYK with Adobe's mark is within three levels of its colours, without it is refused")
  func cmyk() throws {
    let folder = TemporaryFolder()
    let decoded = try Self.images.decode(try folder.write(CMYKFixture.adobe, as: "a.jpg")).image
    // Four patches: (200, 30, 60), (20, 180, 90), (40, 60, 220), (128, 128, 128).
    for (place, level) in [((2, 2), 84), ((13, 2), 122), ((2, 13), 72), ((13, 13), 128)] {
      #expect(abs(Int(decoded[place.0, place.1]) - level) <= 3)
    }
    // The same bytes with the mark's name spoilt.
    var plain = CMYKFixture.adobe
    let mark = try #require(plain.firstRange(of: Array("Adobe".utf8)))
    plain[mark.lowerBound] = 0x61
    #expect(
      try Self.images.fault(try folder.write(plain, as: "b.jpg"))
        == .unsupported(.jpeg, "CMYK colours that lack Adobe's mark"))
  }

  static let netpbm: [(String, [UInt8], [UInt8])] = [
    ("P1 # bits\n3 2\n0 1 0\n101", [], [255, 0, 255, 0, 255, 0]),
    ("P2\n3 1\n15\n0 7 15\n", [], [0, 119, 255]),
    ("P3 1 1 255 255 0 0", [], [76]),
    ("P4\n9 1\n", [0b1010_0000, 0b1000_0000], [0, 255, 0, 255, 255, 255, 255, 255, 0]),
    ("P5\n2 1\n255\n", [7, 8], [7, 8]),
    ("P5\n2 1\n65535\n", [0, 129, 255, 255], [1, 255]),
    ("P6\n1 1\n255\n", [0, 255, 0], [150]),
  ]

  @Test("PBM, PGM and PPM, plain and raw, are read without the helper", arguments: netpbm)
  func readsNetpbm(header: String, data: [UInt8], levels: [UInt8]) throws {
    let folder = TemporaryFolder()
    let path = try folder.write(Array(header.utf8) + data, as: "a.pgm")
    let images = ForeignImages(worker: WorkerLocation(path: "/nonexistent"))
    #expect(try images.decode(path).image.pixels == levels)
  }

  @Test(
    "netpbm cut anywhere or odd is an error in words",
    arguments: [
      "P5", "P5 3", "P5 3 2 255\n12", "P2 2 1 255 1", "P2 1 1 255 x", "P2 1 1 7 8", "P5 0 3 255 ",
      "P5 1 1 70000 ", "P1 1 1 2", "P5 99999999999 1 255 ",
    ])
  func badNetpbm(text: String) throws {
    #expect(throws: Netpbm.Fault.self) { try PortableGraymap.decode(Array(text.utf8)) }
  }

  @Test("a PGM written here is read back")
  func pgm() throws {
    let image = GrayImage(size: PixelSize(width: 3, height: 2), pixels: [10, 13, 32, 35, 0, 255])
    #expect(try PortableGraymap.decode(PortableGraymap.encode(image)) == image)
  }
}
