/// A dense matrix of doubles, row after row.
package struct Matrix: Equatable, Sendable {
  package let rows: Int
  package let columns: Int
  /// rows × columns values, row-major.
  package var elements: [Double]

  /// A matrix over `elements`, which must hold exactly rows × columns values.
  package init(rows: Int, columns: Int, elements: [Double]) {
    precondition(
      elements.count == rows * columns, "matrix of \(rows)x\(columns) needs as many values")
    self.rows = rows
    self.columns = columns
    self.elements = elements
  }

  /// A matrix filled with `value`.
  package init(rows: Int, columns: Int, filledWith value: Double = 0) {
    self.init(
      rows: rows, columns: columns, elements: Array(repeating: value, count: rows * columns))
  }

  package subscript(row: Int, column: Int) -> Double {
    get { elements[row * columns + column] }
    set { elements[row * columns + column] = newValue }
  }

  /// The values of one row.
  package func row(_ index: Int) -> ArraySlice<Double> {
    elements[index * columns..<(index + 1) * columns]
  }
}
