/// Eight pixels, or eight points in space, computed together.
typealias Lanes = SIMD8<Float>
/// Numbers of `fhk_material` in eight lanes.
typealias LaneKinds = SIMD8<Int32>

extension SIMD8 where Scalar == Float {
  /// The same value in every lane.
  @inline(__always)
  static func all(_ value: Float) -> Lanes { Lanes(repeating: value) }
}

/// 1/√a to five digits for a > 0: two Newton steps on a guess from the bits, as in the kernels.
@inline(__always)
private func reciprocalRoot(_ a: Lanes) -> Lanes {
  let bits = unsafeBitCast(a, to: SIMD8<UInt32>.self)
  var y = unsafeBitCast(SIMD8(repeating: 0x5F37_59DF) &- (bits &>> 1), to: Lanes.self)
  let half = a * 0.5
  y = y * (1.5 - half * y * y)
  y = y * (1.5 - half * y * y)
  return y
}

extension SIMD8 where Scalar == UInt32 {
  @inline(__always)
  fileprivate static func &>> (a: Self, b: UInt32) -> Self { a &>> Self(repeating: b) }
}

/// Eight points or directions, laid out as the kernels read them.
struct LanePoint {
  var x: Lanes
  var y: Lanes
  var z: Lanes

  /// The directions with length 1.
  @inline(__always)
  var normalized: LanePoint {
    let scale = reciprocalRoot(x * x + y * y + z * z)
    return LanePoint(x: x * scale, y: y * scale, z: z * scale)
  }

  /// These points moved by `distance` along `direction`.
  @inline(__always)
  func moved(_ distance: Lanes, along direction: LanePoint) -> LanePoint {
    LanePoint(
      x: x + direction.x * distance, y: y + direction.y * distance, z: z + direction.z * distance)
  }
}

extension LanePoint {
  /// The same point in every lane.
  @inline(__always)
  init(_ vector: Vector) {
    self.init(x: .all(vector.x), y: .all(vector.y), z: .all(vector.z))
  }
}
