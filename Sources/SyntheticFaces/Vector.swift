/// A point or direction in space: x to the picture's right, y up, z towards the camera; decimetres.
struct Vector: Equatable, Sendable {
  var x: Float
  var y: Float
  var z: Float

  init(_ x: Float, _ y: Float, _ z: Float) {
    self.x = x
    self.y = y
    self.z = z
  }

  static func + (a: Vector, b: Vector) -> Vector { Vector(a.x + b.x, a.y + b.y, a.z + b.z) }
  static func - (a: Vector, b: Vector) -> Vector { Vector(a.x - b.x, a.y - b.y, a.z - b.z) }
  static func * (a: Vector, scale: Float) -> Vector {
    Vector(a.x * scale, a.y * scale, a.z * scale)
  }

  func dot(_ other: Vector) -> Float { x * other.x + y * other.y + z * other.z }

  func cross(_ other: Vector) -> Vector {
    Vector(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  var length: Float { dot(self).squareRoot() }
  var normalized: Vector { self * (1 / length) }
}

/// A rotation, as the three axes of the turned frame.
struct Rotation: Equatable, Sendable {
  /// Where x, y and z of the turned frame point.
  let x: Vector
  let y: Vector
  let z: Vector

  static let none = Rotation(x: Vector(1, 0, 0), y: Vector(0, 1, 0), z: Vector(0, 0, 1))

  init(x: Vector, y: Vector, z: Vector) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The rotation of a head posed so: nod, then turn, then tilt.
  init(pose: HeadPose) {
    let (pitchSine, pitchCosine) = Self.sineCosine(degrees: pose.pitchDegrees)
    let (yawSine, yawCosine) = Self.sineCosine(degrees: pose.yawDegrees)
    // y points up here and down in pictures, so a clockwise tilt has a negative angle.
    let (rollSine, rollCosine) = Self.sineCosine(degrees: -pose.rollDegrees)
    func turned(_ v: Vector) -> Vector {
      let nodded = Vector(
        v.x, v.y * pitchCosine - v.z * pitchSine, v.y * pitchSine + v.z * pitchCosine)
      let yawed = Vector(
        nodded.x * yawCosine + nodded.z * yawSine, nodded.y,
        nodded.z * yawCosine - nodded.x * yawSine)
      return Vector(
        yawed.x * rollCosine - yawed.y * rollSine, yawed.x * rollSine + yawed.y * rollCosine,
        yawed.z)
    }
    self.init(x: turned(Vector(1, 0, 0)), y: turned(Vector(0, 1, 0)), z: turned(Vector(0, 0, 1)))
  }

  /// A frame whose z axis points along `direction`, its y axis as far up as possible.
  init(along direction: Vector) {
    let z = direction.normalized
    let helper = magnitudeBelow(z.y, 0.9) ? Vector(0, 1, 0) : Vector(0, 0, 1)
    let x = helper.cross(z).normalized
    self.init(x: x, y: z.cross(x), z: z)
  }

  /// From the turned frame to the outside.
  func outward(_ v: Vector) -> Vector { x * v.x + y * v.y + z * v.z }

  /// From the outside into the turned frame.
  func inward(_ v: Vector) -> Vector { Vector(x.dot(v), y.dot(v), z.dot(v)) }

  /// Sine and cosine from a rational polynomial: the same bits on every machine, to seven digits.
  static func sineCosine(degrees: Double) -> (Float, Float) {
    // Halve the angle five times, take the series, then double back.
    let radians = degrees * (3.141592653589793 / 180) / 32
    let square = radians * radians
    var sine = radians * (1 - square / 6 * (1 - square / 20 * (1 - square / 42)))
    var cosine = 1 - square / 2 * (1 - square / 12 * (1 - square / 30 * (1 - square / 56)))
    for _ in 0..<5 { (sine, cosine) = (2 * sine * cosine, cosine * cosine - sine * sine) }
    return (Float(sine), Float(cosine))
  }
}

private func magnitudeBelow(_ value: Float, _ bound: Float) -> Bool {
  value < bound && value > -bound
}
