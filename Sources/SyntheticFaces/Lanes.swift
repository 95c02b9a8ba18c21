/// Eight pixels, or eight points in space, computed together.
///
/// Only +, −, ×, ÷ and bit operations are used on them: each is exact to IEEE 754, so the bytes of a
/// picture do not depend on a mathematics library.
typealias Lanes = SIMD8<Float>
typealias LaneMask = SIMDMask<SIMD8<Int32>>
typealias LaneBits = SIMD8<UInt32>

extension SIMD8 where Scalar == Float {
  /// The same value in every lane.
  @inline(__always)
  static func all(_ value: Float) -> Lanes { Lanes(repeating: value) }
}

// The standard library's `pointwiseMin` and `squareRoot` become branches and calls per lane; what
// follows stays whole vectors of bits and arithmetic.

/// The smaller of each pair.
@inline(__always)
func least(_ a: Lanes, _ b: Lanes) -> Lanes { a.replacing(with: b, where: b .< a) }

/// The larger of each pair.
@inline(__always)
func most(_ a: Lanes, _ b: Lanes) -> Lanes { a.replacing(with: b, where: b .> a) }

/// The value where it is above 0, else 0.
@inline(__always)
func positive(_ a: Lanes) -> Lanes {
  let bits = unsafeBitCast(a, to: SIMD8<Int32>.self)
  return unsafeBitCast(bits & ~(bits &>> SIMD8<Int32>(repeating: 31)), to: Lanes.self)
}

/// The value without its sign.
@inline(__always)
func magnitude(_ a: Lanes) -> Lanes {
  unsafeBitCast(
    unsafeBitCast(a, to: LaneBits.self) & LaneBits(repeating: 0x7FFF_FFFF), to: Lanes.self)
}

/// 1 where `a` ≥ 0, −1 elsewhere.
@inline(__always)
func sign(_ a: Lanes) -> Lanes {
  unsafeBitCast(
    (unsafeBitCast(a, to: LaneBits.self) & LaneBits(repeating: 0x8000_0000))
      | LaneBits(repeating: 0x3F80_0000), to: Lanes.self)
}

/// 1/√a to five digits for a > 0, a large number for 0: two Newton steps on a guess from the bits.
@inline(__always)
func reciprocalRoot(_ a: Lanes) -> Lanes {
  let guess = LaneBits(repeating: 0x5F37_59DF) &- (unsafeBitCast(a, to: LaneBits.self) &>> 1)
  var y = unsafeBitCast(guess, to: Lanes.self)
  let half = a * 0.5
  y = y * (1.5 - half * y * y)
  y = y * (1.5 - half * y * y)
  return y
}

/// As ``reciprocalRoot(_:)`` to three digits.
@inline(__always)
func roughReciprocalRoot(_ a: Lanes) -> Lanes {
  let guess = LaneBits(repeating: 0x5F37_59DF) &- (unsafeBitCast(a, to: LaneBits.self) &>> 1)
  let y = unsafeBitCast(guess, to: Lanes.self)
  return y * (1.5 - (a * 0.5) * y * y)
}

/// √a for a ≥ 0.
@inline(__always)
func root(_ a: Lanes) -> Lanes { a * reciprocalRoot(a) }

/// `a` kept within 0 … 1.
@inline(__always)
func unit(_ a: Lanes) -> Lanes { 1 - positive(1 - positive(a)) }

/// 0 below 0, 1 above 1, a smooth rise between.
@inline(__always)
func smoothed(_ a: Lanes) -> Lanes {
  let t = unit(a)
  return t * t * (3 - 2 * t)
}

/// `a` where `share` is 0, `b` where it is 1.
@inline(__always)
func mixed(_ a: Lanes, _ b: Lanes, _ share: Lanes) -> Lanes { a + (b - a) * share }

/// A bell of height 1 at 0 that reaches 0 at ±1 with a flat end.
@inline(__always)
func bell(_ a: Lanes) -> Lanes {
  let w = positive(1 - a * a)
  return w * w
}

/// The smaller of two distances with the crease filled in over a width `k` (`quarter` = 1/(4k)).
@inline(__always)
func smoothLeast(_ a: Lanes, _ b: Lanes, _ k: Lanes, _ quarter: Lanes) -> Lanes {
  let gap = a - b
  let h = positive(k - magnitude(gap))
  return a - positive(gap) - h * h * quarter
}

/// Eight points or directions.
struct LanePoint {
  var x: Lanes
  var y: Lanes
  var z: Lanes

  @inline(__always)
  init(_ x: Lanes, _ y: Lanes, _ z: Lanes) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The same point in every lane.
  @inline(__always)
  init(_ vector: Vector) {
    self.init(.all(vector.x), .all(vector.y), .all(vector.z))
  }

  @inline(__always)
  func dot(_ other: LanePoint) -> Lanes { x * other.x + y * other.y + z * other.z }

  /// This point moved by `distance` along `direction`.
  @inline(__always)
  func moved(_ distance: Lanes, along direction: LanePoint) -> LanePoint {
    LanePoint(
      x + direction.x * distance, y + direction.y * distance, z + direction.z * distance)
  }

  /// The direction with length 1.
  @inline(__always)
  var normalized: LanePoint {
    let scale = reciprocalRoot(dot(self))
    return LanePoint(x * scale, y * scale, z * scale)
  }
}
