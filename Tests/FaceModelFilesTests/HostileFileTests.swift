import CooperativeWork
import DurableFiles
import FaceModelFiles
import FaceModels
import FaceVocabulary
import Matrices
import TestSupport
import Testing

@Suite("a damaged or hostile model file")
struct HostileFileTests {
  let folder = TemporaryFolder()

  /// What loading the bytes ends with; any other error than ours is a failure of the test.
  @discardableResult
  private func outcome(_ bytes: [UInt8], _ suffix: String) throws -> ModelFileError? {
    let path = folder.file("hostile.\(suffix)")
    try write(bytes, path)
    do {
      _ = try ModelFile.load(path, work: Work())
      return nil
    } catch let error as ModelFileError {
      #expect(!error.message.isEmpty)
      return error
    }
  }

  private func fault(_ text: String, _ suffix: String = "yml") throws -> TextFault? {
    guard case .damaged(_, _, let fault)? = try outcome(Array(text.utf8), suffix) else {
      return nil
    }
    return fault
  }

  @Test("cut at every 37th byte is refused", arguments: ["yml", "xml", "json", "h5", "yml.gz"])
  func truncated(suffix: String) throws {
    var models = RandomModels(seed: 41)
    for method in RecognitionMethod.allCases {
      let bytes = try models.model(method).savedQuickly(folder.file("whole.\(suffix)"))
      // The last line end may be missing; nothing else.
      for end in stride(from: 0, to: bytes.count - 1, by: 37) {
        #expect(try outcome(Array(bytes[..<end]), suffix) != nil, "\(end) of \(bytes.count) bytes")
      }
    }
  }

  @Test(
    "with flipped bytes is refused or loads, and never more",
    arguments: ["yml", "xml", "json", "h5", "yml.gz"])
  func flipped(suffix: String) throws {
    var models = RandomModels(seed: 43)
    var generator = SeededGenerator(seed: 43)
    var refused = 0
    for method in RecognitionMethod.allCases {
      let bytes = try models.model(method).savedQuickly(folder.file("whole.\(suffix)"))
      for _ in 0..<(suffix == "h5" ? 50 : 150) {
        var changed = bytes
        for _ in 0..<1 + generator.below(3) {
          changed[generator.below(changed.count)] = UInt8(generator.below(256))
        }
        if try outcome(changed, suffix) != nil { refused += 1 }
      }
    }
    #expect(refused > 0)
  }

