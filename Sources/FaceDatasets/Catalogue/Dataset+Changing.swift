package import FaceVocabulary
import SQLiteStore

/// Which faces a change is about.
package enum FaceSelection: Equatable, Sendable {
  case subject(SubjectID)
  /// Files as in ``FaceRecord/file``.
  case files([String])
}

extension Dataset {
  /// Gives faces to another person, who is made when absent; mirrors go with their originals.
  ///
  /// A whole person given to a name that nobody has keeps the number: it is the same person,
  /// renamed. Files keep their names.
  ///
  /// - Returns: faces moved, mirrors included.
  @discardableResult
  package func relabel(
    _ selection: FaceSelection, to subject: SubjectID
  ) throws(DatasetError) -> Int {
    try SubjectName.check(subject)
    return try changing {
      try writing { catalogue in
        try catalogue.connection.transaction {
          let moved = try self.ids(of: selection, in: catalogue, withOriginals: true)
          var book = SubjectBook(try catalogue.subjects())
          if case .subject(let old) = selection, book.people[subject] == nil,
            let person = book.people[old]
          {
            try catalogue.connection.run(
              "UPDATE subject SET name = ? WHERE label = ?", subject.name, person.label)
            return moved.count
          }
          try book.enter([subject: nil])
          for person in book.newcomers { try catalogue.insert(person) }
          guard let person = book.people[subject] else { return 0 }
          return try self.move(moved, to: person, in: catalogue)
        }
      }
    }
  }

  /// Moves faces behind the person's own in index, so that no index comes twice.
  private func move(
    _ ids: [Int64], to person: Catalogue.Subject, in catalogue: Catalogue
  ) throws -> Int {
    var records = try catalogue.records(ids: ids).compactMap { $0 }
      .filter { $0.label != person.label }
    Catalogue.sort(&records)
    var position = try catalogue.highestPositions()[person.label] ?? 0
    var places: [Int64: Int] = [:]
    for record in records where !record.isMirror {
      position += 1
      places[record.id] = position
    }
    let statement = try catalogue.connection.prepare(
      "UPDATE face SET label = ?, position = ? WHERE id = ?")
    for record in records {
      let place = places[record.mirrorOf ?? record.id] ?? record.index
      try statement.run(person.label, place, record.id)
    }
    return records.count
  }

  /// Removes faces, and the mirrors of removed originals. People keep their numbers.
  ///
  /// - Returns: faces removed, mirrors included.
  @discardableResult
  package func remove(_ selection: FaceSelection) throws(DatasetError) -> Int {
    try changing {
      try writing { catalogue in
        let ids = try self.ids(of: selection, in: catalogue)
        let files = try catalogue.records(ids: ids).compactMap { $0?.file }
        // The rows go first: a crash between leaves files that the next start sweeps up.
        try pictures.announce(files)
        do {
          try catalogue.connection.transaction {
            let statement = try catalogue.connection.prepare("DELETE FROM face WHERE id = ?")
            for id in ids { try statement.run(id) }
          }
        } catch {
          pictures.settle()
          throw error
        }
        pictures.remove(files)
        pictures.settle()
        return files.count
      }
    }
  }

  /// Numbers of the selected faces and of the mirrors of selected originals.
  ///
  /// - Parameter withOriginals: a selected mirror brings its original along.
  private func ids(
    of selection: FaceSelection, in catalogue: Catalogue, withOriginals: Bool = false
  ) throws -> [Int64] {
    var ids: [Int64] = []
    switch selection {
    case .subject(let subject):
      let people = try catalogue.subjects()
      guard let person = people.first(where: { $0.name == subject }) else {
        throw DatasetError.noSuchSubject(subject, dataset: name, known: people.map(\.name).sorted())
      }
      let statement = try catalogue.connection.prepare("SELECT id FROM face WHERE label = ?")
      try statement.bind([person.label])
      while try statement.step() { ids.append(statement.integer(0)) }
    case .files(let files):
      for (file, record) in zip(files, try catalogue.records(files: files)) {
        guard let record else { throw DatasetError.noSuchFile(file, dataset: name) }
        ids.append(withOriginals ? record.mirrorOf ?? record.id : record.id)
      }
    }
    let mirrors = try catalogue.connection.prepare("SELECT id FROM face WHERE mirror_of = ?")
    var all = Set(ids)
    for id in ids {
      try mirrors.bind([id])
      while try mirrors.step() { all.insert(mirrors.integer(0)) }
    }
    return all.sorted()
  }
}
