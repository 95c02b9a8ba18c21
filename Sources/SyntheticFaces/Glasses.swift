/// A pair of glasses: two rims with rounded corners, a bridge and two arms.
struct Glasses: Equatable, Sendable {
  /// Middle of a lens on the side x ≥ 0.
  var center: Vector
  var halfWidth: Float
  var halfHeight: Float
  /// Radius of the corners, at most the smaller half side.
  var corner: Float
  /// Half thickness of the frame.
  var tube: Float
  /// Where an arm meets the ear.
  var ear: Vector
}

/// Glasses ready to be measured for eight points.
struct GlassesLanes: Sendable {
  let shape: Glasses
  /// Balls around the lens and the arm on the side x ≥ 0.
  let balls: [BlockBounds]

  init(_ shape: Glasses) {
    self.shape = shape
    let arm = shape.center - shape.ear
    func ball(_ center: Vector, _ radius: Float) -> BlockBounds {
      BlockBounds(Ellipsoid(center, Vector(radius, radius, radius), blend: 0.01))
    }
    balls = [
      ball(shape.center, shape.halfWidth * 1.3),
      ball((shape.center + shape.ear) * 0.5, arm.length * 0.6),
    ]
  }

  /// Distance of points on the side x ≥ 0.
  @inline(__always)
  func distance(_ p: LanePoint) -> Lanes {
    // The lenses bend back a little towards the temples.
    let z = p.z - shape.center.z + 0.22 * p.x * p.x
    let ring = magnitude(lens(p))
    let rim = root(ring * ring + z * z)
    let hinge = Vector(
      shape.center.x + shape.halfWidth, shape.center.y + 0.3 * shape.halfHeight,
      shape.center.z - 0.22 * (shape.center.x + shape.halfWidth)
        * (shape.center.x + shape.halfWidth))
    let arm = Self.segment(p, from: hinge, to: shape.ear)
    let bridgeY = p.y - shape.center.y - 0.35 * shape.halfHeight
    let overhang = positive(p.x - (shape.center.x - shape.halfWidth))
    let bridge = root(bridgeY * bridgeY + z * z + overhang * overhang)
    // Arms are flat and look thick from the side.
    return least(least(rim, arm - 0.010), bridge) - shape.tube
  }

  /// Distance to the outline of the lens in its plane, < 0 within the lens.
  @inline(__always)
  func lens(_ p: LanePoint) -> Lanes {
    let dx = magnitude(p.x - shape.center.x) - (shape.halfWidth - shape.corner)
    let dy = magnitude(p.y - shape.center.y) - (shape.halfHeight - shape.corner)
    let ox = positive(dx)
    let oy = positive(dy)
    return root(ox * ox + oy * oy) + least(most(dx, dy), Lanes.zero) - shape.corner
  }

  @inline(__always)
  private static func segment(_ p: LanePoint, from a: Vector, to b: Vector) -> Lanes {
    let bone = b - a
    let px = p.x - a.x
    let py = p.y - a.y
    let pz = p.z - a.z
    let share = unit((px * bone.x + py * bone.y + pz * bone.z) * (1 / bone.dot(bone)))
    let dx = px - share * bone.x
    let dy = py - share * bone.y
    let dz = pz - share * bone.z
    return root(dx * dx + dy * dy + dz * dz)
  }
}
