import DurableFiles
import FaceModelFiles
import FaceModels
import FaceVocabulary
import Matrices
import TestSupport
import Testing

@Suite("a model file by another program")
struct FilesByOthersTests {
  let folder = TemporaryFolder()

  private func file(_ name: String) -> String { RealFaces.path("models/" + name) }

  // MARK: found in the field

  @Test(
    "of OpenCV 2.4, Eigenfaces, loads when its kind and size are told",
    .enabled(if: RealFaces.isPresent))
  func oldEigenfaces() throws {
    let path = file("cv24_eigen_70x70.yml")
    #expect(
      throws: ModelFileError.needsAnswers(
        path: path, layout: .openCV24, method: true, size: true)
    ) { try ModelFile.load(path) }
    let size = PixelSize(width: 70, height: 70)
    let model = try ModelFile.load(path, assuming: AssumedModel(method: .eigen, size: size))
    guard case .eigen(let subspace) = model.templates else {
      Issue.record("not Eigenfaces")
      return
    }
    #expect(subspace.mean[4] == 9.0866666666666660e+01)
    #expect(subspace.axes.rows == 4_900 && subspace.axes.columns == 30)
    #expect(subspace.projections.rows == 30)
    #expect(model.labels == Array(repeating: 0, count: 30))
    #expect(model.threshold == nil)
    #expect(throws: ModelFileError.self) {
      try ModelFile.load(
        path, assuming: AssumedModel(method: .eigen, size: PixelSize(width: 92, height: 112)))
    }
    #expect(throws: ModelFileError.self) {
      try ModelFile.load(path, assuming: AssumedModel(method: .lbph, size: size))
    }
  }

  @Test(
    "of OpenCV 2.4, Fisherfaces, loads when its kind and size are told",
    .enabled(if: RealFaces.isPresent))
  func oldFisherfaces() throws {
    let path = file("cv24_fisher_emotion_200x200.xml")
    #expect(try ModelFile.inspect(path).layout == .openCV24)
    let model = try ModelFile.load(
      path,
      assuming: AssumedModel(method: .fisher, size: PixelSize(width: 200, height: 200)))
    #expect(model.labels == Array(repeating: 0, count: 10) + Array(repeating: 1, count: 6))
    guard case .fisher(let subspace) = model.templates else {
      Issue.record("not Fisherfaces")
      return
    }
    #expect(subspace.mean[0] == 117.4375)
    #expect(subspace.axes.columns == 1)
  }

  @Test(
    "of OpenCV 3, Fisherfaces, loads; the size it does not store is supposed and said",
    .enabled(if: RealFaces.isPresent))
  func newFisherfaces() throws {
    let path = file("cv3_fisher_orl_negatives_92x112.xml")
    let opened = try ModelFile.open(path)
    #expect(opened.layout == .openCV3)
    #expect(opened.model.method == .fisher)
    #expect(opened.model.manifest.size == PixelSize(width: 92, height: 112))
    #expect(opened.notes.count == 1)
    #expect(opened.notes.first?.contains("--size") == true)
    #expect(opened.model.labels.count == 403)
    #expect(opened.model.labels.filter { $0 == 2 }.count == 400)
    let told = try ModelFile.open(
      path, assuming: AssumedModel(size: PixelSize(width: 112, height: 92)))
    #expect(told.notes.isEmpty)
    #expect(told.model.manifest.size == PixelSize(width: 112, height: 92))
    #expect(
      throws: ModelFileError.contradicts(path: path, asked: "Eigenfaces", found: "Fisherfaces")
    ) { try ModelFile.load(path, assuming: AssumedModel(method: .eigen)) }
  }

  @Test("of OpenCV 3, LBPH, loads when its size is told", .enabled(if: RealFaces.isPresent))
  func newHistograms() throws {
    let path = file("cv3_lbph_actors.yml")
    #expect(
      throws: ModelFileError.needsAnswers(
        path: path, layout: .openCV3, method: false, size: true)
    ) { try ModelFile.load(path) }
    let model = try ModelFile.load(
      path, assuming: AssumedModel(size: PixelSize(width: 100, height: 100)))
    guard case .lbph(let histograms) = model.templates else {
      Issue.record("not LBPH")
      return
    }
    #expect(histograms.pattern == LocalBinaryPattern())
    #expect(histograms.histograms.count == 18 * 16_384)
    #expect(histograms.histograms[0] == 7.65306130e-02)
    #expect(model.labels == [0, 0, 0] + Array(repeating: 1, count: 14) + [2])
    let copy = folder.file("copy.h5")
    try model.savedQuickly(copy)
    #expect(try ModelFile.load(copy) == model)
  }

  @Test("that is a Git LFS pointer is named as one", .enabled(if: RealFaces.isPresent))
  func pointer() throws {
    let path = file("lfs_pointer_eigen.yml")
    let error = ModelFileError.notAModel(
      path: path, found: .gitLFSPointer(bytes: 624_219_424))
    #expect(throws: error) { try ModelFile.load(path) }
    #expect(throws: error) { try ModelFile.inspect(path) }
    #expect(error.hint == "fetch the file itself with 'git lfs pull'")
  }

  // MARK: things taken for models

  @Test(
    "that is no model is called what it is",
    arguments: [
      (
        "<?xml version=\"1.0\"?>\n<opencv_storage>\n<cascade type_id=\"opencv-cascade-classifier\">"
          + "<stageType>BOOST</stageType></cascade>\n</opencv_storage>\n", "a detector cascade"
      ),
      (
        "%YAML:1.0\n---\nopencv_ml_svm:\n   format: 3\n",
        "an OpenCV file with the key 'opencv_ml_svm'"
      ),
      ("<!DOCTYPE html>\n<html><body>404</body></html>", "a web page"),
      ("\n\n  <html>", "a web page"),
      ("P5\n92 112\n255\n", "a PGM picture"),
      ("\u{89}PNG", "a text of another kind"),
      ("Dear diary", "a text of another kind"),
      ("PK\u{3}\u{4}zip", "a ZIP archive"),
    ])
  func foreign(text: String, words: String) throws {
    let path = folder.file("thing.yml")
    try write(text, path)
    do {
      _ = try ModelFile.load(path)
      Issue.record("loaded")
    } catch let error as ModelFileError {
      #expect(error.message == "\(path) is \(words), not a face model")
    }
  }

  @Test(
    "that is an installed cascade is called one",
    arguments: ["haarcascade_frontalface_default", "haarcascade_eye"])
  func installedCascade(name: String) {
    let path = "/usr/share/opencv4/haarcascades/\(name).xml"
    #expect(throws: ModelFileError.notAModel(path: path, found: .cascade)) {
      try ModelFile.load(path)
    }
  }

  // MARK: ways to write YAML

  private static let yaml = """
    %YAML:1.0
    ---
    opencv_eigenfaces:
       threshold: 1.7976931348623157e+308
       num_components: 1
       mean: !!opencv-matrix
          rows: 1
          cols: 4
          dt: d
          data: [ 1., 2.5000000000000000e+00, 3.,
              4. ]
       eigenvalues: !!opencv-matrix
          rows: 1
          cols: 1
          dt: d
          data: [ 9. ]
       eigenvectors: !!opencv-matrix
          rows: 4
          cols: 1
          dt: d
          data: [ .5, 5e-1, +0.5, -0.5 ]
       projections:
          - !!opencv-matrix
             rows: 1
             cols: 1
             dt: d
             data: [ -7. ]
          - !!opencv-matrix
             rows: 1
             cols: 1
             dt: d
             data: [ 7. ]
       labels: !!opencv-matrix
          rows: 2
          cols: 1
          dt: i
          data: [ 3, 5 ]
       labelsInfo:
          - { label:3, value:Zoë }
          -
             label: 5
             value: "bob: smith"

    """

  private func loaded(_ text: String) throws -> FaceModel {
    let path = folder.file("theirs.yml")
    try write(text, path)
    return try ModelFile.load(path)
  }

  @Test("in OpenCV's plain form gives its numbers and names")
  func plainForm() throws {
    let model = try loaded(FilesByOthersTests.yaml)
    #expect(model.roster[3] == "Zoë")
    #expect(model.roster[5] == "bob: smith")
    #expect(model.threshold == nil)
    #expect(model.labels == [3, 5])
    #expect(model.manifest.size == PixelSize(width: 2, height: 2))
    guard case .eigen(let subspace) = model.templates else { return }
    #expect(subspace.mean == [1, 2.5, 3, 4])
    #expect(subspace.axes.elements == [0.5, 0.5, 0.5, -0.5])
    #expect(subspace.projections.elements == [-7, 7])
  }

  @Test(
    "may be written otherwise and means the same",
    arguments: [
      ("line ends of DOS", "\n", "\r\n"),
      ("YAML's own header", "%YAML:1.0", "%YAML 1.0"),
      ("no header", "%YAML:1.0\n---\n", ""),
      ("a byte-order mark", "%YAML:1.0", "\u{FEFF}%YAML:1.0"),
      ("comments", "   threshold", "# trained in 2014\n   # by me\n   threshold"),
      ("a comment after a value", "num_components: 1", "num_components: 1 # one axis"),
      ("a long tag", "mean: !!opencv-matrix", "mean: !<tag:yaml.org,2002:opencv-matrix>"),
      ("labels in a row", "rows: 2\n      cols: 1", "rows: 1\n      cols: 2"),
      (
        "labels as OpenCV 5 writes them", "labels: !!opencv-matrix\n      rows: 2\n      cols: 1",
        "labels: !!opencv-nd-matrix\n      sizes: [ 2 ]"
      ),
      ("the header of OpenCV 5", "%YAML:1.0", "%YAML 1.2"),
      ("labels as bytes", "dt: i", "dt: u"),
      ("labels as doubles", "dt: i\n      data: [ 3, 5 ]", "dt: d\n      data: [ 3., 5. ]"),
      (
        "eigenvalues as floats", "cols: 1\n      dt: d\n      data: [ 9. ]",
        "cols: 1\n      dt: f\n      data: [ 9. ]"
      ),
      ("a quoted type", "cols: 4\n      dt: d", "cols: 4\n      dt: \"1d\""),
      ("an end mark", "value: \"bob: smith\"\n", "value: \"bob: smith\"\n...\n"),
      ("no threshold", "   threshold: 1.7976931348623157e+308\n", ""),
      (
        "a flow map as matrix",
        "eigenvalues: !!opencv-matrix\n      rows: 1\n      cols: 1\n      dt: d\n      data: [ 9. ]",
        "eigenvalues: !!opencv-matrix { rows:1, cols:1, dt:d, data:[ 9. ] }"
      ),
      (
        "base64",
        "data: [ 9. ]",
        "data: !!binary |\n         MWQgICAgICAgICAgICAgICAgICAgICAgAAAAAAAAIkA="
      ),
      (
        "base64 on two lines",
        "data: [ 9. ]",
        "data: !!binary |\n         MWQgICAgICAgICAgICAgICAgICAg\n         ICAgAAAAAAAAIkA="
      ),
    ])
  func variants(name: String, old: String, new: String) throws {
    let plain = try loaded(FilesByOthersTests.yaml)
    #expect(FilesByOthersTests.yaml.contains(old))
    #expect(try loaded(FilesByOthersTests.yaml.replacing(old, with: new)) == plain, "\(name)")
  }

  @Test("without names calls people by their numbers")
  func noNames() throws {
    let start = FilesByOthersTests.yaml.split(separator: "   labelsInfo:")[0]
    for ending in ["   labelsInfo:\n      []\n", "   labelsInfo: []\n", ""] {
      let model = try loaded(start + ending)
      #expect(model.roster.names.isEmpty)
      #expect(model.roster[5] == "5")
    }
  }

  @Test("in XML with a base64 block and in JSON with one gives the same")
  func base64Elsewhere() throws {
    let block = "MWQgICAgICAgICAgICAgICAgICAgICAgAAAAAAAAIkA="
    let model = try loaded(FilesByOthersTests.yaml)
    for (suffix, old, new) in [
      ("xml", "<data>\n      9.</data>", "<data type_id=\"binary\">\n  \(block)\n  </data>"),
      ("json", "\"data\": [ 9.0 ]", "\"data\": \"$base64$\(block)\""),
    ] {
      let path = folder.file("ours.\(suffix)")
      let text = String(decoding: try model.savedQuickly(path), as: UTF8.self)
      #expect(text.contains(old))
      try write(text.replacing(old, with: new), path)
      #expect(try ModelFile.load(path) == model)
    }
  }
}
