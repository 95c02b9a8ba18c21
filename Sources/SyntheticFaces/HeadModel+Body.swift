extension HeadModel {
  /// The head with the neck and shoulders it has when posed so, in the head's own space.
  ///
  /// The body follows half of the turn, as it does when somebody looks aside.
  func field(posed rotation: Rotation, bodyYawDegrees: Double) -> HeadField {
    let body = Rotation(pose: HeadPose(yawDegrees: bodyYawDegrees))
    let relative = Rotation(
      x: rotation.inward(body.x), y: rotation.inward(body.y), z: rotation.inward(body.z))
    var posed = field
    let f = features
    let wide = f.neckWidth
    let nape = relative.outward(Vector(0, -1.85, -0.40))
    let throat = Ellipsoid(
      from: Vector(0, -0.50, -0.16), to: nape, width: 0.52 * wide, depth: 0.50 * wide, blend: 0.12)
    posed.neck = [EllipsoidLanes(throat)]
    let shoulders = f.shoulderWidth
    let parts = [
      Ellipsoid(
        Vector(0, -2.95, -0.42), Vector(1.80 * shoulders, 1.05, 0.80), blend: 0.1),
      Ellipsoid(Vector(0, -1.98, -0.42), Vector(1.05 * shoulders, 0.30, 0.44), blend: 0.5),
      Ellipsoid(
        Vector(0, -1.70, -0.36), Vector(0.66 * wide, 0.17, 0.64 * wide), blend: 0.10),
    ]
    posed.cloth = parts.map { EllipsoidLanes($0.turned(relative)) }
    return posed
  }
}
