import FaceImages
package import FaceReports
import FaceVocabulary

/// What a command gives back; the shell's printer alone turns it into bytes.
package struct Outcome: Sendable {
  /// Shown one below the other.
  package var parts: [Part]
  /// Items that were passed over; any makes the exit code 3 once the rest is done.
  package var skipped: [SkippedItem]
  /// Whether the session ends after this command.
  package var leaves: Bool
  /// An error told after the parts were shown: what was found is worth seeing, yet it is a failure.
  package var failure: (any Error)?

  package init(
    _ parts: [Part] = [], skipped: [SkippedItem] = [], leaves: Bool = false,
    failure: (any Error)? = nil
  ) {
    self.parts = parts
    self.skipped = skipped
    self.leaves = leaves
    self.failure = failure
  }

  package enum Part: Sendable {
    /// Text for people and machines alike: help, a script, a manifest.
    case text(String)
    /// One table.
    case table(Table)
    /// A table for people that stands for `machine` where output is for programs.
    case shown(Table, machine: Table)
    /// A sentence for people that stands for `machine` where output is for programs. With `timed`
    /// the printer adds how long the command took, at the right edge.
    case sentence(String, machine: Table?, timed: Bool)
  }

  /// Nothing to show.
  package static let nothing = Outcome()
  /// The session ends.
  package static let leave = Outcome(leaves: true)

  package static func text(_ text: String) -> Outcome { Outcome([.text(text)]) }
  package static func table(_ table: Table) -> Outcome { Outcome([.table(table)]) }
  package static func tables(_ tables: [Table]) -> Outcome { Outcome(tables.map { .table($0) }) }
  package static func sentence(
    _ text: String, machine: Table? = nil, timed: Bool = false
  ) -> Outcome {
    Outcome([.sentence(text, machine: machine, timed: timed)])
  }
}

/// Something a command passed over, and why; one line on standard error.
package struct SkippedItem: Hashable, Sendable {
  /// The file, record or cell.
  package var name: String
  package var reason: String

  package init(_ name: String, reason: String) {
    self.name = name
    // A reason that begins with the name would say it twice on the line.
    let opening = QuotedName(name).description + " "
    self.reason = reason.hasPrefix(opening) ? String(reason.dropFirst(opening.count)) : reason
  }

  /// An entry of a list that cannot be read, with what to do about it.
  init(_ name: String, unreadable error: any ExplainedError, advice: String? = nil) {
    self.init(
      name, reason: error.message + ((advice ?? error.hint).map { "; \($0)" } ?? ""))
  }
}
