package import CooperativeWork

extension Matrix {
  /// Turns exact products of rows into products of the rows less their mean.
  ///
  /// The matrix is symmetric and holds whole numbers. In units of 1/n² all results are whole
  /// numbers too, exact while below 2⁵³: nothing is rounded but the last division.
  ///
  /// - Returns: the sum of every row before.
  /// - Throws: `Cancelled`, after which the products are of no use.
  package mutating func centreProducts(work: Work) throws -> [Double] {
    precondition(rows == columns, "products are a square matrix")
    let (count, block) = (rows, 64)
    let blocks = (count + block - 1) / block
    return try elements.withUnsafeMutableBufferPointer { cells in
      guard let memory = DisjointMemory(cells) else { return [] }
      let sums = try work.map(count: blocks) { index in
        (index * block..<min((index + 1) * block, count)).map { row in
          let start = memory.start + row * count
          var sum = 0.0
          for column in 0..<count { sum += start[column] }
          return sum
        }
      }.flatMap { $0 }
      let (n, squared) = (Double(count), Double(count) * Double(count))
      let total = sums.reduce(0, +)
      let shares = sums.map { n * $0 }
      _ = try work.map(count: blocks) { index in
        for row in index * block..<min((index + 1) * block, count) {
          let start = memory.start + row * count
          let share = total - shares[row]
          shares.withUnsafeBufferPointer { shares in
            for column in 0..<count {
              start[column] = (squared * start[column] + (share - shares[column])) / squared
            }
          }
        }
      }
      return sums
    }
  }

  /// The rows and the columns at `indices`, in that order.
  package func selectingSquare(_ indices: [Int]) -> Matrix {
    precondition(rows == columns, "a square matrix")
    let stride = columns
    let cells = [Double](unsafeUninitializedCapacity: indices.count * indices.count) {
      cells, count in
      elements.withUnsafeBufferPointer { source in
        for row in indices {
          for column in indices {
            cells.initializeElement(at: count, to: source[row * stride + column])
            count += 1
          }
        }
      }
    }
    return Matrix(rows: indices.count, columns: indices.count, elements: cells)
  }
}
