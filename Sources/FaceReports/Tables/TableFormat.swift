/// The forms a ``Table`` can be written in.
package enum TableFormat: String, CaseIterable, Sendable {
  case text
  case csv
  case tsv
  case json
  case markdown
  case latex
  case html

  /// Whether the form is for programs: keys instead of titles, every column, full precision.
  package var isForMachines: Bool {
    switch self {
    case .csv, .tsv, .json: true
    case .text, .markdown, .latex, .html: false
    }
  }
}

extension Table {
  /// The table in `format`, every line ended by a line feed.
  ///
  /// - Parameters:
  ///   - width: columns of the terminal, for text only; nil sets no limit.
  ///   - inks: colours, for text only.
  package func rendered(
    as format: TableFormat, width: Int? = nil, inks: Inks = .none
  ) -> String {
    switch format {
    case .text: text(width: width, inks: inks)
    case .csv: csv()
    case .tsv: tsv()
    case .json: json()
    case .markdown: markdown()
    case .latex: latex()
    case .html: html()
    }
  }

  /// Positions of the columns that programs see, in order.
  var machineColumns: [Int] { columns.indices.filter { !columns[$0].key.isEmpty } }

  /// Positions of the columns that people see, in order.
  var titledColumns: [Int] { columns.indices.filter { columns[$0].title != nil } }

  /// The value at `row`, `column`; null where a row is short.
  func value(_ row: Int, _ column: Int) -> Value {
    column < rows[row].count ? rows[row][column] : .null
  }
}
