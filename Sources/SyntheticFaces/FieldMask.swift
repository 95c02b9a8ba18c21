/// Some of up to 64 blocks, walked in rising order.
struct BlockSet: Equatable, Sendable, Sequence, IteratorProtocol {
  var bits: UInt64 = 0

  /// The first `count` blocks.
  static func first(_ count: Int) -> BlockSet {
    precondition(count < 64, "a head has fewer blocks of a kind")
    return BlockSet(bits: (1 << UInt64(count)) &- 1)
  }

  mutating func insert(_ index: Int) { bits |= 1 << UInt64(index) }

  @inline(__always)
  mutating func next() -> Int? {
    guard bits != 0 else { return nil }
    let index = bits.trailingZeroBitCount
    bits &= bits &- 1
    return index
  }
}

/// The blocks of a head that some rays can meet.
struct FieldMask: Equatable, Sendable {
  var skin = BlockSet()
  var swellings = BlockSet()
  var lids = BlockSet()
  var neck = BlockSet()
  var cloth = BlockSet()
  var cap = BlockSet()
  var fall = BlockSet()
  var glasses = false

  @inline(__always)
  var hasHair: Bool { cap.bits | fall.bits != 0 }
}
