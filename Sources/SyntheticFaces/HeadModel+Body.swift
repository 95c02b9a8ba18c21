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
    let nape = relative.outward(Vector(0, -2.05, -0.36))
    let throat = Ellipsoid(
      from: Vector(0, -0.25, -0.10), to: nape, width: 0.47 * wide, depth: 0.47 * wide, blend: 0.14)
    posed.neck = [throat]
    let shoulders = f.shoulderWidth
    let parts = [
      Ellipsoid(
        Vector(0, -2.80, -0.42), Vector(1.75 * shoulders, 1.10, 0.75), blend: 0.1),
      Ellipsoid(Vector(0, -1.78, -0.42), Vector(1.00 * shoulders, 0.26, 0.42), blend: 0.5),
      Ellipsoid(
        Vector(0, -1.50, -0.34), Vector(0.60 * wide, 0.14, 0.58 * wide), blend: 0.10),
    ]
    posed.cloth = parts.map { $0.turned(relative) }
    return posed
  }
}
