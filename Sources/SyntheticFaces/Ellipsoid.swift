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
