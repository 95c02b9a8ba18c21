import COpenCVOracle
import CooperativeWork
import FaceModelFiles
import FaceModels
import FaceVocabulary
import Matrices
import TestSupport
import Testing

/// Model files against OpenCV's own recognisers, both ways.
@Suite("a model file between facebench and OpenCV")
struct ModelFileOracleTests {
  let folder = TemporaryFolder()

  /// Random faces of three people: 12 to learn from, 6 to ask about.
  struct Faces {
    let size = PixelSize(width: 23, height: 29)
    let known: [UInt8]
    let labels: [Int32]
    let probes: [UInt8]

    init(seed: UInt64) {
      var generator = SeededGenerator(seed: seed)
      let area = size.area
      let people = (0..<3).map { _ in (0..<area).map { _ in generator.below(200) } }
      func face(of person: Int) -> [UInt8] {
        people[person].map { UInt8($0 + generator.below(50)) }
      }
      labels = (0..<12).map { [1, 4, 9][$0 % 3] }
      known = (0..<12).flatMap { face(of: $0 % 3) }
      probes = (0..<6).flatMap { face(of: $0 % 3) }
    }
  }

  struct Answers: Equatable {
    var labels: [Int32]
    var distances: [Double]
    var name: String
  }

  private func train(
    _ method: RecognitionMethod, _ faces: Faces, to path: String, threshold: Double, name: String
  ) -> String {
    var problem = [CChar](repeating: 0, count: 512)
    let done = faces.known.withUnsafeBufferPointer { pixels in
      fcv_probe_train(
        method.rawValue, path,
        fcv_probe_faces(
          pixels: pixels.baseAddress, count: faces.labels.count,
          width: Int32(faces.size.width), height: Int32(faces.size.height)),
        faces.labels, method == .eigen ? 7 : 0, threshold, name, &problem, problem.count)
    }
    return done == 1 ? "" : text(problem)
  }

  private func answers(
    _ method: RecognitionMethod, _ path: String, _ faces: Faces
  ) -> (Answers, problem: String) {
    let count = faces.probes.count / faces.size.area
    var labels = [Int32](repeating: 0, count: count)
    var distances = [Double](repeating: 0, count: count)
    var name = [CChar](repeating: 0, count: 2_048)
    var problem = [CChar](repeating: 0, count: 512)
    let done = faces.probes.withUnsafeBufferPointer { pixels in
      fcv_probe_predict(
        method.rawValue, path,
        fcv_probe_faces(
          pixels: pixels.baseAddress, count: count, width: Int32(faces.size.width),
          height: Int32(faces.size.height)), &labels, &distances, &name, name.count, &problem,
        problem.count)
    }
    return (
      Answers(labels: labels, distances: distances, name: text(name)),
      done == 1 ? "" : text(problem)
    )
  }

  private func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private func close(_ left: [Double], _ right: [Double]) -> Bool {
    zip(left, right).allSatisfy { abs($0 - $1) <= 1e-9 * max(abs($0), abs($1)) }
  }

  static let suffixes = ["yml", "xml", "json", "yml.gz", "xml.gz", "json.gz"]

  @Test(
    "written by OpenCV, read and written again by us, answers the same in OpenCV",
    arguments: RecognitionMethod.allCases, suffixes)
  func thereAndBack(method: RecognitionMethod, suffix: String) throws {
    let faces = Faces(seed: 5)
    let names = ["Zoë \"李\" <&>'\\ x: y", "plain", "with spaces, and; more"]
    for (index, name) in names.enumerated() {
      let theirs = folder.file("theirs\(index).\(suffix)")
      let threshold = index == 0 ? Double.greatestFiniteMagnitude : 1e6
      #expect(train(method, faces, to: theirs, threshold: threshold, name: name) == "")
      let (expected, problem) = answers(method, theirs, faces)
      #expect(problem == "")
      #expect(Set(expected.labels).count == 3)

      let opened = try ModelFile.open(theirs, assuming: AssumedModel(size: faces.size))
      #expect(opened.model.method == method)
      #expect(opened.model.labels == faces.labels)
      #expect(opened.model.roster[1].name == name)
      #expect(opened.model.threshold == (index == 0 ? nil : 1e6))
      for other in ModelFileOracleTests.suffixes {
        let ours = folder.file("ours.\(other)")
        try ModelFile.save(opened.model, to: ours)
        let (found, problem) = answers(method, ours, faces)
        #expect(problem == "")
        #expect(found.labels == expected.labels)
        #expect(close(found.distances, expected.distances))
        #expect(found.name == name)
        #expect(try ModelFile.load(ours) == opened.model)
      }
    }
  }

