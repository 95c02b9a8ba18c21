extension Table {
  /// The table as aligned text for a terminal: numbers flush right and rounded, `-` for null.
  ///
  /// Where it would be wider than `width`, headings are wrapped first and then long texts; then columns
  /// without any value and after them the rightmost ones are left out, and a line below says which.
  /// Numbers, names and words of up to 20 columns are never broken.
  ///
  /// - Parameters:
  ///   - width: columns of the terminal; nil sets no limit.
  ///   - inks: colours of headings and of marked rows; widths and words do not depend on them.
  package func text(width: Int? = nil, inks: Inks = .none) -> String {
    let layout = TextLayout(self, width: width.map { max($0, 10) })
    var lines: [String] = []
    if let title { lines += wrapped(VisibleText.of(title), to: width) }
    if !layout.columns.isEmpty {
      lines += layout.lines(of: layout.headings).map { inks($0, .heading) }
      for row in rows.indices {
        let cells = layout.lines(of: layout.cells[row])
        lines += marks[row].map { mark in cells.map { inks($0, mark.ink) } } ?? cells
      }
      if rows.isEmpty { lines.append("(none)") }
    }
    if !layout.leftOut.isEmpty {
      let names = layout.leftOut.map { VisibleText.of(columns[$0].title ?? "") }
      lines += wrapped(
        "(not shown at this width: " + names.joined(separator: ", ")
          + "; a wider window, --wide or --format csv has all)", to: width)
    }
    for note in notes { lines += wrapped(VisibleText.of(note), to: width) }
    return lines.map { $0 + "\n" }.joined()
  }

  private func wrapped(_ text: String, to width: Int?) -> [String] {
    WrappedText.lines(of: text, width: width.map { max($0, 10) } ?? Int.max)
  }
}

/// Which columns of a table fit on a terminal, and how wide each becomes.
private struct TextLayout {
  /// Columns shown, in order.
  private(set) var columns: [Int]
  /// Columns that did not fit, in order.
  private(set) var leftOut: [Int] = []
  /// Headings of all titled columns by position in the table.
  let headings: [Int: String]
  /// Cells by row, then by position of the column in the table.
  let cells: [[Int: String]]
  private var widths: [Int: Int] = [:]
  private let flushRight: Set<Int>

  private static let gap = 2
  /// Text columns are not squeezed under this many columns.
  private static let narrowestText = 10
  /// Words up to this long stay whole: names with a number, findings, the id of a cell. Of a longer
  /// one, such as a fingerprint, nobody reads the letters, and it would push out what is read.
  private static let longestWhole = 20
  /// Room for 99999.99, whatever the values are.
  private static let timingWidth = 8

  init(_ table: Table, width: Int?) {
    columns = table.titledColumns
    var headings: [Int: String] = [:]
    for column in columns { headings[column] = VisibleText.of(table.columns[column].title ?? "") }
    self.headings = headings
    let shown = columns
    cells = table.rows.indices.map { row in
      var line: [Int: String] = [:]
      for column in shown { line[column] = VisibleText.of(table.displayed(row, column)) }
      return line
    }
    flushRight = Set(columns.filter(table.isNumeric))

    var natural: [Int: Int] = [:]
    var snug: [Int: Int] = [:]
    var least: [Int: Int] = [:]
    for column in columns {
      let heading = headings[column] ?? ""
      // A faster or a slower run must not move the columns beside its timings.
      let reserved = table.columns[column].isTiming ? TextLayout.timingWidth : 0
      let content = cells.map { DisplayWidth.of($0[column] ?? "") }.reduce(reserved) { max($0, $1) }
      let word = TextLayout.widthOfTwoLines(heading)
      natural[column] = max(content, DisplayWidth.of(heading))
      snug[column] = max(1, content, word)
      let isWhole = flushRight.contains(column) || table.columns[column].holdsNames
      let whole = min(
        TextLayout.longestWord(of: cells.map { $0[column] ?? "" }), TextLayout.longestWhole)
      let needed = isWhole ? content : min(content, max(whole, TextLayout.narrowestText))
      least[column] = max(1, needed, word)
    }
    guard let width, total(natural) > width else {
      widths = natural
      return
    }
    dropColumns(until: width, least: least, emptyFirst: table)
    widths = least
    // A heading over two lines costs one line, a cell over two lines as many as there are rows.
    distribute(width, towards: snug)
    distribute(width, towards: natural)
    if columns.count == 1 { widths[columns[0]] = min(widths[columns[0]] ?? width, width) }
  }

