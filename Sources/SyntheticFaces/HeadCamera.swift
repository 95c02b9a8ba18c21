import FaceVocabulary

/// A camera in front of a posed head, seen from the head's own space.
struct HeadCamera: Sendable {
  /// From the camera to the middle of the head, decimetres: a portrait lens at 1.4 m.
  static let distance: Float = 14
  /// Crown to chin of an average head, decimetres.
  static let headHeight: Float = 2.3

  let rotation: Rotation
  /// Where the camera stands, in the head's space.
  let position: Vector
  /// Picture position of the middle of the head.
  let centerX: Float
  let centerY: Float
  /// Pixels per unit of tangent.
  let focal: Float

  /// - Parameter headPixels: Crown to chin of an average head in pixels.
  init(pose: HeadPose, center: PixelPoint, headPixels: Double) {
    rotation = Rotation(pose: pose)
    position = rotation.inward(Vector(0, 0, Self.distance))
    centerX = Float(center.x)
    centerY = Float(center.y)
    focal = Float(headPixels) * Self.distance / Self.headHeight
  }

  /// Decimetres that one pixel covers at the middle of the head.
  var footprint: Float { Self.distance / focal }

  /// Unit directions through eight picture positions.
  @inline(__always)
  func directions(x: Lanes, y: Lanes) -> LanePoint {
    let across = (x - centerX) * (1 / focal)
    let up = (centerY - y) * (1 / focal)
    // World direction (across, up, −1), turned into the head's space.
    return LanePoint(
      x: across * rotation.x.x + up * rotation.x.y - rotation.x.z,
      y: across * rotation.y.x + up * rotation.y.y - rotation.y.z,
      z: across * rotation.z.x + up * rotation.z.y - rotation.z.z
    ).normalized
  }

  /// Where a point of the head's space appears.
  func project(_ point: Vector) -> PixelPoint {
    let world = rotation.outward(point)
    let scale = focal / (Self.distance - world.z)
    return PixelPoint(x: Double(centerX + world.x * scale), y: Double(centerY - world.y * scale))
  }
}
