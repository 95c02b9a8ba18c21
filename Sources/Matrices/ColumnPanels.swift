import CMatrixKernels

/// A matrix of few columns in the order in which this processor multiplies rows with it.
///
/// Packed once, it is read once for every block of rows.
struct ColumnPanels: Sendable {
  /// Columns side by side in panels, the last of them filled up with zeros.
  let elements: [Double]

  /// - Complexity: O(rows·columns), and as much memory as `weights` take.
  init(_ weights: Matrix) {
    let size = fmk_panels_count(weights.rows, weights.columns)
    elements = [Double](unsafeUninitializedCapacity: size) { panels, count in
      count = size
      guard let start = panels.baseAddress else { return }
      fmk_panels_pack(weights.elements, weights.rows, weights.columns, start)
    }
  }
}
