import FaceVocabulary
import Matrices
import TestSupport
import Testing

@testable import FaceImages

/// A cascade is read inside this process, so nothing in it may be trusted.
@Suite("cascades and plain pictures of others", .timeLimit(.minutes(5)))
struct CascadeMutationTests {
  private static let picture: GrayImage = {
    var generator = SeededGenerator(seed: 5)
    return GrayImage(
      size: PixelSize(width: 72, height: 60),
      pixels: (0..<72 * 60).map { _ in UInt8(generator.below(256)) })
  }()

  @Test(
    "a cascade with changed numbers is refused in words, or searches",
    arguments: [
      "lbpcascades/lbpcascade_frontalface", "haarcascades/haarcascade_russian_plate_number",
    ])
  func cascades(name: String) throws {
    let folder = TemporaryFolder()
    let whole = try folder.read("/usr/share/opencv4/\(name).xml")
    var mutations = Mutations(
      ofBytes: [whole], words: ["0 -1 99 0.5", "<_>", "</_>", "-1", "HAAR", "LBP"], seed: 101)
    for trial in Mutations.trials(50) {
      let path = try folder.write(mutations.next(), as: "cascade.xml")
      do throws(DetectorError) {
        let detector = try FaceDetector(cascade: path)
        _ = try detector.candidates(in: Self.picture, scale: 1.3, minSize: 0, maxSize: nil)
      } catch {
        #expect(complaint(about: error) == nil, "trial \(trial)")
      }
    }
  }

  @Test(
    "what a search would reach outside of the cascade for is refused",
    arguments: [
      ("lbpcascade_frontalface", " 0 -1 46 ", " 0 -1 4600 ", "feature that is not among the 136"),
      ("lbpcascade_frontalface", " 0 -1 46 ", " 0 -1 -46 ", "feature that is not among the 136"),
      ("lbpcascade_frontalface", " 0 -1 46 ", " 0 -9 46 ", "neither a later node nor a leaf"),
      ("lbpcascade_frontalface", " 0 -1 46 ", " 1 -1 46 ", "neither a later node nor a leaf"),
      ("lbpcascade_frontalface", " 0 -1 46 ", " 0 -1 ", "numbers in its nodes"),
      ("lbpcascade_frontalface", ">256<", ">32<", "maxCatCount must be 256"),
      ("lbpcascade_frontalface", "-0.6543210148811340 ", "", "1 leaves, 2 are needed"),
      ("lbpcascade_frontalface", "0 0 3 5<", "0 0 3 50<", "rectangle inside the window"),
      ("haarcascade_russian_plate_number", "<width>60<", "<width>24<", "not inside the window"),
    ])
  func outside(name: String, found: String, replaced: String, words: String) throws {
    let folder = TemporaryFolder()
    let kind = name.hasPrefix("lbp") ? "lbpcascades" : "haarcascades"
    let whole = String(
      decoding: try folder.read("/usr/share/opencv4/\(kind)/\(name).xml"), as: UTF8.self)
    let changed = whole.replacing(found, with: replaced, maxReplacements: 1)
    try #require(changed != whole)
    let path = try folder.write(Array(changed.utf8), as: "cascade.xml")
    let error = #expect(throws: DetectorError.self) { try FaceDetector(cascade: path) }
    #expect(error?.message.contains(words) ?? false, "\(error?.message ?? "")")
  }

  @Test("every cascade that is installed in the new form can be used")
  func installed() throws {
    for name in Cascades.installed() where !name.contains("16stages") {
      #expect(try FaceDetector(cascade: name).window.area > 0, "\(name)")
    }
  }

  @Test("nothing at all is of no known kind")
  func nothing() {
    #expect(ContentSniffer.content(of: []) == .unknown)
  }

  @Test("a plain picture is refused, or is written and read back")
  func graymaps() {
    let raw = PortableGraymap.encode(
      GrayImage(size: PixelSize(width: 5, height: 3), pixels: Array(1...15)))
    let texts = ["P2 # c\n3 2\n15\n0 1 2\n3 4 15\n", "P1\n4 2\n0110 1001", "P3\n1 1\n255\n1 2 3\n"]
    var mutations = Mutations(
      ofBytes: [raw, Array("P6\n2 1\n65535\nabcdefghijkl".utf8)] + texts.map { Array($0.utf8) },
      words: ["P1", "P4", "P6", "65536"], seed: 102)
    for trial in Mutations.trials(4_000) {
      let bytes = mutations.next()
      do throws(Netpbm.Fault) {
        let image = try PortableGraymap.decode(bytes)
        #expect(image.pixels.count == image.size.area, "trial \(trial)")
        let again = try PortableGraymap.decode(PortableGraymap.encode(image))
        #expect(again == image, "trial \(trial)")
      } catch {
        // Its words are those of the picture's format, looked at elsewhere.
      }
      _ = ContentSniffer.content(of: Array(bytes.prefix(ContentSniffer.bytesNeeded)))
    }
  }
}
