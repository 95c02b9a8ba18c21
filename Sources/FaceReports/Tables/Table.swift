/// A table of results, free of any output format; renderers turn it into text, CSV, JSON and others.
package struct Table: Equatable, Sendable {
  package var title: String?
  package var columns: [Column]
  /// One value a column in every row.
  package var rows: [[Value]]
  /// Sentences below the table in formats for people.
  package var notes: [String]
  /// Rows that stand out, by position; only coloured text shows it.
  package var marks: [Int: Mark] = [:]

  package init(
    title: String? = nil, columns: [Column], rows: [[Value]] = [], notes: [String] = []
  ) {
    self.title = title
    self.columns = columns
    self.rows = rows
    self.notes = notes
  }

  /// What one column holds and how people see it.
  package struct Column: Equatable, Sendable {
    /// The key of machine output, snake_case with its unit; empty for a column that only people see,
    /// such as an interval whose two ends are columns of their own in machine output.
    package var key: String
    /// The heading people see; nil leaves the column out of text output.
    package var title: String?
    /// How numbers are shown to people; machine output has full precision.
    package var display: Display

    package init(_ key: String, title: String?, display: Display = .plain) {
      self.key = key
      self.title = title
      self.display = display
    }

    /// A column that only people see; machine output leaves it out.
    package static func forPeople(_ title: String, display: Display = .plain) -> Column {
      Column("", title: title, display: display)
    }

    /// Whether the values are names that are typed again, so that they are never broken: a fixed rule
    /// on the key.
    package var holdsNames: Bool { ["result", "dataset", "model"].contains(key) }

    /// Whether the value depends on time, so that replays mask it: a fixed rule on the key.
    package var isTiming: Bool {
      if key == "threads" { return true }
      var stem = key[...]
      for statistic in ["_median", "_p95"] where stem.hasSuffix(statistic) {
        stem = stem.dropLast(statistic.count)
      }
      return ["_ms", "_s", "_per_s"].contains { stem.hasSuffix($0) }
    }
  }

  /// How numbers of a column are shown to people.
  package enum Display: Equatable, Sendable {
    /// Text as it is, numbers with up to six significant digits.
    case plain
    /// Fixed decimals; more for a number so small that it would look like 0.
    case decimals(Int)
    /// A share with fixed decimals; more where it would look like 0 or 1 and is not.
    case share(Int)
    /// The same in per cent.
    case percent(Int)
    /// A p-value with fixed decimals; one below the last of them as `< 0.0001`, for it is never 0.
    case pValue(Int)
  }

  /// What one cell holds.
  package enum Value: Equatable, Sendable {
    /// Not measured, or does not exist.
    case null
    case text(String)
    case integer(Int)
    case number(Double)
    case boolean(Bool)
    case list([Value])
    /// Nested rows for machine output: `candidates` of a prediction.
    case object([Field])
  }

  /// A named value inside ``Value/object(_:)``.
  package struct Field: Equatable, Sendable {
    package var key: String
    package var value: Value

    package init(_ key: String, _ value: Value) {
      self.key = key
      self.value = value
    }
  }
}
