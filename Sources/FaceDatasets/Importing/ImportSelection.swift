package import FaceVocabulary

/// Which of the pictures that an import finds are taken, decided before any is decoded.
package enum ImportSelection: Equatable, Sendable {
  case all
  /// Everybody with at least so many pictures, with all of them.
  case people(withAtLeast: Int)
  /// At most the first `images` pictures of each of the `people` who have the most; among people with
  /// equally many, by name.
  case mostPhotographed(people: Int, images: Int)
  /// Exactly these pictures.
  case pictures(Set<Picture>)

  /// A picture by its person and its index within the person.
  package struct Picture: Hashable, Sendable {
    package let subject: SubjectID
    package let index: Int

    package init(subject: SubjectID, index: Int) {
      self.subject = subject
      self.index = index
    }
  }

  /// The entries that are taken, in their order.
  func chosen(of entries: [ImportEntry]) -> [ImportEntry] {
    switch self {
    case .all: return entries
    case .people(let least):
      let counts = Dictionary(grouping: entries, by: \.subject).mapValues(\.count)
      return entries.filter { counts[$0.subject, default: 0] >= least }
    case .mostPhotographed(let people, let images):
      let bySubject = Dictionary(grouping: entries, by: \.subject)
      let ranked = bySubject.sorted {
        $0.value.count != $1.value.count ? $0.value.count > $1.value.count : $0.key < $1.key
      }
      let chosen = Set(ranked.prefix(people).map(\.key))
      var taken: [SubjectID: Int] = [:]
      return entries.filter { entry in
        guard chosen.contains(entry.subject), taken[entry.subject, default: 0] < images else {
          return false
        }
        taken[entry.subject, default: 0] += 1
        return true
      }
    case .pictures(let pictures):
      return entries.filter { entry in
        entry.index.map {
          pictures.contains(Picture(subject: entry.subject, index: $0))
        } ?? false
      }
    }
  }
}
