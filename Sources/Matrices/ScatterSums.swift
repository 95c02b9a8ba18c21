package import CooperativeWork

/// Count, sums and outer products of faces that have passed by: all that training needs of them.
///
/// Exact whole numbers, so sums over parts of a collection, from whatever machine and in whatever
/// order, add up to the same value as one pass over everything; faces can be taken out again.
/// Memory is columns² doubles, however many faces there were.
package struct ScatterSums: Equatable, Sendable {
  /// Faces so far.
  package private(set) var count = 0
  /// Sum of every pixel.
  package private(set) var sums: [Int]
  /// pixels×pixels sums of products, about the origin.
  package private(set) var products: Matrix

  /// Sums over no faces of `pixels` pixels.
  package init(pixels: Int) {
    sums = Array(repeating: 0, count: pixels)
    products = Matrix(rows: pixels, columns: pixels)
  }

  /// Adds the rows of `faces`.
  ///
  /// - Throws: ``ByteProductError``; `Cancelled`, after which the sums are of no use.
  package mutating func add(
    _ faces: ByteMatrix, engine: ByteProductEngine = .best, work: Work
  ) throws {
    precondition(faces.columns == sums.count, "faces of another size")
    try ByteProducts(bytes: faces, betweenColumns: true, engine: engine).add(
      to: &products, work: work)
    for (pixel, sum) in faces.columnSums().enumerated() { sums[pixel] += sum }
    count += faces.rows
  }

  /// Adds what another pass summed.
  package mutating func merge(_ other: ScatterSums) {
    combine(with: other, sign: 1)
  }

  /// Takes out faces that were added before.
  package mutating func remove(_ other: ScatterSums) {
    precondition(other.count <= count, "more faces than were added")
    combine(with: other, sign: -1)
  }

  private mutating func combine(with other: ScatterSums, sign: Int) {
    precondition(other.sums.count == sums.count, "faces of another size")
    count += sign * other.count
    for pixel in sums.indices { sums[pixel] += sign * other.sums[pixel] }
    let factor = Double(sign)
    products.elements.withUnsafeMutableBufferPointer { mine in
      other.products.elements.withUnsafeBufferPointer { theirs in
        for index in mine.indices { mine[index] += factor * theirs[index] }
      }
    }
  }

  /// Mean of every pixel; zeros when there are no faces.
  package var mean: [Double] { sums.map { count == 0 ? 0 : Double($0) / Double(count) } }

  /// The products about the mean, in the memory of the products themselves: Σ(x − μ)(x − μ)ᵀ.
  package consuming func centred() -> Matrix {
    let size = sums.count
    guard count > 0 else { return products }
    let total = Double(count)
    let pixelSums = sums.map { Double($0) }
    products.elements.withUnsafeMutableBufferPointer { cells in
      for row in 0..<size {
        let share = pixelSums[row] / total
        for column in 0...row {
          // The larger product first: both triangles see the same rounding.
          let value = cells[row * size + column] - share * pixelSums[column]
          cells[row * size + column] = value
          cells[column * size + row] = value
        }
      }
    }
    return products
  }
}
