import CooperativeWork
import FaceImages
import FaceVocabulary

/// A face cut out of a frame, with what was measured on it.
struct CutFace: Sendable {
  /// The picture to store.
  var image: GrayImage
  /// Box and eyes in the coordinates of ``image``.
  var box: PixelRect
  var leftEye: PixelPoint?
  var rightEye: PixelPoint?
  var quality: FaceQuality
  /// The part of the frame that ``image`` shows.
  var crop: PixelRect
  var thumbnail: Thumbnail
  /// The head in the frame.
  var head: SeenHead
}

/// Finds, cuts and measures the faces of frames. Not Sendable: it holds a detector.
final class FaceCutter {
  private let settings: CaptureSettings
  private let finder: HeadFinder

  /// - Parameter keeping: cut faces that wait to be stored, at most.
  /// - Throws: ``FaceSizeError`` where such faces cannot be kept or read again; ``DetectorError``.
  init(_ settings: CaptureSettings, keeping: Int, work: Work) throws {
    if let size = settings.size {
      try FaceRoom.checkPixels(of: size)
      try FaceRoom.check(
        size, faces: keeping * (settings.withMirrors ? 2 : 1), bytesPerPixel: 1,
        work: work.limited(to: 1))
    }
    self.settings = settings
    finder = try HeadFinder(settings: settings.detector)
  }

  /// The heads of a frame: told by the source, or found.
  func heads(in frame: Frame) throws(DetectorError) -> [SeenHead] {
    if settings.boxes == .told, let head = frame.toldHead { return [head] }
    return try finder.heads(in: frame.image, profiles: settings.profiles, eyes: true)
  }

  /// The heads that are to be kept, the largest first.
  func chosen(of heads: [SeenHead]) -> Result<[SeenHead], FrameReason> {
    // Sorted by place, so that of two equally large faces the upper left one is taken.
    let sorted = heads.enumerated().sorted {
      ($0.element.box.area, -$0.offset) > ($1.element.box.area, -$1.offset)
    }.map(\.element)
    guard let largest = sorted.first else { return .failure(FrameReason(.noFace)) }
    switch settings.faces {
    case .all: return .success(sorted)
    case .largest: return .success([largest])
    case .only:
      return sorted.count == 1
        ? .success([largest]) : .failure(FrameReason(.severalFaces(sorted.count)))
    }
  }

  /// How far the face of `head` is turned, as the face itself tells.
  func estimatedYaw(of head: SeenHead, in frame: Frame) throws(DetectorError) -> YawEstimate? {
    try finder.yaw(of: head, in: frame.image)
  }

  /// What is measured on a face before it is cut: its own region or the one around the point.
  func quality(of head: SeenHead, in image: GrayImage) throws -> FaceQuality? {
    var region = head.box
    if let point = settings.measuredAt {
      region = PixelRect(
        x: Int(point.x) - head.box.width / 2, y: Int(point.y) - head.box.height / 2,
        width: head.box.width, height: head.box.height)
      guard point.x >= 0, point.y >= 0, point.x < Double(image.width),
        point.y < Double(image.height)
      else { return nil }
    }
    let eyes = head.leftEye.flatMap { left in head.rightEye.map { (left, $0) } }
    return try FaceQuality.measure(image, in: region, eyes: eyes)
  }

  /// Measures and cuts a face: a square around its box with the margin, moved into the frame where
  /// it sticks out, clipped where it is larger than the frame.
  func cut(_ head: SeenHead, from frame: Frame) throws -> Result<CutFace, FrameReason> {
    guard let quality = try quality(of: head, in: frame.image) else {
      return .failure(FrameReason(settings.measuredAt == nil ? .noFace : .pointOutside))
    }
    let faults = settings.limits.faults(of: quality)
    guard faults.isEmpty else { return .failure(FrameReason(.poor(faults), quality: quality)) }
    let crop = Self.square(around: head.box, margin: settings.margin, within: frame.image.size)
    let part = frame.image.cropped(to: crop)
    let size = settings.size ?? part.size
    let image = try ImageFilter.resized(part, to: size)
    let across = Double(size.width) / Double(crop.width)
    let down = Double(size.height) / Double(crop.height)
    func moved(_ point: PixelPoint?) -> PixelPoint? {
      // Pixel centres lie at whole numbers, so a scaled picture is shifted by half a pixel.
      point.map {
        PixelPoint(
          x: ($0.x - Double(crop.x) + 0.5) * across - 0.5,
          y: ($0.y - Double(crop.y) + 0.5) * down - 0.5)
      }
    }
    let left = Int((Double(head.box.x - crop.x) * across).rounded())
    let top = Int((Double(head.box.y - crop.y) * down).rounded())
    let box = PixelRect(
      x: left, y: top, width: max(1, Int((Double(head.box.width) * across).rounded())),
      height: max(1, Int((Double(head.box.height) * down).rounded())))
    return .success(
      CutFace(
        image: image, box: CropBox.clipped(box, to: size) ?? box, leftEye: moved(head.leftEye),
        rightEye: moved(head.rightEye), quality: quality, crop: crop, thumbnail: Thumbnail(image),
        head: head))
  }

  /// The square that is cut out around `box`.
  static func square(
    around box: PixelRect, margin: Double, within frame: PixelSize
  ) -> PixelRect {
    let wished = Int((Double(max(box.width, box.height)) * (1 + 2 * margin)).rounded())
    let width = max(1, min(wished, frame.width))
    let height = max(1, min(wished, frame.height))
    let x = box.x + (box.width - width) / 2
    let y = box.y + (box.height - height) / 2
    return PixelRect(
      x: max(0, min(frame.width - width, x)), y: max(0, min(frame.height - height, y)),
      width: width, height: height)
  }
}

/// A rejection that can be thrown, with what was measured before.
struct FrameReason: Error {
  let rejection: FrameRejection
  var quality: FaceQuality?

  init(_ rejection: FrameRejection, quality: FaceQuality? = nil) {
    self.rejection = rejection
    self.quality = quality
  }
}
