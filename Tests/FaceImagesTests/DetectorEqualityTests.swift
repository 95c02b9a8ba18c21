import FaceImages
import FaceVocabulary
import TestSupport
import Testing

/// A search with bounds is what OpenCV's own call gives; forty cells of it: `SharedSearchesTests`.
struct DetectorEqualityTests {
  @Test(
    "a largest size bounds the windows as in a plain search",
    .enabled(if: RealFaces.isPresent, "FACEBENCH_DATA names no folder"), arguments: [30, 40, 90])
  func largestSize(side: Int) throws {
    let detector = try FaceDetector(cascade: "haarcascade_frontalface_alt2")
    for image in try SharedSearchesTests.photos() {
      var settings = DetectorSettings()
      (settings.minSize, settings.maxSize, settings.neighbors) = (24, side, 2)
      let ours = try detector.detect(in: image, settings: settings).map(\.box)
      #expect(try ours == detector.plainSearch(in: image, settings: settings))
    }
  }
}
