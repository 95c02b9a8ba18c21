extension Table {
  /// What stands for a value that depends on time when outputs are compared.
  package static let mask = "…"

  /// The table with every value of a timing column replaced by `…`, so that two runs look the same.
  ///
  /// Nulls stay: whether something was timed does not depend on time.
  package func masked() -> Table {
    var table = self
    for column in columns.indices where columns[column].isTiming {
      for row in rows.indices where column < rows[row].count && rows[row][column] != .null {
        table.rows[row][column] = .text(Table.mask)
      }
    }
    return table
  }
}
