package import FaceVocabulary

/// Eyes and mouth inside a face box: found or absent, never guessed. Picture coordinates.
package struct FaceFeatures: Equatable, Sendable {
  /// Centre of the eye on the picture's left.
  package var leftEye: PixelPoint?
  package var rightEye: PixelPoint?
  /// Centre of the mouth.
  package var mouth: PixelPoint?

  package init(leftEye: PixelPoint? = nil, rightEye: PixelPoint? = nil, mouth: PixelPoint? = nil) {
    self.leftEye = leftEye
    self.rightEye = rightEye
    self.mouth = mouth
  }
}

/// Finds eyes and mouth with cascades. Not Sendable: every thread needs its own.
///
/// Eyes come from `haarcascade_eye` in the upper part of the face, the mouth from
/// `haarcascade_smile` in its lower part (Debian ships no cascade for mouths, so a closed one is
/// often absent). A cascade is loaded when it is first needed.
package final class FeatureFinder {
  /// Width to which a face is brought before features are looked for, pixels.
  private static let faceWidth = 240

  private var eyeDetector: FaceDetector?
  private var mouthDetector: FaceDetector?

  package init() {}

  /// What can be found in `face`; the part of that box outside `image` is passed over.
  package func features(
    in image: GrayImage, face: PixelRect, eyes: Bool = true, mouth: Bool = true
  ) throws(DetectorError) -> FaceFeatures {
    var features = FaceFeatures()
    if eyes {
      let detector = try Self.load("haarcascade_eye", into: &eyeDetector)
      (features.leftEye, features.rightEye) = try findEyes(detector, image, face)
    }
    if mouth {
      let detector = try Self.load("haarcascade_smile", into: &mouthDetector)
      features.mouth = try findMouth(detector, image, face)
    }
    return features
  }

  private static func load(
    _ cascade: String, into slot: inout FaceDetector?
  ) throws(DetectorError) -> FaceDetector {
    if let slot { return slot }
    let loaded = try FaceDetector(cascade: cascade)
    slot = loaded
    return loaded
  }

  /// A part of the face, given in shares of its box, enlarged or reduced to a common scale.
  private struct Region {
    let image: GrayImage
    let origin: PixelPoint
    /// Picture pixels per region pixel.
    let pitch: Double

    init?(_ picture: GrayImage, face: PixelRect, top: Double, bottom: Double) throws(DetectorError)
    {
      let y = max(0, face.y + Int(Double(face.height) * top))
      let end = min(picture.height, face.y + Int(Double(face.height) * bottom))
      let x = max(0, face.x)
      let right = min(picture.width, face.x + face.width)
      guard right - x >= 8, end - y >= 8 else { return nil }
      let part = picture.cropped(to: PixelRect(x: x, y: y, width: right - x, height: end - y))
      pitch = Double(face.width) / Double(FeatureFinder.faceWidth)
      origin = PixelPoint(x: Double(x), y: Double(y))
      let size = PixelSize(
        width: max(8, Int((Double(part.width) / pitch).rounded())),
        height: max(8, Int((Double(part.height) / pitch).rounded())))
      do {
        image = try ImageFilter.equalized(ImageFilter.resized(part, to: size))
      } catch {
        throw .searchFailed("the face could not be brought to size")
      }
    }

    /// The centre of `box`, a region box, in the picture.
    func center(of box: PixelRect) -> PixelPoint {
      PixelPoint(
        x: origin.x + (Double(box.x) + Double(box.width - 1) / 2) * pitch,
        y: origin.y + (Double(box.y) + Double(box.height - 1) / 2) * pitch)
    }
  }

  private func findEyes(
    _ detector: FaceDetector, _ image: GrayImage, _ face: PixelRect
  ) throws(DetectorError) -> (PixelPoint?, PixelPoint?) {
    guard let region = try Region(image, face: face, top: 0.12, bottom: 0.62) else {
      return (nil, nil)
    }
    let found = try detector.candidates(
      in: region.image, scale: 1.05, minSize: Self.faceWidth / 8, maxSize: Self.faceWidth * 2 / 5
    ).grouped(neighbors: 4)
    let middle = Double(face.x) + Double(face.width) / 2
    let points = found.map { (point: region.center(of: $0.box), neighbors: $0.neighbors) }
    func best(_ isSide: (PixelPoint) -> Bool) -> (point: PixelPoint, neighbors: Int)? {
      points.filter { isSide($0.point) }.max {
        ($0.neighbors, -$0.point.y, -$0.point.x) < ($1.neighbors, -$1.point.y, -$1.point.x)
      }
    }
    let left = best { $0.x < middle }
    let right = best { $0.x >= middle }
    guard let left, let right else { return (left?.point, right?.point) }
    // Two hits on one eye, or one on a brow or a nostril: the surer one is kept, the other absent.
    let across = right.point.x - left.point.x
    let down = abs(right.point.y - left.point.y)
    if across >= 0.22 * Double(face.width) && down <= across { return (left.point, right.point) }
    return left.neighbors >= right.neighbors ? (left.point, nil) : (nil, right.point)
  }

  private func findMouth(
    _ detector: FaceDetector, _ image: GrayImage, _ face: PixelRect
  ) throws(DetectorError) -> PixelPoint? {
    guard let region = try Region(image, face: face, top: 0.58, bottom: 1.08) else { return nil }
    let found = try detector.candidates(
      in: region.image, scale: 1.1, minSize: Self.faceWidth / 8, maxSize: Self.faceWidth * 3 / 5
    ).grouped(neighbors: 12)
    let quarter = Double(face.width) / 4
    let middle = Double(face.x) + 2 * quarter
    return found.map { (point: region.center(of: $0.box), neighbors: $0.neighbors) }
      .filter { abs($0.point.x - middle) < quarter }
      .max { ($0.neighbors, -$0.point.y, -$0.point.x) < ($1.neighbors, -$1.point.y, -$1.point.x) }?
      .point
  }
}
