import FaceReports

/// How tables say that the data cannot support a number.
enum WeakRows {
  /// Stands below a table with a weak row.
  static let note = "weak: too few people on one side for even this interval to hold."
}

extension Table.Value {
  /// The bounds of an interval, and whether it is weak.
  func flagged(weak isWeak: Bool) -> Table.Value {
    guard case .text(let bounds) = self, isWeak else { return self }
    return .text(bounds + " weak")
  }
}
