/// A building block of a head: an ellipsoid that melts into its neighbours.
struct Ellipsoid: Equatable, Sendable {
  var center: Vector
  /// Half lengths along the axes of ``frame``.
  var radii: Vector
  var frame: Rotation = .none
  /// Width over which it melts into what is already there.
  var blend: Float

  init(_ center: Vector, _ radii: Vector, blend: Float, frame: Rotation = .none) {
    self.center = center
    self.radii = radii
    self.blend = blend
    self.frame = frame
  }

  /// An ellipsoid stretched from `start` to `end`, `width` and `depth` its other half lengths.
  init(from start: Vector, to end: Vector, width: Float, depth: Float, blend: Float) {
    let bone = end - start
    // A spindle thins towards its ends, so it reaches a little past them.
    self.init(
      (start + end) * 0.5, Vector(width, depth, bone.length * 0.56), blend: blend,
      frame: Rotation(along: bone))
  }

  /// The ellipsoid as it lies after turning the space it was built in.
  func turned(_ rotation: Rotation) -> Ellipsoid {
    Ellipsoid(
      rotation.outward(center), radii, blend: blend,
      frame: Rotation(
        x: rotation.outward(frame.x), y: rotation.outward(frame.y),
        z: rotation.outward(frame.z)))
  }
}

/// An ellipsoid ready to be measured for eight points.
struct EllipsoidLanes: Sendable {
  // Rows of the map that makes the ellipsoid a unit ball, with the offset last.
  private let xx, xy, xz, x0: Lanes
  private let yx, yy, yz, y0: Lanes
  private let zx, zy, zz, z0: Lanes
  /// Inverse half lengths.
  private let ix, iy, iz: Lanes
  let blend: Lanes
  /// 1/(4·blend).
  let quarter: Lanes
  let bounds: BlockBounds

  init(_ shape: Ellipsoid) {
    let inverse = Vector(1 / shape.radii.x, 1 / shape.radii.y, 1 / shape.radii.z)
    let rows = (
      shape.frame.x * inverse.x, shape.frame.y * inverse.y, shape.frame.z * inverse.z
    )
    xx = .all(rows.0.x)
    xy = .all(rows.0.y)
    xz = .all(rows.0.z)
    x0 = .all(-rows.0.dot(shape.center))
    yx = .all(rows.1.x)
    yy = .all(rows.1.y)
    yz = .all(rows.1.z)
    y0 = .all(-rows.1.dot(shape.center))
    zx = .all(rows.2.x)
    zy = .all(rows.2.y)
    zz = .all(rows.2.z)
    z0 = .all(-rows.2.dot(shape.center))
    ix = .all(inverse.x)
    iy = .all(inverse.y)
    iz = .all(inverse.z)
    blend = .all(shape.blend)
    quarter = .all(0.25 / shape.blend)
    bounds = BlockBounds(shape)
  }

  /// The point in the ellipsoid's own coordinates, where the surface is the unit sphere.
  @inline(__always)
  func local(_ p: LanePoint) -> LanePoint {
    LanePoint(
      xx * p.x + xy * p.y + xz * p.z + x0, yx * p.x + yy * p.y + yz * p.z + y0,
      zx * p.x + zy * p.y + zz * p.z + z0)
  }

  /// Distance to the surface, < 0 inside, to first order: (|q| − 1) over the slope of |q|.
  @inline(__always)
  func distance(_ p: LanePoint) -> Lanes {
    let q = local(p)
    let square = q.dot(q)
    let gx = q.x * ix
    let gy = q.y * iy
    let gz = q.z * iz
    // The slope only scales the way to the surface, so a rough root of it is enough.
    return (square - root(square)) * roughReciprocalRoot(gx * gx + gy * gy + gz * gz)
  }

  /// `distance` with block `index` melted onto it.
  ///
  /// Never inlined: inside a loop the compiler takes the lanes apart, at twice the cost. Given the
  /// whole array, because a block on its own would be copied for every call.
  @inline(never)
  static func melted(
    _ blocks: [EllipsoidLanes], _ index: Int, onto distance: Lanes, at p: LanePoint
  ) -> Lanes {
    smoothLeast(
      distance, blocks[index].distance(p), blocks[index].blend, blocks[index].quarter)
  }

  /// 1 at the center, 0 at and beyond the surface, flat at both.
  @inline(__always)
  func swelling(_ p: LanePoint) -> Lanes {
    let q = local(p)
    let w = positive(1 - q.dot(q))
    return w * w
  }
}

/// A swelling (or a hollow, when `height` < 0) of the skin inside an ellipsoid.
struct Swelling: Equatable, Sendable {
  var shape: Ellipsoid
  /// How far the skin rises at the middle.
  var height: Float

  init(_ center: Vector, _ radii: Vector, height: Float, frame: Rotation = .none) {
    shape = Ellipsoid(center, radii, blend: 0.01, frame: frame)
    self.height = height
  }
}

/// A swelling ready to be measured for eight points.
struct SwellingLanes: Sendable {
  let shape: EllipsoidLanes
  let height: Lanes

  init(_ swelling: Swelling) {
    shape = EllipsoidLanes(swelling.shape)
    height = .all(swelling.height)
  }

  /// How far swelling `index` lifts the skin; as ``EllipsoidLanes/melted(_:_:onto:at:)``.
  @inline(never)
  static func rise(_ swellings: [SwellingLanes], _ index: Int, at p: LanePoint) -> Lanes {
    swellings[index].shape.swelling(p) * swellings[index].height
  }
}
