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
      across * rotation.x.x + up * rotation.x.y - rotation.x.z,
      across * rotation.y.x + up * rotation.y.y - rotation.y.z,
      across * rotation.z.x + up * rotation.z.y - rotation.z.z
    ).normalized
  }

  /// Where a point of the head's space appears.
  func project(_ point: Vector) -> PixelPoint {
    let world = rotation.outward(point)
    let scale = focal / (Self.distance - world.z)
    return PixelPoint(x: Double(centerX + world.x * scale), y: Double(centerY - world.y * scale))
  }
}

/// The rays of one tile: a cone in the head's space.
struct RayCone {
  let origin: Vector
  /// Length 1.
  let axis: Vector
  /// Radius per distance.
  let spread: Float

  /// Whether the cone comes within `margin` of a block, and how far along.
  func meets(_ block: BlockBounds, margin: Float) -> (near: Float, far: Float)? {
    let offset = block.center - origin
    let along = offset.dot(axis)
    let away = offset - axis * along
    let square = away.dot(away)
    let wide = margin + block.blend + spread * max(0, along)
    let loose = wide + block.reach
    guard square < loose * loose else { return nil }
    // How far the ellipsoid reaches towards the axis is less than its largest half length.
    if square > 1e-6 {
      let distance = square.squareRoot()
      let limit = wide + block.reach(towards: away * (1 / distance))
      guard distance < limit else { return nil }
    }
    let depth = margin + block.blend + block.reach(towards: axis)
    return along + depth > 0 ? (along - depth, along + depth) : nil
  }
}

/// The ellipsoid that a block fills, for finding out what rays can meet it.
struct BlockBounds: Equatable, Sendable {
  let center: Vector
  /// Half axes.
  let x: Vector
  let y: Vector
  let z: Vector
  /// Width over which the block melts into others beyond its surface.
  let blend: Float
  /// The largest half length.
  let reach: Float

  init(_ shape: Ellipsoid) {
    center = shape.center
    x = shape.frame.x * shape.radii.x
    y = shape.frame.y * shape.radii.y
    z = shape.frame.z * shape.radii.z
    blend = shape.blend
    reach = max(shape.radii.x, max(shape.radii.y, shape.radii.z))
  }

  private init(center: Vector, x: Vector, y: Vector, z: Vector, blend: Float, reach: Float) {
    self.center = center
    self.x = x
    self.y = y
    self.z = z
    self.blend = blend
    self.reach = reach
  }

  /// The same block on the other side of the face.
  var mirrored: BlockBounds {
    func flipped(_ v: Vector) -> Vector { Vector(-v.x, v.y, v.z) }
    return BlockBounds(
      center: flipped(center), x: flipped(x), y: flipped(y), z: flipped(z), blend: blend,
      reach: reach)
  }

  /// Distance from the center to the tangent plane across a direction of length 1.
  func reach(towards direction: Vector) -> Float {
    let (a, b, c) = (x.dot(direction), y.dot(direction), z.dot(direction))
    return (a * a + b * b + c * c).squareRoot()
  }
}
