import FaceVocabulary
import SQLiteStore

extension Dataset {
  /// Adds pictures and their rows so that all of them come to be or none.
  ///
  /// - Parameters:
  ///   - catalogue: open, with the right to write held.
  ///   - names: every file that `write` may make.
  ///   - book: people, newcomers included.
  ///   - write: makes the files and returns their rows.
  func publish(
    in catalogue: Catalogue, names: [String], book: SubjectBook,
    write: () throws -> [CatalogueEntry]
  ) throws -> [FaceRecord] {
    try pictures.announceNew(names)
    do {
      let entries = try write()
      if entries.isEmpty && book.newcomers.isEmpty {
        pictures.remove(names)
        pictures.settle()
        return []
      }
      try pictures.synchronize(entries.map(\.record.file))
      let inserted = try catalogue.connection.transaction {
        for person in book.newcomers { try catalogue.insert(person) }
        return try catalogue.insert(entries)
      }
      pictures.settle()
      return inserted
    } catch {
      pictures.remove(names)
      pictures.settle()
      throw error
    }
  }
}
