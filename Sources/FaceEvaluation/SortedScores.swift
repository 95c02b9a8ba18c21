/// Distances in rising order, sorted once; every count under a threshold is a binary search.
package struct SortedScores: Equatable, Sendable {
  /// Rising; misses stand at the end as +∞. Never NaN.
  package let values: [Double]

  /// Sorts `scores`; NaN is left out.
  ///
  /// - Complexity: O(n): radix sort over the bits of the numbers, 0.4 s for ten million.
  package init(_ scores: [Double]) {
    // Adding zero makes −0 equal to +0 in its bits as well.
    let hasNaN = scores.withUnsafeBufferPointer { $0.contains { $0.isNaN } }
    let numbers = hasNaN ? scores.filter { !$0.isNaN } : scores
    values = numbers.count < 4096 ? numbers.map { $0 + 0 }.sorted() : RadixSort.sorted(numbers)
  }

  package var count: Int { values.count }

  /// Scores that are accepted at `threshold`: strictly under it, as OpenCV decides.
  package func count(below threshold: Double) -> Int {
    var low = 0
    var high = values.count
    while low < high {
      let middle = (low + high) / 2
      if values[middle] < threshold { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Scores that are numbers, misses aside.
  package var finiteCount: Int { count(below: .infinity) }

  /// The highest score that is no miss.
  package var largestFinite: Double? {
    let finite = finiteCount
    return finite > 0 ? values[finite - 1] : nil
  }
}

/// Sorts doubles by their bits: eleven at a time, least significant first, passes in which all
/// numbers agree skipped.
enum RadixSort {
  private static let digitBits: UInt64 = 11
  private static let buckets = 1 << 11
  private static let passes = 6

  /// `numbers` (no NaN) in rising order; −0 becomes 0.
  static func sorted(_ numbers: [Double]) -> [Double] {
    var counts = [Int](repeating: 0, count: buckets * passes)
    var keys = [UInt64](unsafeUninitializedCapacity: numbers.count) { keys, count in
      numbers.withUnsafeBufferPointer { numbers in
        counts.withUnsafeMutableBufferPointer { counts in
          for index in 0..<numbers.count {
            let key = orderedBits(numbers[index] + 0)
            keys.initializeElement(at: index, to: key)
            for pass in 0..<passes { counts[pass * buckets + digit(of: key, pass)] &+= 1 }
          }
        }
      }
      count = numbers.count
    }
    var spare = [UInt64](unsafeUninitializedCapacity: numbers.count) { spare, count in
      spare.initialize(repeating: 0)
      count = numbers.count
    }
    for pass in 0..<passes {
      let range = pass * buckets..<(pass + 1) * buckets
      if counts[range].contains(numbers.count) { continue }
      var position = 0
      var starts = counts[range].map { size -> Int in
        defer { position += size }
        return position
      }
      scatter(keys, into: &spare, by: pass, at: &starts)
      swap(&keys, &spare)
    }
    return [Double](unsafeUninitializedCapacity: keys.count) { values, count in
      keys.withUnsafeBufferPointer { keys in
        for index in 0..<keys.count {
          values.initializeElement(at: index, to: number(fromOrdered: keys[index]))
        }
      }
      count = keys.count
    }
  }

  /// Moves every key to the next free place of its digit.
  private static func scatter(
    _ keys: [UInt64], into sorted: inout [UInt64], by pass: Int, at starts: inout [Int]
  ) {
    keys.withUnsafeBufferPointer { keys in
      sorted.withUnsafeMutableBufferPointer { sorted in
        starts.withUnsafeMutableBufferPointer { starts in
          for index in 0..<keys.count {
            let digit = digit(of: keys[index], pass)
            let place = starts[digit]
            sorted[place] = keys[index]
            starts[digit] = place &+ 1
          }
        }
      }
    }
  }

  @inline(__always)
  private static func digit(of key: UInt64, _ pass: Int) -> Int {
    Int(truncatingIfNeeded: (key >> (UInt64(pass) * digitBits)) & UInt64(buckets - 1))
  }

  /// Bits whose order as whole numbers is the order of the doubles.
  @inline(__always)
  private static func orderedBits(_ number: Double) -> UInt64 {
    let bits = number.bitPattern
    return bits >> 63 == 1 ? ~bits : bits | (1 << 63)
  }

  @inline(__always)
  private static func number(fromOrdered key: UInt64) -> Double {
    Double(bitPattern: key >> 63 == 1 ? key & ~(1 << 63) : ~key)
  }
}
