package import CooperativeWork

extension Matrix {
  /// Rows or columns of a product that one thread computes at a time; part of every result's bytes.
  static let tile = 256

  /// self · other.
  ///
  /// Computed in fixed tiles, so any number of threads gives the same bytes.
  ///
  /// - Complexity: O(rows·columns·other.columns).
  package func times(_ other: Matrix, work: Work) throws -> Matrix {
    precondition(columns == other.rows, "inner sides differ: \(columns) and \(other.rows)")
    return try product(
      rows, other.columns, columns, transposingSelf: false, other, transposingOther: false, work)
  }

  /// self · otherᵀ.
  package func times(transposed other: Matrix, work: Work) throws -> Matrix {
    precondition(columns == other.columns, "inner sides differ: \(columns), \(other.columns)")
    return try product(
      rows, other.rows, columns, transposingSelf: false, other, transposingOther: true, work)
  }

  /// selfᵀ · other.
  package func transposedTimes(_ other: Matrix, work: Work) throws -> Matrix {
    precondition(rows == other.rows, "inner sides differ: \(rows) and \(other.rows)")
    return try product(
      columns, other.columns, rows, transposingSelf: true, other, transposingOther: false, work)
  }

  /// Rows and columns exchanged.
  package func transposed() -> Matrix {
    var result = Matrix(rows: columns, columns: rows)
    result.elements.withUnsafeMutableBufferPointer { target in
      elements.withUnsafeBufferPointer { source in
        // Squares of 16 keep both sides in the first cache.
        for firstRow in stride(from: 0, to: rows, by: 16) {
          for firstColumn in stride(from: 0, to: columns, by: 16) {
            for row in firstRow..<min(firstRow + 16, rows) {
              for column in firstColumn..<min(firstColumn + 16, columns) {
                target[column * rows + row] = source[row * columns + column]
              }
            }
          }
        }
      }
    }
    return result
  }

  /// The rows at `indices`, in that order.
  package func selecting(rows indices: [Int]) -> Matrix {
    var selected: [Double] = []
    selected.reserveCapacity(indices.count * columns)
    for index in indices { selected += row(index) }
    return Matrix(rows: indices.count, columns: columns, elements: selected)
  }

  private func product(
    _ m: Int, _ n: Int, _ k: Int, transposingSelf: Bool, _ other: Matrix, transposingOther: Bool,
    _ work: Work
  ) throws -> Matrix {
    var result = Matrix(rows: m, columns: n)
    guard m > 0, n > 0, k > 0 else { return result }
    let rowTiles = (m + Self.tile - 1) / Self.tile
    let columnTiles = (n + Self.tile - 1) / Self.tile
    try result.elements.withUnsafeMutableBufferPointer { target in
      try elements.withUnsafeBufferPointer { left in
        try other.elements.withUnsafeBufferPointer { right in
          guard let target = DisjointMemory(target), let left = ReadOnlyMemory(left),
            let right = ReadOnlyMemory(right)
          else { return }
          let (leftStride, rightStride) = (columns, other.columns)
          _ = try work.map(count: rowTiles * columnTiles) { index in
            let row = index / columnTiles * Self.tile
            let column = index % columnTiles * Self.tile
            SingleThreadedBLAS.multiply(
              transposingA: transposingSelf, transposingB: transposingOther,
              min(Self.tile, m - row), min(Self.tile, n - column), k,
              left.start + (transposingSelf ? row : row * leftStride), leftStride,
              right.start + (transposingOther ? column * rightStride : column), rightStride,
              target.start + row * n + column, n)
          }
        }
      }
    }
    return result
  }
}