  @Test(
    "written by OpenCV answers the same in OpenCV and here", arguments: RecognitionMethod.allCases)
  func sameAnswersHere(method: RecognitionMethod) throws {
    for seed in 1...5 {
      let faces = Faces(seed: UInt64(seed))
      let path = folder.file("theirs.yml")
      #expect(train(method, faces, to: path, threshold: 1e9, name: "x") == "")
      let model = try ModelFile.load(path, assuming: AssumedModel(size: faces.size))
      let probes = ByteMatrix(
        rows: faces.probes.count / faces.size.area, columns: faces.size.area,
        elements: faces.probes)
      let ours = try model.predict(probes, work: Work())
      let (expected, _) = answers(method, path, faces)
      #expect(ours.map(\.label) == expected.labels)
      #expect(close(ours.map(\.distance), expected.distances))
    }
  }

  @Test("trained here answers the same in OpenCV and here", arguments: RecognitionMethod.allCases)
  func trainedHere(method: RecognitionMethod) throws {
    let faces = Faces(seed: 9)
    let known = LabelledFaces(
      size: faces.size,
      pixels: ByteMatrix(
        rows: faces.labels.count, columns: faces.size.area, elements: faces.known),
      labels: faces.labels, roster: SubjectRoster([1: "one", 4: "four", 9: "nine"]))
    let model = try ModelTrainer(settings: TrainingSettings(method: method)).fit(
      known, recipe: Recipe(), work: Work())
    let probes = ByteMatrix(
      rows: faces.probes.count / faces.size.area, columns: faces.size.area, elements: faces.probes)
    let ours = try model.predict(probes, work: Work())
    for suffix in ModelFileOracleTests.suffixes {
      let path = folder.file("ours.\(suffix)")
      try ModelFile.save(model, to: path)
      let (found, problem) = answers(method, path, faces)
      #expect(problem == "")
      #expect(found.labels == ours.map(\.label))
      #expect(close(found.distances, ours.map(\.distance)))
      #expect(found.name == "one")
    }
  }

  @Test(
    "with any name is loaded by OpenCV, whatever it makes of control characters",
    arguments: suffixes)
  func anyName(suffix: String) throws {
    let faces = Faces(seed: 3)
    let theirs = folder.file("theirs.yml")
    #expect(train(.eigen, faces, to: theirs, threshold: 1e9, name: "x") == "")
    var model = try ModelFile.load(theirs, assuming: AssumedModel(size: faces.size))
    let (expected, _) = answers(.eigen, theirs, faces)
    let names = [
      "", " ", "1.5", "-", "- a", "a: b", "#", "{}", "[", "\n\t\r", "\u{1}\u{8}\u{C}\u{1F}\u{7F}",
      "$base64$AAAA", "&lt;", "</value>", "]]>", "%YAML", "...", "\\", "\"", "'", "👩‍👩‍👧 e\u{301}",
      String(repeating: "長", count: 341),
    ]
    for name in names {
      model.roster[1] = SubjectID(name)
      model.manifest.dataset = name
      let path = folder.file("named.\(suffix)")
      try ModelFile.save(model, to: path)
      let (found, problem) = answers(.eigen, path, faces)
      #expect(problem == "")
      #expect(found.labels == expected.labels)
      #expect(close(found.distances, expected.distances))
      let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
      if isPlain && !name.hasPrefix("$base64$") { #expect(found.name == name) }
      #expect(try ModelFile.load(path) == model)
    }
  }
}
