import CooperativeWork
import DurableFiles
import FaceModels
import FaceVocabulary
import Glibc
import TestSupport
import Testing

@testable import FaceModelFiles

/// Texts are read from their files piece by piece; nothing may depend on where the pieces lie.
@Suite("a text read through a small window")
struct TextWindowTests {
  let folder = TemporaryFolder()

  private func document(
    _ text: TextBytes, _ suffix: String, stretch: Int, blockBytes: Int
  ) throws -> ModelDocument {
    let window = TextWindow(text, stretch: stretch)
    let reading = TextReading(work: Work(jobs: 2), blockBytes: blockBytes)
    switch suffix {
    case "xml": return try XMLReader.read(window, reading)
    case "json": return try JSONReader.read(window, reading)
    default: return try YAMLReader.read(window, reading)
    }
  }

  @Test("gives the same tree for any window", arguments: ["yml", "xml", "json"])
  func windows(suffix: String) throws {
    var models = RandomModels(seed: 61)
    for method in RecognitionMethod.allCases {
      let path = folder.file("model.\(suffix)")
      let bytes = try models.model(method).savedQuickly(path)
      let whole = try document(
        TextBytes(bytes), suffix, stretch: 1 << 20, blockBytes: 1 << 20)
      for (stretch, blockBytes) in [(1, 1), (2, 7), (13, 40), (64, 3), (1_000, 90)] {
        let pieces = try document(
          TextBytes(try OpenFile(path)), suffix, stretch: stretch, blockBytes: blockBytes)
        #expect(pieces == whole, "windows of \(stretch), blocks of \(blockBytes)")
      }
    }
  }

  @Test("finds the line of a fault far behind the window")
  func lines() throws {
    // The end of the file is on a line of its own, the 503rd.
    let text = "%YAML:1.0\n" + String(repeating: "# one\n", count: 500) + "b: [1, 2\n"
    let path = folder.file("cut.yml")
    try AtomicFile.write(text, to: path)
    #expect(
      throws: ModelFileError.damaged(path: path, line: 503, fault: .cutOff)
    ) { try ModelFile.load(path) }
    let window = TextWindow(TextBytes(try OpenFile(path)), stretch: 10)
    #expect(TextCursor(window).line(of: text.utf8.count - 1) == 502)
    #expect(TextCursor(window).line(of: 0) == 1)
  }

  @Test("of a file that became shorter is an error of reading, not of the text")
  func shorter() throws {
    let path = folder.file("shrinks.yml")
    try AtomicFile.write(String(repeating: "# a comment\n", count: 1_000) + "a: 1\n", to: path)
    let file = try OpenFile(path)
    let window = TextWindow(TextBytes(file), stretch: 100)
    #expect(window.byte(at: 0) == UInt8(ascii: "#"))
    truncate(path, 20)
    #expect(window.byte(at: 5_000) == 0)
    #expect(window.failure == .becameShorter(path: path))
    #expect(window.byte(at: 5_000) == 0)
  }

  @Test("a packed file that unpacks to more than is allowed says so, and is not called damaged")
  func unpacking() throws {
    // 5,000 zero bytes.
    let packed: [UInt8] = [
      0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xED, 0xC1, 0x31, 0x01, 0x00,
      0x00, 0x00, 0xC2, 0xA0, 0xF5, 0x4F, 0x6D, 0x0A, 0x3F, 0xA0, 0x00, 0x00, 0x00, 0x00, 0x80,
      0xB7, 0x01, 0xA8, 0x0E, 0xE5, 0xD8, 0x88, 0x13, 0x00, 0x00,
    ]
    #expect(try Gzip.unpacked(packed, limit: 5000).count == 5000)
    let fault = TextFault.unpacksTooLarge(limit: 4999)
    #expect(throws: fault) { try Gzip.unpacked(packed, limit: 4999) }
    #expect(
      ModelFileError.damaged(path: "a.yml.gz", line: nil, fault: .unpacksTooLarge(limit: 3 << 20))
        .message == "a.yml.gz unpacks to more than the 3 MiB that a text model may have")
  }
}
