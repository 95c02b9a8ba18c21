/// Which face plays which part in an evaluation, for every repeat and fold.
///
/// Stored as CSV `repeat,fold,role,subject,file`; its hash is the SHA-256 of those rows sorted by
/// bytes.
package struct Split: Equatable, Sendable {
  package var rows: [Row]

  package init(rows: [Row]) { self.rows = rows }

  package struct Row: Hashable, Sendable {
    /// Counted from 1.
    package let repetition: Int
    /// Counted from 1 within the repeat.
    package let fold: Int
    package let role: Role
    package let subject: SubjectID
    /// The face's file within its dataset.
    package let file: String

    package init(repetition: Int, fold: Int, role: Role, subject: SubjectID, file: String) {
      self.repetition = repetition
      self.fold = fold
      self.role = role
      self.subject = subject
      self.file = file
    }
  }

  package enum Role: String, CaseIterable, Codable, Sendable {
    /// Trains the axes, is nobody's gallery.
    case world
    /// Trains the axes and stands in the gallery.
    case train
    /// Stands in the gallery only.
    case gallery
    /// Is looked for; results are reported on it.
    case probe
    /// Is looked for; thresholds are chosen on it.
    case developmentProbe = "dev-probe"
  }

  /// People who are enrolled in some fold and looked for in none, sorted.
  package var unprobed: [SubjectID] {
    var enrolled: Set<SubjectID> = []
    var probed: Set<SubjectID> = []
    for row in rows {
      switch row.role {
      case .world: break
      case .train, .gallery: enrolled.insert(row.subject)
      case .probe, .developmentProbe: probed.insert(row.subject)
      }
    }
    return enrolled.subtracting(probed).sorted()
  }
}
