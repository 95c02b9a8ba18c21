import CMatrixKernels

/// Templates in single precision, and how far distances to them can be from those to the real ones.
///
/// Templates and probes are taken from the templates' mean before they are rounded, so that an offset
/// they share costs no digits.
struct RoundedTemplates: Sendable {
  /// Rows of templates in panels of ``lanes``.
  let panels: [Float]
  /// Half the square of every rounded template's norm, infinite where a panel is filled up.
  let halves: [Float]
  /// The templates' mean.
  private let centre: [Double]
  /// The largest norm of a rounded template, and the largest of what rounding took.
  private let largest: (norm: Double, error: Double)

  /// Templates of a panel.
  static let lanes = Int(FMK_NEAREST_LANES)
  /// Between these, squares neither vanish nor overflow in single precision.
  private static let reaches = 1e-10...1e15

  /// Nil where numbers are missing, infinite or so large that single precision cannot hold squares.
  init?(_ templates: Matrix) {
    var centre = [Double](repeating: 0, count: templates.columns)
    for row in 0..<templates.rows {
      let start = row * templates.columns
      for column in centre.indices { centre[column] += templates.elements[start + column] }
    }
    for column in centre.indices { centre[column] /= Double(templates.rows) }
    let rounded = RoundedRows(
      templates.elements[...], rows: templates.rows, length: templates.columns, centre: centre)
    let norm = rounded.norms.max() ?? 0
    guard rounded.norms.allSatisfy({ $0 <= Self.reaches.upperBound }),
      rounded.errors.allSatisfy(\.isFinite), templates.columns < 1 << 16
    else { return nil }
    let panelCount = (templates.rows + Self.lanes - 1) / Self.lanes
    let size = panelCount * Self.lanes * templates.columns
    panels = [Float](unsafeUninitializedCapacity: size) { panels, count in
      count = size
      guard let start = panels.baseAddress else { return }
      fmk_floats_interleave(rounded.elements, templates.rows, templates.columns, start)
    }
    halves = (0..<panelCount * Self.lanes).map {
      $0 < templates.rows ? Float(rounded.norms[$0] * rounded.norms[$0] / 2) : .infinity
    }
    self.centre = centre
    largest = (norm, rounded.errors.max() ?? 0)
  }

  /// Rows of probes as the templates were rounded.
  func rounding(_ probes: ArraySlice<Double>, rows: Int) -> RoundedRows {
    RoundedRows(probes, rows: rows, length: centre.count, centre: centre)
  }

  /// Scores of every row, ½‖t‖² − row·t for all lanes of the panels: smaller is nearer.
  func scores(of rows: RoundedRows) -> [Float] {
    let size = rows.norms.count * halves.count
    return [Float](unsafeUninitializedCapacity: size) { scores, count in
      count = size
      guard let start = scores.baseAddress else { return }
      fmk_floats_score(
        rows.elements, rows.norms.count, centre.count, panels, halves, halves.count / Self.lanes,
        start)
    }
  }

  /// The score up to which a template may be no farther than one whose score is `score`; nil where
  /// single precision cannot tell.
  ///
  /// With x and t rounded, ‖x − t‖² = ‖x‖² + 2·(exact score). A product of k numbers is off by at most
  /// γ‖x‖‖t‖ in any order of summing, γ = k·u/(1 − k·u) (Higham, “Accuracy and Stability of Numerical
  /// Algorithms”, 2002, §3.1), halves and the difference by u(‖x‖ + ‖t‖)² together; as much again is
  /// far more than what double precision loses here. Rounding moved each of the two by its error.
  func limit(score: Float, norm: Double, error: Double) -> Float? {
    let reach = norm + largest.norm
    guard Self.reaches.contains(reach) else { return nil }
    let unit = 0x1p-24
    let share = Double(centre.count + 2) * unit
    let scoreError = share / (1 - share) * norm * largest.norm + 2 * unit * reach * reach
    let moved = (error + largest.error) * (1 + 0x1p-10) + reach * 0x1p-50
    let square = norm * norm
    let distance = max(0, square + 2 * (Double(score) + scoreError)).squareRoot() + moved
    // Distances are compared as computed, in double precision.
    let farthest = distance * (1 + Double(centre.count + 16) * 0x1p-50) + moved
    let limit = Float((farthest * farthest - square) / 2 + scoreError).nextUp
    return limit.isFinite ? limit : nil
  }
}

/// Rows less a centre in single precision.
struct RoundedRows: Sendable {
  /// rows×length.
  let elements: [Float]
  /// The norm of every rounded row.
  let norms: [Double]
  /// The norm of what rounding took from every row.
  let errors: [Double]

  init(_ source: ArraySlice<Double>, rows: Int, length: Int, centre: [Double]) {
    precondition(source.count == rows * length && centre.count == length, "rows of another length")
    var norms = [Double](repeating: 0, count: rows)
    var errors = norms
    elements = [Float](unsafeUninitializedCapacity: rows * length) { rounded, count in
      count = rows * length
      source.withUnsafeBufferPointer { source in
        guard let source = source.baseAddress, let rounded = rounded.baseAddress else { return }
        fmk_rows_round(source, rows, length, centre, rounded, &norms, &errors)
      }
    }
    (self.norms, self.errors) = (norms, errors)
  }
}
