/// Whether text for people is coloured, and how: a few colours that every terminal has.
package struct Inks: Equatable, Sendable {
  /// Whether anything is coloured at all.
  package let areOn: Bool

  package init(areOn: Bool) { self.areOn = areOn }

  /// Plain text.
  package static let none = Inks(areOn: false)

  /// What a piece of text is.
  package enum Ink: Sendable {
    /// Headings of a table.
    case heading
    /// The best row of several.
    case best
    /// A row that the data cannot support.
    case weak
    /// The best row, which the data cannot support.
    case bestButWeak
    case error
    case warning
    case hint

    /// Parameters of the terminal's colour command, ECMA-48 SGR.
    fileprivate var code: String {
      switch self {
      case .heading: "1"
      case .best: "1;32"
      case .weak: "33"
      case .bestButWeak: "1;33"
      case .error: "1;31"
      case .warning: "33"
      case .hint: "36"
      }
    }
  }

  /// `text` in that colour, or as it is; blanks at its ends and nothing at all stay plain.
  package func callAsFunction(_ text: String, _ ink: Ink) -> String {
    guard areOn, !text.isEmpty else { return text }
    return "\u{1B}[\(ink.code)m\(text)\u{1B}[0m"
  }
}

extension Table {
  /// What is particular about a row, for output that can show it.
  package enum Mark: Equatable, Sendable {
    case best
    case weak
    case bestButWeak

    var ink: Inks.Ink {
      switch self {
      case .best: .best
      case .weak: .weak
      case .bestButWeak: .bestButWeak
      }
    }
  }
}
