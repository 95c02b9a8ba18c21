import CooperativeWork

/// Orthonormal vectors of a growing search space, one a row.
struct KrylovBasis {
  /// Length of a vector.
  let size: Int
  /// Vectors so far.
  private(set) var count = 0
  private var vectors: [Double]

  init(size: Int, capacity: Int) {
    self.size = size
    vectors = []
    vectors.reserveCapacity(size * capacity)
  }

  /// Adds rows that are orthonormal and orthogonal to the basis.
  mutating func append(_ rows: Matrix) {
    vectors += rows.elements
    count += rows.rows
  }

  /// Takes the basis out of every row of `image`, and returns what was taken:
  /// image rows × basis vectors.
  ///
  /// Twice: first the latest `near` vectors, in exact arithmetic the only ones that an image of the
  /// latest block shares anything with, then all of them, for what rounding left.
  func orthogonalise(_ image: inout Matrix, near: Int, work: Work) throws -> Matrix {
    var taken = Matrix(rows: image.rows, columns: count)
    for range in [max(0, count - near)..<count, 0..<count] {
      let shares = try shares(of: image, in: range, work: work)
      try subtract(shares, in: range, from: &image, work: work)
      for row in 0..<image.rows {
        for (index, vector) in range.enumerated() { taken[row, vector] += shares[row, index] }
      }
    }
    return taken
  }

  /// The vectors that `pairs`, eigenpairs of the projected matrix, stand for.
  func combine(_ pairs: EigenPairs, work: Work) throws -> EigenPairs {
    let basis = Matrix(rows: count, columns: size, elements: vectors)
    var combined = try pairs.vectors.times(basis, work: work)
    combined.fixRowSigns()
    return EigenPairs(values: pairs.values, vectors: combined)
  }

  /// image · basisᵀ for the vectors in `range`, a tile of them a thread.
  private func shares(of image: Matrix, in range: Range<Int>, work: Work) throws -> Matrix {
    let tile = 64
    let (rows, size, count) = (image.rows, size, range.count)
    var shares = Matrix(rows: rows, columns: count)
    try shares.elements.withUnsafeMutableBufferPointer { target in
      try vectors.withUnsafeBufferPointer { basis in
        try image.elements.withUnsafeBufferPointer { image in
          guard let target = DisjointMemory(target), let basis = ReadOnlyMemory(basis),
            let image = ReadOnlyMemory(image)
          else { return }
          _ = try work.map(count: (count + tile - 1) / tile) { index in
            let first = index * tile
            SingleThreadedBLAS.multiply(
              transposingB: true, rows, min(tile, count - first), size, image.start, size,
              basis.start + (range.lowerBound + first) * size, size, target.start + first, count)
          }
        }
      }
    }
    return shares
  }

  /// image −= shares · basis for the vectors in `range`, a tile of entries a thread.
  private func subtract(
    _ shares: Matrix, in range: Range<Int>, from image: inout Matrix, work: Work
  ) throws {
    let tile = 256
    let (rows, size, count) = (image.rows, size, range.count)
    try image.elements.withUnsafeMutableBufferPointer { target in
      try vectors.withUnsafeBufferPointer { basis in
        try shares.elements.withUnsafeBufferPointer { shares in
          guard let target = DisjointMemory(target), let basis = ReadOnlyMemory(basis),
            let shares = ReadOnlyMemory(shares)
          else { return }
          _ = try work.map(count: (size + tile - 1) / tile) { index in
            let first = index * tile
            SingleThreadedBLAS.multiply(
              rows, min(tile, size - first), count, shares.start, count,
              basis.start + range.lowerBound * size + first, size, scale: -1, keeping: 1,
              target.start + first, size)
          }
        }
      }
    }
  }
}