  /// One edit that keeps the file's form and breaks its sense.
  private func edited(_ text: String, _ generator: inout SeededGenerator) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let line = generator.below(lines.count)
    let other = generator.below(lines.count)
    switch generator.below(9) {
    case 0: lines.swapAt(line, other)
    case 1: lines.remove(at: line)
    case 2: lines.insert(lines[other], at: line)
    case 3:
      lines[line] = String(lines[line].map { $0.isNumber ? "9" : $0 })
    case 4:
      let words = [".Nan", "-.Inf", "1e999", "0x7f", "99999999999999999999", "", "-", "[", "!!map"]
      lines[line] = lines[line].replacing(
        "1", with: words[generator.below(words.count)], maxReplacements: 1)
    case 5: lines[line] = lines[line].replacing(": ", with: ":  -")
    case 6: lines[line] = "   " + lines[line]
    case 7: lines[line] = lines[line].replacing("]", with: "").replacing(">", with: "")
    default: lines[line] = lines[line].replacing("dt: d", with: "dt: i")
    }
    return lines.joined(separator: "\n")
  }

  @Test(
    "with lines swapped, lost, doubled or altered is refused or loads",
    arguments: ["yml", "xml", "json"])
  func structural(suffix: String) throws {
    var models = RandomModels(seed: 47)
    var generator = SeededGenerator(seed: 47)
    var refused = 0
    for _ in 0..<30 {
      let bytes = try models.model().savedQuickly(folder.file("whole.\(suffix)"))
      let text = String(decoding: bytes, as: UTF8.self)
      for _ in 0..<25 where try outcome(Array(edited(text, &generator).utf8), suffix) != nil {
        refused += 1
      }
    }
    #expect(refused > 300)
  }

  @Test("nested too deep is refused before the stack ends")
  func deep() throws {
    let deep = TextFault.nestedTooDeep(limit: 64)
    #expect(try fault("%YAML:1.0\na: " + String(repeating: "[", count: 200_000)) == deep)
    #expect(try fault("%YAML:1.0\na: " + String(repeating: "{a: ", count: 200_000)) == deep)
    let dashes = (0..<300).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
    #expect(
      try fault("%YAML:1.0\n" + dashes + String(repeating: " ", count: 300) + "b: 1\n") == deep)
    #expect(try fault("%YAML:1.0\n" + String(repeating: "- ", count: 60_000) + "1\n") == deep)
    let tags = "<opencv_storage>" + String(repeating: "<a>", count: 60_000)
    #expect(try fault(tags, "xml") == deep)
    #expect(try fault("{\"a\": " + String(repeating: "[", count: 200_000), "json") == deep)
    #expect(try fault(String(repeating: "{\"a\": ", count: 200_000), "json") == deep)
  }

  @Test("that declares more numbers than it has room for is refused before they are allocated")
  func declaredTooLarge() throws {
    let text = """
      %YAML:1.0
      ---
      opencv_eigenfaces:
         mean: !!opencv-matrix
            rows: 200000
            cols: 200000
            dt: d
            data: [ 1., 2. ]

      """
    #expect(
      try fault(text) == .tooManyNumbers(declared: 40_000_000_000, possible: 4))
    let overflowing = text.replacing("200000", with: "9000000000000000000")
    #expect(
      try fault(overflowing)
        == .matrixHeader("9000000000000000000 rows and 9000000000000000000 columns"))
    let short = text.replacing("200000", with: "1")
    #expect(try fault(short) == .count(declared: 1, found: 2))
  }

  @Test(
    "with numbers that are none is refused by what they are",
    arguments: [
      (".Nan", TextFault.notFinite), (".Inf", .notFinite), ("-.Inf", .notFinite),
      ("nan", .notFinite), ("inf", .notFinite), ("1e999", .numberOutOfRange("1e999")),
      ("abc", .notANumber("abc")),
      ("1.5x", .unexpected(found: "'x'", needed: "a separator between two numbers")),
      ("1 2", .unexpected(found: "'2'", needed: "a separator between two numbers")),
    ])
  func badNumbers(text: String, expected: TextFault) throws {
    let file = """
      %YAML:1.0
      opencv_eigenfaces:
         mean: !!opencv-matrix
            rows: 1
            cols: 2
            dt: d
            data: [ 1., \(text) ]

      """
    #expect(try fault(file) == expected)
  }

  @Test("with a document type cannot expand anything")
  func entities() throws {
    let bomb =
      "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY b \"b\">]><opencv_storage></opencv_storage>"
    #expect(try fault(bomb, "xml") == .documentType)
  }

  @Test("with tabs, zero bytes or nothing says so")
  func smallThings() throws {
    #expect(try fault("%YAML:1.0\nopencv_eigenfaces:\n\tthreshold: 1\n") == .tab)
    #expect(try fault("") == .empty)
    #expect(
      try outcome([0, 1, 2, 3], "yml")
        == .notAModel(path: folder.file("hostile.yml"), found: .binary))
    #expect(try fault("%YAML:1.0\na: 1\na: 2\n") == .duplicateKey("a"))
  }

  @Test("that unpacks without end is refused")
  func bomb() throws {
    // A packed file of nothing but zero bytes is told as what it is, and its claim of a size that
    // deflate could never reach makes no room.
    var models = RandomModels(seed: 51)
    var bytes = try models.model(.eigen).savedQuickly(folder.file("whole.yml.gz"))
    bytes.replaceSubrange(bytes.count - 4..<bytes.count, with: [255, 255, 255, 255])
    guard case .damaged(_, _, .gzip)? = try outcome(bytes, "yml.gz") else {
      Issue.record("a wrong size was not noticed")
      return
    }
  }

  // MARK: the sense of what was read

  private func invalid(_ change: (String) -> String) throws -> ModelFault? {
    let text = """
      %YAML:1.0
      ---
      opencv_lbphfaces:
         threshold: 5.
         radius: 1
         neighbors: 1
         grid_x: 1
         grid_y: 2
         histograms:
            - !!opencv-matrix
               rows: 1
               cols: 4
               dt: f
               data: [ 0.5, 0.5, 1., 0. ]
         labels: !!opencv-matrix
            rows: 1
            cols: 1
            dt: i
            data: [ 3 ]
         labelsInfo: []

      """
    let changed = change(text)
    let path = folder.file("sense.yml")
    try write(changed, path)
    do {
      _ = try ModelFile.load(
        path, assuming: AssumedModel(size: PixelSize(width: 5, height: 5)))
      return nil
    } catch ModelFileError.invalid(_, let fault) {
      return fault
    }
  }

  @Test("whose parts disagree is refused by name")
  func disagreements() throws {
    #expect(try invalid { $0 } == nil)
    #expect(
      try invalid { $0.replacing("radius: 1", with: "radius: 0") }
        == .outOfRange(key: "radius", found: "0", needed: "1 to 1000"))
    #expect(
      try invalid { $0.replacing("neighbors: 1", with: "neighbors: 31") }
        == .outOfRange(key: "neighbors", found: "31", needed: "1 to 16"))
    #expect(try invalid { $0.replacing("radius: 1\n", with: "\n") } == .missing(key: "radius"))
    #expect(
      try invalid { $0.replacing("grid_y: 2", with: "grid_y: 3") }
        == .shape(key: "histograms", found: "1x4 for face 1", needed: "1x6"))
    #expect(
      try invalid { $0.replacing("0.5, 0.5", with: "0.5, 0.6") } == .histogramSum(face: 1, cell: 1))
    #expect(
      try invalid {
        $0.replacing(
          "cols: 1\n      dt: i\n      data: [ 3 ]",
          with: "cols: 2\n      dt: i\n      data: [ 3, 4 ]")
      }
        == .shape(key: "histograms", found: "4 values", needed: "4 for each of 2 faces"))
    #expect(
      try invalid { $0.replacing("threshold: 5.", with: "threshold: .Nan") }
        == .notFinite(key: "threshold"))
    #expect(
      try invalid {
        $0.replacing("data: [ 3 ]", with: "data: []").replacing(
          "cols: 1\n      dt: i", with: "cols: 0\n      dt: i")
      }
        == .untrained)
    #expect(
      try invalid {
        $0.replacing(
          "labelsInfo: []",
          with: "labelsInfo:\n      - { label:3, value:a }\n      - { label:3, value:b }")
      }
        == .name(3, problem: .twice))
  }

  @Test("by a later version of the layout is refused by its number", arguments: ["yml", "xml"])
  func laterVersion(suffix: String) throws {
    var models = RandomModels(seed: 53)
    let bytes = try models.model(.eigen).savedQuickly(folder.file("whole.\(suffix)"))
    let text = String(decoding: bytes, as: UTF8.self)
      .replacing("format_version: 1", with: "format_version: 2")
      .replacing("<format_version>1", with: "<format_version>2")
    let path = folder.file("hostile.\(suffix)")
    #expect(
      try outcome(Array(text.utf8), suffix)
        == .invalid(path: path, fault: .newerVersion(found: 2, known: 1)))
  }
}
