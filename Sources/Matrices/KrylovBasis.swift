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

  /// Takes the basis out of every row of `image`, twice, and returns what was taken:
  /// image rows × basis vectors.
  func orthogonalise(_ image: inout Matrix, work: Work) throws -> Matrix {
    var taken = Matrix(rows: image.rows, columns: count)
    for _ in 0..<2 {
      let shares = try shares(of: image, work: work)
      try subtract(shares, from: &image, work: work)
      for index in taken.elements.indices { taken.elements[index] += shares.elements[index] }
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

  /// image · basisᵀ, a tile of basis vectors a thread.
  private func shares(of image: Matrix, work: Work) throws -> Matrix {
    let tile = 64
    let (rows, size, count) = (image.rows, size, count)
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
              basis.start + first * size, size, target.start + first, count)
          }
        }
      }
    }
    return shares
  }

  /// image −= shares · basis, a tile of entries a thread.
  private func subtract(_ shares: Matrix, from image: inout Matrix, work: Work) throws {
    let tile = 256
    let (rows, size, count) = (image.rows, size, count)
    try image.elements.withUnsafeMutableBufferPointer { target in
      try vectors.withUnsafeBufferPointer { basis in
        try shares.elements.withUnsafeBufferPointer { shares in
          guard let target = DisjointMemory(target), let basis = ReadOnlyMemory(basis),
            let shares = ReadOnlyMemory(shares)
          else { return }
          _ = try work.map(count: (size + tile - 1) / tile) { index in
            let first = index * tile
            SingleThreadedBLAS.multiply(
              rows, min(tile, size - first), count, shares.start, count, basis.start + first, size,
              scale: -1, keeping: 1, target.start + first, size)
          }
        }
      }
    }
  }
}
