import FaceVocabulary

/// The people of a dataset while faces are being added: who is there, who is new.
struct SubjectBook {
  private(set) var people: [SubjectID: Catalogue.Subject]
  /// People that the catalogue does not have yet.
  private(set) var newcomers: [Catalogue.Subject] = []
  private var holders: [SubjectLabel: SubjectID]
  private var folders: FileNamePool
  private var nextLabel: SubjectLabel

  init(_ known: [Catalogue.Subject]) {
    people = Dictionary(known.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    holders = Dictionary(known.map { ($0.label, $0.name) }, uniquingKeysWith: { $1 })
    // Names that a person's folder must not have.
    folders = FileNamePool(taken: Set(known.map(\.folder) + [Catalogue.fileName, "list.csv"]))
    nextLabel = (known.map(\.label).max() ?? -1) + 1
  }

  /// Enters people who are not there yet, in byte order of their names, so that numbers do not
  /// depend on the order of a scan.
  ///
  /// - Parameter wanted: names with the numbers they are to have; nil for the next free one.
  mutating func enter(_ wanted: [SubjectID: SubjectLabel?]) throws(DatasetError) {
    // Wished numbers first: a free one must not be taken away from under them.
    for (subject, label) in wanted.sorted(by: { $0.key < $1.key }) {
      guard let label else { continue }
      try SubjectName.check(subject)
      if let known = people[subject], known.label != label {
        throw .labelConflict(subject, label: label, held: subject, heldLabel: known.label)
      }
      if let holder = holders[label], holder != subject {
        throw .labelConflict(subject, label: label, held: holder, heldLabel: label)
      }
      if people[subject] == nil { add(subject, label: label) }
    }
    for (subject, label) in wanted.sorted(by: { $0.key < $1.key }) where label == nil {
      try SubjectName.check(subject)
      if people[subject] != nil { continue }
      while holders[nextLabel] != nil { nextLabel += 1 }
      add(subject, label: nextLabel)
    }
  }

  private mutating func add(_ subject: SubjectID, label: SubjectLabel) {
    let folder = folders.take(SafeFileName.made(from: subject.name))
    let person = Catalogue.Subject(label: label, name: subject, folder: folder)
    people[subject] = person
    holders[label] = subject
    newcomers.append(person)
  }
}
