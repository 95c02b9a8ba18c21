import FaceReports

/// How tables say that the data cannot support a number.
enum WeakRows {
  /// Stands below a table with a weak row.
  static let note = "weak: too few people on one side for even this interval to hold."
  /// Stands below a comparison that is weak.
  static let differenceNote = "weak: too few people differ for even this interval to hold."

  /// One rate of a table whose rows hold several, and whether it is weak in each row.
  struct Rate {
    let title: String
    let isWeak: [Bool]
  }

  /// Which rates are weak in which rows, by the names of the rows or by their number; nil where none is.
  static func note(_ rates: [Rate], rows: [String]?) -> String? {
    let told = rates.filter { $0.isWeak.contains(true) }.map { rate in
      let count = rate.isWeak.count { $0 }
      if count == rate.isWeak.count { return rate.title }
      guard let rows else { return "\(rate.title) in \(count) of \(rate.isWeak.count) rows" }
      let names = zip(rows, rate.isWeak).filter(\.1).map(\.0)
      return "\(rate.title) of \(names.joined(separator: ", "))"
    }
    guard !told.isEmpty else { return nil }
    return
      "weak: \(told.joined(separator: ", ")): too few people on one side for even these intervals "
      + "to hold."
  }
}

extension Table.Value {
  /// The bounds of an interval, and whether it is weak.
  func flagged(weak isWeak: Bool) -> Table.Value {
    guard case .text(let bounds) = self, isWeak else { return self }
    return .text(bounds + " weak")
  }
}
