import FaceImages
import FaceVocabulary
import TestSupport
import Testing

/// Sweeps group one search many times; every cell must be what OpenCV's own call gives.
struct DetectorEqualityTests {
  static let cascades = [
    "haarcascade_frontalface_default", "haarcascade_frontalface_alt",
    "haarcascade_frontalface_alt2", "haarcascade_profileface", "lbpcascade_frontalface",
    "lbpcascade_frontalface_improved",
  ]

  /// Two parts of a group photo, cut so that faces stand at the border.
  static func pictures() throws -> [GrayImage] {
    let image = try ForeignImages(worker: .besideThisProgram).decode(
      RealFaces.path("detect_boxes/dlib_faces/2007_007763.jpg")
    ).image
    return [
      image.cropped(to: PixelRect(x: 100, y: 80, width: 200, height: 180)),
      image.cropped(to: PixelRect(x: 300, y: 95, width: 130, height: 170)),
    ]
  }

  @Test(
    "every cell of a sweep equals a plain search, faces at the border included",
    .enabled(if: RealFaces.isPresent, "FACEBENCH_DATA names no folder"), arguments: cascades)
  func cellsEqualPlainSearches(cascade: String) throws {
    let detector = try FaceDetector(cascade: cascade)
    var boxes = 0
    // This cascade looks for faces of 45 pixels and more; those in the photo are smaller.
    let enlarged = cascade == "lbpcascade_frontalface_improved"
    for picture in try Self.pictures() {
      let image =
        enlarged
        ? try ImageFilter.resized(
          picture, to: PixelSize(width: picture.width * 2, height: picture.height * 2),
          interpolation: .linear) : picture
      for scale in [1.06, 1.1, 1.3] {
        for minSize in [20, 30] {
          let raw = try detector.candidates(in: image, scale: scale, minSize: minSize, maxSize: nil)
          for neighbors in [0, 1, 2, 3, 4, 5, 7, 10] {
            var settings = DetectorSettings()
            (settings.scale, settings.neighbors, settings.minSize) = (scale, neighbors, minSize)
            let plain = try detector.plainSearch(in: image, settings: settings)
            #expect(raw.grouped(neighbors: neighbors).map(\.box) == plain, "\(settings)")
            boxes += plain.count
          }
        }
      }
    }
    // Nothing found everywhere would be equal too.
    #expect(boxes > 50)
  }

  @Test(
    "a largest size bounds the windows as in a plain search",
    .enabled(if: RealFaces.isPresent, "FACEBENCH_DATA names no folder"), arguments: [30, 40, 90])
  func largestSize(side: Int) throws {
    let detector = try FaceDetector(cascade: "haarcascade_frontalface_alt2")
    for image in try Self.pictures() {
      var settings = DetectorSettings()
      (settings.minSize, settings.maxSize, settings.neighbors) = (24, side, 2)
      let ours = try detector.detect(in: image, settings: settings).map(\.box)
      #expect(try ours == detector.plainSearch(in: image, settings: settings))
    }
  }
}
