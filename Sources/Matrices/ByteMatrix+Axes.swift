import CMatrixKernels
package import CooperativeWork

extension ByteMatrix {
  /// Mean of every column; zeros when there are no rows.
  package func columnMeans() -> [Double] {
    columnSums().map { rows == 0 ? 0 : Double($0) / Double(rows) }
  }

  /// Σ shares[i]·(row `rows[i]`): as many numbers as columns.
  package func mixing(rows: [Int], shares: [Double]) -> [Double] {
    precondition(rows.count == shares.count, "one share a row")
    var mixed = [Double](repeating: 0, count: columns)
    elements.withUnsafeBufferPointer { source in
      guard let start = source.baseAddress else { return }
      let faces = rows.map { Optional(start + $0 * columns) }
      fmk_bytes_mix(faces, faces.count, shares, columns, &mixed)
    }
    return mixed
  }

  /// weights · (self − mean): weights.rows×columns, combinations of the rows less `mean`.
  ///
  /// With eigenvectors of the Gram matrix as weights these are the axes of the rows.
  ///
  /// - Complexity: O(weights.rows·rows·columns) time, a few tiles of memory a thread.
  package func combining(_ weights: Matrix, mean: [Double], work: Work) throws -> Matrix {
    precondition(weights.columns == rows && mean.count == columns, "one weight a row")
    let tile = Matrix.tile
    let (rows, columns, count) = (rows, columns, weights.rows)
    var result = Matrix(rows: count, columns: columns)
    guard rows > 0, columns > 0, count > 0 else { return result }
    try result.elements.withUnsafeMutableBufferPointer { target in
      try elements.withUnsafeBufferPointer { source in
        try weights.elements.withUnsafeBufferPointer { weights in
          guard let target = DisjointMemory(target), let source = ReadOnlyMemory(source),
            let weights = ReadOnlyMemory(weights)
          else { return }
          _ = try work.map(
            count: (columns + tile - 1) / tile,
            makeLane: { Scratch<Double>(count: rows * tile) }
          ) { lane, index in
            let first = index * tile
            let width = min(tile, columns - first)
            mean.withUnsafeBufferPointer { mean in
              guard let mean = mean.baseAddress else { return }
              for row in 0..<rows {
                fmk_bytes_subtract(
                  source.start + row * columns + first, mean + first, width,
                  lane.start + row * width)
              }
            }
            SingleThreadedBLAS.multiply(
              count, width, rows, weights.start, rows, lane.start, width, target.start + first,
              columns)
          }
        }
      }
    }
    return result
  }
}
