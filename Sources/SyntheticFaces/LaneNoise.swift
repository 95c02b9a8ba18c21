/// Smooth random values in space, from a hash of the surrounding whole-numbered points.
enum LaneNoise {
  /// Value noise in 0 … 1 at points of a lattice of unit spacing; |coordinates| < 2²².
  @inline(__always)
  static func value(_ x: Lanes, _ y: Lanes, _ z: Lanes, seed: UInt32) -> Lanes {
    let (ix, fx) = split(x)
    let (iy, fy) = split(y)
    let (iz, fz) = split(z)
    let hx = ix &* 0x8DA6_B343
    let hy = iy &* 0xD816_3841
    let hz = (iz &* 0xCB1A_B31F) &+ seed
    let hx1 = hx &+ 0x8DA6_B343
    let hy1 = hy &+ 0xD816_3841
    let hz1 = hz &+ 0xCB1A_B31F
    let sx = fx * fx * (3 - 2 * fx)
    let sy = fy * fy * (3 - 2 * fy)
    let sz = fz * fz * (3 - 2 * fz)
    let near = mixed(
      mixed(corner(hx &+ hy &+ hz), corner(hx1 &+ hy &+ hz), sx),
      mixed(corner(hx &+ hy1 &+ hz), corner(hx1 &+ hy1 &+ hz), sx), sy)
    let far = mixed(
      mixed(corner(hx &+ hy &+ hz1), corner(hx1 &+ hy &+ hz1), sx),
      mixed(corner(hx &+ hy1 &+ hz1), corner(hx1 &+ hy1 &+ hz1), sx), sy)
    return mixed(near, far, sz)
  }

  /// Whole part (as bits that count up with it) and fraction.
  @inline(__always)
  private static func split(_ a: Lanes) -> (LaneBits, Lanes) {
    // Adding 1.5·2²³ leaves the nearest whole number in the low bits of the mantissa.
    let shifted = (a - 0.5) + 12_582_912
    let fraction = unit(a - (shifted - 12_582_912))
    return (unsafeBitCast(shifted, to: LaneBits.self), fraction)
  }

  /// A hash as a value in 0 ..< 1.
  @inline(__always)
  private static func corner(_ bits: LaneBits) -> Lanes {
    var h = bits ^ (bits &>> 15)
    h = h &* 0x2C1B_3C6D
    h = h ^ (h &>> 13)
    return unsafeBitCast((h &>> 9) | 0x3F80_0000, to: Lanes.self) - 1
  }
}

extension SIMD8 where Scalar == UInt32 {
  @inline(__always)
  fileprivate static func &* (a: Self, b: UInt32) -> Self { a &* Self(repeating: b) }
  @inline(__always)
  fileprivate static func &+ (a: Self, b: UInt32) -> Self { a &+ Self(repeating: b) }
  @inline(__always)
  fileprivate static func | (a: Self, b: UInt32) -> Self { a | Self(repeating: b) }
  @inline(__always)
  static func &>> (a: Self, b: UInt32) -> Self { a &>> Self(repeating: b) }
}
