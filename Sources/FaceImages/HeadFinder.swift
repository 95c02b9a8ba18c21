package import FaceVocabulary

/// A head that was found in a frame.
package struct SeenHead: Equatable, Sendable {
  package let box: PixelRect
  /// What found it.
  package let view: View
  /// Eyes in frame coordinates, where looked for and found.
  package var leftEye: PixelPoint?
  package var rightEye: PixelPoint?

  package init(
    box: PixelRect, view: View, leftEye: PixelPoint? = nil, rightEye: PixelPoint? = nil
  ) {
    self.box = box
    self.view = view
    self.leftEye = leftEye
    self.rightEye = rightEye
  }

  package enum View: String, Sendable {
    /// The source said where it is.
    case told
    case frontal
    /// A profile turned to the picture's left.
    case left
    case right
  }
}

/// Finds heads in frames, turned ones too, and estimates how far they are turned.
///
/// Not Sendable: every thread needs its own. Profile cascades are loaded when first needed.
package final class HeadFinder {
  private let settings: DetectorSettings
  private let frontal: FaceDetector
  private let features = FeatureFinder()
  private var profiles: [FaceDetector] = []

  /// The two cascades for profiles; both were trained on faces turned to the picture's left.
  private static let profileCascades = ["haarcascade_profileface", "lbpcascade_profileface"]
  /// Boxes that overlap more than this are one head: intersection over union.
  private static let sameHead = 0.2

  /// - Parameter settings: of the frontal cascade; scale, neighbours and sizes hold for the others.
  package init(settings: DetectorSettings) throws(DetectorError) {
    self.settings = settings
    frontal = try FaceDetector(cascade: settings.cascade)
  }

  /// The heads in `image`, sorted by place.
  ///
  /// - Parameters:
  ///   - profiles: look for profiles too where no frontal face is found.
  ///   - eyes: look for the eyes of frontal faces.
  package func heads(
    in image: GrayImage, profiles: Bool, eyes: Bool
  ) throws(DetectorError) -> [SeenHead] {
    let faces = try frontal.detect(in: image, settings: settings)
    if !faces.isEmpty {
      var heads: [SeenHead] = []
      for face in faces {
        let found =
          eyes
          ? try features.features(in: image, face: face.box, eyes: true, mouth: false)
          : FaceFeatures()
        heads.append(
          SeenHead(
            box: face.box, view: .frontal, leftEye: found.leftEye, rightEye: found.rightEye))
      }
      return heads
    }
    return profiles ? try turnedHeads(in: image) : []
  }

  /// Profiles in `image`, each once, the surest box of it.
  private func turnedHeads(in image: GrayImage) throws(DetectorError) -> [SeenHead] {
    var found: [(head: SeenHead, neighbors: Int)] = []
    let mirrored = image.mirrored()
    for detector in try profileDetectors() {
      for hit in try detector.detect(in: image, settings: settings) {
        found.append((SeenHead(box: hit.box, view: .left), hit.neighbors))
      }
      for hit in try detector.detect(in: mirrored, settings: settings) {
        let box = Self.turnedOver(hit.box, width: image.width)
        found.append((SeenHead(box: box, view: .right), hit.neighbors))
      }
    }
    var kept: [SeenHead] = []
    for hit in found.sorted(by: { ($0.neighbors, $1.head.box) > ($1.neighbors, $0.head.box) })
    where !kept.contains(where: { Self.overlap($0.box, hit.head.box) > Self.sameHead }) {
      kept.append(hit.head)
    }
    return kept.sorted { $0.box < $1.box }
  }

  /// How far the face in `box` of `image` is turned; nil where too little answers to it.
  ///
  /// The searches run at a fixed ratio of 1.1 whatever the settings are, because the estimate was
  /// fitted at that one. The share of hits is taken over boxes that overlap the face.
  package func yaw(of head: SeenHead, in image: GrayImage) throws(DetectorError) -> YawEstimate? {
    let around = CropBox.widened(head.box, by: 0.6)
    guard let part = CropBox.clipped(around, to: image.size) else { return nil }
    let region = image.cropped(to: part)
    let face = PixelRect(
      x: head.box.x - part.x, y: head.box.y - part.y, width: head.box.width,
      height: head.box.height)
    let mirrored = region.mirrored()
    let turnedFace = Self.turnedOver(face, width: region.width)
    var hits = YawEstimate.Hits()
    hits.frontal = try Self.hits(frontalForAngles(), in: region, on: face)
    let detectors = try profileDetectors()
    hits.leftHaar = try Self.hits(detectors[0], in: region, on: face)
    hits.rightHaar = try Self.hits(detectors[0], in: mirrored, on: turnedFace)
    hits.leftPatterns = try Self.hits(detectors[1], in: region, on: face)
    hits.rightPatterns = try Self.hits(detectors[1], in: mirrored, on: turnedFace)
    var eyes: Double?
    if head.view == .frontal, let left = head.leftEye, let right = head.rightEye {
      let middle = Double(head.box.x) + Double(head.box.width) / 2
      eyes = ((left.x + right.x) / 2 - middle) / Double(head.box.width)
    }
    return YawEstimate(hits: hits, eyes: eyes)
  }

  /// Most raw hits that agree on one box over `face`.
  private static func hits(
    _ detector: FaceDetector, in image: GrayImage, on face: PixelRect
  ) throws(DetectorError) -> Int {
    let side = max(face.width, face.height)
    let raw = try detector.candidates(
      in: image, scale: 1.1, minSize: max(24, side * 6 / 10), maxSize: nil)
    return raw.grouped(neighbors: 1).filter { overlap($0.box, face) > sameHead }
      .map(\.neighbors).max() ?? 0
  }

  /// The frontal cascade that the estimate was fitted with.
  private func frontalForAngles() throws(DetectorError) -> FaceDetector {
    let wanted = DetectorSettings().cascade
    return settings.cascade == wanted ? frontal : try FaceDetector(cascade: wanted)
  }

  private func profileDetectors() throws(DetectorError) -> [FaceDetector] {
    if profiles.isEmpty {
      for cascade in Self.profileCascades { profiles.append(try FaceDetector(cascade: cascade)) }
    }
    return profiles
  }

  private static func turnedOver(_ box: PixelRect, width: Int) -> PixelRect {
    PixelRect(x: width - box.x - box.width, y: box.y, width: box.width, height: box.height)
  }

  /// Intersection over union.
  private static func overlap(_ one: PixelRect, _ other: PixelRect) -> Double {
    let width = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    let height = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    guard width > 0, height > 0 else { return 0 }
    return Double(width * height) / Double(one.area + other.area - width * height)
  }
}
