extension Table {
  /// The table as a LaTeX `table` with `tabular`, rounded for people; needs no package.
  package func latex() -> String {
    let shown = titledColumns
    var lines = ["\\begin{table}[tbp]", "\\centering"]
    if let title { lines.append("\\caption{" + LaTeXText.escaped(title) + "}") }
    if !shown.isEmpty {
      let alignment = shown.map { isNumeric($0) ? "r" : "l" }.joined()
      lines.append("\\begin{tabular}{" + alignment + "}")
      lines += ["\\hline", line(shown.map { columns[$0].title ?? "" }), "\\hline"]
      for row in rows.indices { lines.append(line(shown.map { displayed(row, $0) })) }
      lines += ["\\hline", "\\end{tabular}"]
    }
    for note in notes { lines += ["", "\\smallskip\\footnotesize " + LaTeXText.escaped(note)] }
    lines.append("\\end{table}")
    return lines.map { $0 + "\n" }.joined()
  }

  private func line(_ cells: [String]) -> String {
    cells.map(LaTeXText.escaped).joined(separator: " & ") + " \\\\"
  }
}

/// Text inside LaTeX.
enum LaTeXText {
  /// `text` with every character that LaTeX would act on written so that it is printed.
  static func escaped(_ text: String) -> String {
    var latex = ""
    for scalar in VisibleText.of(text).unicodeScalars {
      switch scalar {
      case "\\": latex += "\\textbackslash{}"
      case "{", "}", "$", "&", "#", "_", "%":
        latex += "\\"
        latex.unicodeScalars.append(scalar)
      case "~": latex += "\\textasciitilde{}"
      case "^": latex += "\\textasciicircum{}"
      case "<": latex += "\\textless{}"
      case ">": latex += "\\textgreater{}"
      case "|": latex += "\\textbar{}"
      case "–": latex += "--"
      case "…": latex += "\\ldots{}"
      // Letters that plain LaTeX has no sign for outside mathematics.
      case "′": latex += "\\ensuremath{'}"
      case "−": latex += "\\ensuremath{-}"
      case "·": latex += "\\ensuremath{\\cdot}"
      case "×": latex += "\\ensuremath{\\times}"
      // A bracket that opens a line after `\\` would be read as an optional argument.
      case "[": latex += "{[}"
      case "]": latex += "{]}"
      default: latex.unicodeScalars.append(scalar)
      }
    }
    return latex
  }
}
