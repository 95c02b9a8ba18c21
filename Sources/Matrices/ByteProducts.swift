import CooperativeWork

/// Why a product of bytes could not be computed.
package enum ByteProductError: Error, Equatable, Sendable {
  /// oneDNN refused; `status` is its code.
  case byteProductFailed(status: Int)
}

/// Sums of products of bytes between all pairs of rows, or all pairs of columns.
///
/// Exact: every value is a whole number below 2⁵³. Tiles are independent, so any number of threads
/// gives the same bytes; only one triangle is multiplied.
struct ByteProducts {
  let bytes: ByteMatrix
  /// Whether the variables are the columns (a scatter matrix) or the rows (a Gram matrix).
  let betweenColumns: Bool
  let engine: ByteProductEngine

  /// Adds the products to `target`, a symmetric variables×variables matrix.
  func add(to target: inout Matrix, work: Work) throws {
    let variables = betweenColumns ? bytes.columns : bytes.rows
    precondition(target.rows == variables && target.columns == variables)
    guard !bytes.elements.isEmpty else { return }
    switch engine {
    case .shortIntegers:
      try ShortProducts(bytes: bytes, betweenColumns: betweenColumns).add(to: &target, work: work)
    case .byteInstructions: try add(by: .oneDNN, to: &target, work: work)
    case .floats: try add(by: .blas, to: &target, work: work)
    }
  }

  private func add(
    by library: LibraryByteProducts.Library, to target: inout Matrix, work: Work
  ) throws {
    try LibraryByteProducts(bytes: bytes, betweenColumns: betweenColumns, library: library).add(
      to: &target, work: work)
  }
}
