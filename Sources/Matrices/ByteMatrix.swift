/// A dense matrix of bytes, row after row: n faces of d pixels each.
package struct ByteMatrix: Equatable, Sendable {
  package let rows: Int
  package let columns: Int
  /// rows × columns values, row-major.
  package var elements: [UInt8]

  /// A matrix over `elements`, which must hold exactly rows × columns values.
  package init(rows: Int, columns: Int, elements: [UInt8]) {
    precondition(
      elements.count == rows * columns, "matrix of \(rows)x\(columns) needs as many values")
    self.rows = rows
    self.columns = columns
    self.elements = elements
  }

  /// The values of one row.
  package func row(_ index: Int) -> ArraySlice<UInt8> {
    elements[index * columns..<(index + 1) * columns]
  }

  /// The rows at `indices`, in that order.
  package func selecting(rows indices: [Int]) -> ByteMatrix {
    var selected: [UInt8] = []
    selected.reserveCapacity(indices.count * columns)
    for index in indices { selected += row(index) }
    return ByteMatrix(rows: indices.count, columns: columns, elements: selected)
  }
}
