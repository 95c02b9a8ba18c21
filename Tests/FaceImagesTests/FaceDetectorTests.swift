import CooperativeWork
import FaceImages
import FaceVocabulary
import Glibc
import TestSupport
import Testing

struct FaceDetectorTests {
  static let gray = GrayImage(
    size: PixelSize(width: 60, height: 60), pixels: Array(repeating: 100, count: 3600))

  @Test("a misspelt cascade is answered with the places tried and names alike")
  func misspelt() throws {
    do {
      _ = try FaceDetector(cascade: "haarcascade_frontalface_defualt")
      Issue.record("it was found")
    } catch {
      guard case .cascadeNotFound(_, let tried, let similar) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(tried.count == 2)
      #expect(similar.first == "haarcascade_frontalface_default")
      #expect(error.message.contains("/usr/share/opencv4/haarcascades/"))
      #expect(
        error.hint == "did you mean " + similar.map { "'\($0)'" }.joined(separator: ", ") + "?")
    }
  }

  @Test("detectors can be made by many threads at once")
  func concurrent() throws {
    let sizes = try Work(jobs: 8).map(count: 400) { _ in
      try FaceDetector(cascade: "lbpcascade_frontalface").window
    }
    #expect(Set(sizes) == [PixelSize(width: 24, height: 24)])
  }

  @Test("a cascade is found by name, by file name and by path")
  func ways() throws {
    let path = Cascades.folders[0] + "/haarcascade_eye.xml"
    for name in ["haarcascade_eye", "haarcascade_eye.xml", path] {
      #expect(try FaceDetector(cascade: name).window == PixelSize(width: 20, height: 20))
    }
    #expect(Cascades.installed().contains("lbpcascade_frontalface"))
  }

  static let badFiles: [(String, String)] = [
    ("", "is empty"),
    ("hello", "is a text file, not a cascade"),
    ("P5\n1 1\n255\n", "is a PBM/PGM/PPM picture, not a cascade"),
    ("<html><body>", "is an HTML page, not a cascade"),
    ("<?xml version=\"1.0\"?><a></a>", "is XML of another kind, not a cascade"),
    (
      "<?xml version=\"1.0\"?><opencv_storage><opencv_eigenfaces></opencv_eigenfaces></opencv_storage>",
      "is a face model, not a cascade"
    ),
    (
      "<?xml version=\"1.0\"?><opencv_storage><c type_id=\"opencv-haar-classifier\"></c></opencv_storage>",
      "before OpenCV 2.4"
    ),
    ("<?xml version=\"1.0\"?><opencv_storage><c>", "2 tags are not closed"),
    (
      "<?xml version=\"1.0\"?><opencv_storage><c>1</c></opencv_storage>", "no cascade of the format"
    ),
    (
      "<?xml version=\"1.0\"?><opencv_storage>" + String(repeating: "<a>", count: 60_000),
      "nests its tags deeper than 64"
    ),
  ]

  @Test("what is no cascade is refused in words", arguments: badFiles)
  func refused(content: String, words: String) throws {
    let folder = TemporaryFolder()
    let path = try folder.write(Array(content.utf8), as: "cascade.xml")
    do {
      _ = try FaceDetector(cascade: path)
      Issue.record("it was taken")
    } catch {
      #expect(error.message.contains(words), "\(error.message)")
    }
  }

  @Test(
    "a damaged cascade, cut or changed at many places, never ends the process", arguments: 0..<40)
  func damaged(seed: Int) throws {
    let folder = TemporaryFolder()
    var bytes = try folder.read(Cascades.folders[1] + "/lbpcascade_frontalface.xml")
    if seed % 2 == 0 {
      bytes.removeLast(bytes.count * (seed + 1) / 42)
    } else {
      let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
      // The header's sizes and counts come first; numbers there matter most.
      bytes[digits[seed * 3]] = 0x39
    }
    let path = try folder.write(bytes, as: "cascade.xml")
    do {
      let detector = try FaceDetector(cascade: path)
      _ = try detector.candidates(in: Self.gray, scale: 1.2, minSize: 0, maxSize: nil)
    } catch {
      #expect(!error.message.isEmpty)
    }
  }

  @Test(
    "a scale below 1.01 is refused with the bound", arguments: [1.009, 1, 0.5, -1, .nan, .infinity])
  func scale(scale: Double) throws {
    let detector = try FaceDetector(cascade: "lbpcascade_frontalface")
    var settings = DetectorSettings()
    settings.scale = scale
    do {
      _ = try detector.detect(in: Self.gray, settings: settings)
      Issue.record("it was taken")
    } catch {
      #expect(error.message.contains("at least 1.01"))
    }
  }

  @Test("bounds between which no window lies are told, with the nearest windows")
  func noScale() throws {
    let detector = try FaceDetector(cascade: "lbpcascade_frontalface")
    #expect(
      throws: DetectorError.noScaleBetween(minimum: 49, maximum: 51, nearest: [24, 48])
    ) {
      try detector.candidates(in: Self.gray, scale: 2, minSize: 49, maxSize: 51)
    }
    #expect(throws: DetectorError.sizesExchanged(minimum: 50, maximum: 30)) {
      try detector.candidates(in: Self.gray, scale: 1.1, minSize: 50, maxSize: 30)
    }
  }

  @Test("a picture smaller than the window has no face and no windows")
  func tiny() throws {
    let detector = try FaceDetector(cascade: "haarcascade_frontalface_default")
    let image = GrayImage(
      size: PixelSize(width: 5, height: 5), pixels: Array(repeating: 0, count: 25))
    let raw = try detector.candidates(in: image, scale: 1.1, minSize: 0, maxSize: nil)
    #expect(raw.boxes.isEmpty)
    #expect(raw.windows == 0)
  }

  @Test("windows are counted from sizes alone")
  func windows() {
    // 26x26 with a 24x24 window at one scale: 3x3 places, every second one.
    let windows = SearchWindows(
      image: PixelSize(width: 26, height: 26), window: PixelSize(width: 24, height: 24),
      scale: 1.5, minSize: 0, maxSize: 0)
    #expect(windows.count == 4)
    #expect(windows.widths == [24])
  }

  @Test(
    "a large photo is searched smaller and its boxes mapped back",
    .enabled(if: RealFaces.isPresent, "FACEBENCH_DATA names no folder"))
  func largePhoto() throws {
    let images = ForeignImages(worker: .besideThisProgram)
    let photo = try images.decode(RealFaces.path("detect_boxes/single/astronaut.png")).image
    let large = try ImageFilter.resized(photo, to: PixelSize(width: 4096, height: 4096))
    let detector = try FaceDetector(cascade: "lbpcascade_frontalface")
    var settings = DetectorSettings()
    (settings.minSize, settings.scale) = (500, 1.2)
    let found = try #require(try detector.detect(in: large, settings: settings).first).box
    // The truth is 171…299 x 62…191 of 512.
    #expect(abs(found.x + found.width / 2 - 8 * 225) < 250)
    #expect(abs(found.y + found.height / 2 - 8 * 118) < 250)
    #expect(found.width > 500)
  }

  @Test(
    "eyes and mouth are found in a smiling face and absent in a cat's",
    .enabled(if: RealFaces.isPresent, "FACEBENCH_DATA names no folder"))
  func features() throws {
    let images = ForeignImages(worker: .besideThisProgram)
    let photo = try images.decode(RealFaces.path("detect_boxes/single/astronaut.png")).image
    let detector = try FaceDetector(cascade: "haarcascade_frontalface_default")
    let face = try #require(
      try detector.detect(in: photo, settings: DetectorSettings()).max {
        $0.neighbors < $1.neighbors
      })
    let finder = FeatureFinder()
    let features = try finder.features(in: photo, face: face.box)
    let left = try #require(features.leftEye)
    let right = try #require(features.rightEye)
    let mouth = try #require(features.mouth)
    #expect(left.x < right.x)
    #expect(left.y < mouth.y && right.y < mouth.y)
    #expect(mouth.x > left.x - 10 && mouth.x < right.x + 10)
    let wall = try images.decode(RealFaces.path("detect_boxes/negatives/brick.png")).image
    let nothing = try finder.features(
      in: wall, face: PixelRect(x: 100, y: 100, width: 200, height: 200))
    #expect(nothing == FaceFeatures())
  }
}