  /// The least width at which `heading` takes no third line and no word of it is broken.
  private static func widthOfTwoLines(_ heading: String) -> Int {
    let word = longestWord(of: [heading])
    let whole = max(word, DisplayWidth.of(heading))
    return (word...whole).first { WrappedText.lines(of: heading, width: $0).count <= 2 } ?? whole
  }

  private static func longestWord(of texts: [String]) -> Int {
    texts.flatMap { $0.split(separator: " ") }.map { DisplayWidth.of($0) }.max() ?? 0
  }

  private func total(_ widths: [Int: Int]) -> Int {
    columns.reduce(0) { $0 + (widths[$1] ?? 0) } + TextLayout.gap * max(0, columns.count - 1)
  }

  private mutating func dropColumns(until width: Int, least: [Int: Int], emptyFirst table: Table) {
    func isEmpty(_ column: Int) -> Bool {
      table.rows.indices.allSatisfy { table.value($0, column) == .null }
    }
    while columns.count > 1 && total(least) > width {
      let victim = columns.dropFirst().last(where: isEmpty) ?? columns[columns.count - 1]
      columns.removeAll { $0 == victim }
      leftOut.append(victim)
    }
    leftOut.sort()
  }

  /// Shares the room that is left among the columns that are wished wider, small wishes first.
  private mutating func distribute(_ width: Int, towards wished: [Int: Int]) {
    let given = widths
    var spare = max(0, width - total(given))
    func wish(_ column: Int) -> Int { (wished[column] ?? 0) - (given[column] ?? 0) }
    var open = columns.filter { wish($0) > 0 }.sorted { (wish($0), $0) < (wish($1), $1) }
    while let column = open.first {
      let granted = min(wish(column), spare / open.count)
      widths[column, default: 0] += granted
      spare -= granted
      open.removeFirst()
    }
  }

  /// One row of the table as lines of the terminal, several when a cell is wrapped.
  func lines(of row: [Int: String]) -> [String] {
    let parts = columns.map { WrappedText.lines(of: row[$0] ?? "", width: widths[$0] ?? 1) }
    let height = parts.map(\.count).max() ?? 1
    return (0..<height).map { line in
      var text = ""
      for (column, cell) in zip(columns, parts) {
        if column != columns.first { text += String(repeating: " ", count: TextLayout.gap) }
        let content = line < cell.count ? cell[line] : ""
        let padding = String(
          repeating: " ", count: max(0, (widths[column] ?? 0) - DisplayWidth.of(content)))
        text += flushRight.contains(column) ? padding + content : content + padding
      }
      while text.last == " " { text.removeLast() }
      return text
    }
  }
}

/// Text broken into lines.
package enum WrappedText {
  /// `text` in lines of at most `width` terminal columns, broken at spaces, or inside a word that is
  /// longer than a line; at least one line.
  ///
  /// - Parameter breakingWords: false leaves a long word whole, and its line too long, as a path must
  ///   be to be copied.
  package static func lines(
    of text: String, width: Int, breakingWords: Bool = true
  ) -> [String] {
    if DisplayWidth.of(text) <= width { return [text] }
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty && DisplayWidth.of(line) + 1 + DisplayWidth.of(word) <= width {
        line += " " + word
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = ""
      guard breakingWords else {
        line = String(word)
        continue
      }
      for character in word {
        if !line.isEmpty && DisplayWidth.of(line) + DisplayWidth.width(of: character) > width {
          lines.append(line)
          line = ""
        }
        line.append(character)
      }
    }
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
    return lines
  }
}
