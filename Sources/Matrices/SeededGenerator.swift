/// A small, fast random number generator whose whole state comes from one seed.
///
/// xoshiro256** by Blackman and Vigna ("Scrambled Linear Pseudorandom Number Generators", 2018),
/// seeded by SplitMix64. The sequence is part of every reproducible result: never change it.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: (UInt64, UInt64, UInt64, UInt64)

  package init(seed: UInt64) {
    var mixer = seed
    func mixed() -> UInt64 {
      mixer &+= 0x9E37_79B9_7F4A_7C15
      var z = mixer
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
    state = (mixed(), mixed(), mixed(), mixed())
  }

  /// A generator for one of several independent streams of the same seed.
  package init(seed: UInt64, stream: UInt64) {
    self.init(seed: seed ^ (stream &* 0xD1B5_4A32_D192_ED03 &+ 0x2545_F491_4F6C_DD1D))
  }

  package mutating func next() -> UInt64 {
    func rotated(_ x: UInt64, by k: UInt64) -> UInt64 { (x << k) | (x >> (64 - k)) }
    let result = rotated(state.1 &* 5, by: 7) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = rotated(state.3, by: 45)
    return result
  }

  /// A uniform value in 0 ..< 1 from the upper 53 bits.
  package mutating func uniform() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// A uniform whole number in 0 ..< `bound` without bias.
  package mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next(upperBound: UInt64(bound)))
  }

  /// `items` in a random order (Fisher and Yates).
  package mutating func shuffled<Item>(_ items: [Item]) -> [Item] {
    var order = items
    for last in stride(from: order.count - 1, to: 0, by: -1) {
      order.swapAt(last, below(last + 1))
    }
    return order
  }
}
