import FaceVocabulary
import SQLiteStore

/// An open catalogue: the only place that knows its tables. Lives for one call.
final class Catalogue {
  let connection: SQLiteConnection

  /// Name of the catalogue within the dataset's folder.
  static let fileName = "catalogue.sqlite"

  /// Opens the catalogue in `folder`; makes it when `creating`, else an empty file is damage.
  init(folder: String, creating: Bool = false) throws(StoreError) {
    connection = try SQLiteConnection(
      path: folder + "/" + Catalogue.fileName, access: creating ? .create : .readWrite)
    try connection.migrate(to: CatalogueSchema.current, fillingEmpty: creating)
  }

  /// Opens a catalogue that somebody has open already, without waiting for writers.
  init(reading path: String) throws(StoreError) {
    connection = try SQLiteConnection(path: path, access: .readOnly, busyMilliseconds: 0)
  }

  /// A person's row.
  struct Subject: Equatable {
    let label: SubjectLabel
    let name: SubjectID
    /// The folder with the person's files, relative to the dataset's.
    let folder: String
  }

  /// All people, by number.
  func subjects() throws(StoreError) -> [Subject] {
    let statement = try connection.prepare("SELECT label, name, folder FROM subject ORDER BY label")
    var found: [Subject] = []
    while try statement.step() {
      found.append(
        Subject(
          label: try statement.column(0), name: SubjectID(try statement.column(1)),
          folder: try statement.column(2)))
    }
    return found
  }

  /// Adds a person.
  func insert(_ subject: Subject) throws(StoreError) {
    try connection.run(
      "INSERT INTO subject (label, name, folder) VALUES (?, ?, ?)", subject.label,
      subject.name.name, subject.folder)
  }

  /// The next number of the counter called `name`, from 1.
  func next(_ name: String) throws(StoreError) -> Int64 {
    let number = try connection.scalar(
      """
      INSERT INTO counter (name, last) VALUES (?, 1)
      ON CONFLICT (name) DO UPDATE SET last = last + 1 RETURNING last
      """, name, as: Int64.self)
    return number ?? 1
  }

  /// Every file name that the catalogue knows.
  func files() throws(StoreError) -> Set<String> {
    let statement = try connection.prepare("SELECT file FROM face")
    var names: Set<String> = []
    while try statement.step() { names.insert(statement.text(0) ?? "") }
    return names
  }

  /// Whether the catalogue knows each of `names`.
  func knows(_ names: [String]) throws(StoreError) -> [Bool] {
    let statement = try connection.prepare("SELECT 1 FROM face WHERE file = ?")
    var known: [Bool] = []
    for name in names {
      try statement.bind([name])
      known.append(try statement.step())
    }
    return known
  }

  /// Highest index of each person's faces.
  func highestPositions() throws(StoreError) -> [SubjectLabel: Int] {
    let statement = try connection.prepare("SELECT label, max(position) FROM face GROUP BY label")
    var highest: [SubjectLabel: Int] = [:]
    while try statement.step() {
      highest[try statement.column(0)] = try statement.column(1)
    }
    return highest
  }
}
