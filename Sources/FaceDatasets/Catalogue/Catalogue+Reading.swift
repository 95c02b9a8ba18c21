import FaceVocabulary
import FoundationEssentials
import SQLiteStore

extension Catalogue {
  /// The columns of a face, in the order that ``record(from:people:)`` reads.
  private static let columns = """
    id, label, file, position, session, yaw_deg, pitch_deg, condition, tags, width, height, digest,
    mirror_of, capture, box_x, box_y, box_width, box_height, left_eye_x, left_eye_y, right_eye_x,
    right_eye_y, mouth_x, mouth_y
    """

  /// All faces, sorted by subject (bytes), index, original before mirror, natural order of files.
  ///
  /// Read in the order in which they lie in the file and put in order in place, so that a million
  /// rows are never in memory twice.
  ///
  /// - Parameter jobs: threads that may read; more than one only outside transactions.
  func records(jobs: Int = 1) throws(StoreError) -> [FaceRecord] {
    var found =
      if let found = try recordsSideBySide(jobs: jobs) { found } else {
        try records(
          in: Int64.min...Int64.max,
          count: try connection.scalar("SELECT count(*) FROM face", as: Int.self) ?? 0)
      }
    Catalogue.sort(&found)
    return found
  }

  /// The faces with numbers in `range`, by number.
  ///
  /// - Parameter count: rows to make room for.
  func records(
    in range: ClosedRange<Int64>, count: Int
  ) throws(StoreError) -> [FaceRecord] {
    var people = try names()
    let statement = try connection.prepare(
      "SELECT \(Catalogue.columns) FROM face WHERE id BETWEEN ? AND ? ORDER BY id")
    try statement.bind([range.lowerBound, range.upperBound])
    var found: [FaceRecord] = []
    found.reserveCapacity(count)
    while try statement.step() { found.append(try record(from: statement, people: &people)) }
    return found
  }

  /// The faces with these files, in their order; nil for files that the catalogue does not know.
  func records(files: [String]) throws(StoreError) -> [FaceRecord?] {
    try records(where: "file = ?", of: files)
  }

  /// The faces with these numbers, in their order.
  func records(ids: [Int64]) throws(StoreError) -> [FaceRecord?] {
    try records(where: "id = ?", of: ids)
  }

  private func records(
    where condition: String, of keys: [some SQLiteConvertible]
  ) throws(StoreError) -> [FaceRecord?] {
    var people = try names()
    let statement = try connection.prepare(
      "SELECT \(Catalogue.columns) FROM face WHERE \(condition)")
    var found: [FaceRecord?] = []
    for key in keys {
      try statement.bind([key])
      found.append(try statement.step() ? try record(from: statement, people: &people) : nil)
    }
    return found
  }

  private func names() throws(StoreError) -> SubjectNames {
    SubjectNames(
      Dictionary(uniqueKeysWithValues: try subjects().map { ($0.label, $0.name) }))
  }

  private func record(
    from row: SQLiteStatement, people: inout SubjectNames
  ) throws(StoreError) -> FaceRecord {
    let label = SubjectLabel(truncatingIfNeeded: row.integer(1))
    guard let subject = people.name(of: label), let file = row.text(2) else {
      throw .unexpectedValue(column: "label", path: connection.path, sql: row.sql)
    }
    var record = FaceRecord(
      id: row.integer(0), subject: subject, label: label, file: file,
      index: Int(row.integer(3)),
      size: PixelSize(width: Int(row.integer(9)), height: Int(row.integer(10))))
    record.session = row.text(4)
    record.yawDegrees = row.isNull(5) ? nil : row.real(5)
    if !row.isNull(6) { record.pitchDegrees = row.real(6) }
    if !row.isNull(7) { record.condition = row.text(7) }
    if let tags = row.text(8) { record.tags = TagText.parse(tags) }
    record.pixelDigest = row.text(11)
    record.mirrorOf = row.isNull(12) ? nil : row.integer(12)
    record.capture = row.isNull(13) ? nil : row.integer(13)
    if let box = row.box(at: 14) { record.box = box }
    if let eye = row.point(at: 18) { record.leftEye = eye }
    if let eye = row.point(at: 20) { record.rightEye = eye }
    if let mouth = row.point(at: 22) { record.mouth = mouth }
    return record
  }

  /// Heads of the scenes among the faces called `ids`.
  func heads(of ids: [Int64]) throws(StoreError) -> [Int64: [TruthFace]] {
    let statement = try connection.prepare(
      """
      SELECT x, y, width, height, left_eye_x, left_eye_y, right_eye_x, right_eye_y, mouth_x,
        mouth_y, yaw_deg, pitch_deg, roll_deg, ignored FROM head WHERE face = ? ORDER BY number
      """)
    var found: [Int64: [TruthFace]] = [:]
    for id in ids {
      try statement.bind([id])
      while try statement.step() {
        guard let box = statement.box(at: 0) else { continue }
        var head = TruthFace(box: box)
        head.leftEye = statement.point(at: 4)
        head.rightEye = statement.point(at: 6)
        head.mouth = statement.point(at: 8)
        head.yawDegrees = try statement.column(10)
        head.pitchDegrees = try statement.column(11)
        head.rollDegrees = try statement.column(12)
        head.ignored = try statement.column(13)
        found[id, default: []].append(head)
      }
    }
    return found
  }

  /// How many faces have no digest or thumbnail yet.
  func unreadFaces() throws(StoreError) -> Int {
    try connection.scalar(
      """
      SELECT count(*) FROM face WHERE digest IS NULL
        OR NOT EXISTS (SELECT 1 FROM thumbnail WHERE thumbnail.face = face.id)
      """, as: Int.self) ?? 0
  }

  /// Faces that are unread or whose quality has not been measured.
  func unmeasuredFaces() throws(StoreError) -> Int {
    try connection.scalar(
      "SELECT count(*) FROM face WHERE \(Catalogue.isUnmeasured)", as: Int.self) ?? 0
  }

  /// Numbers above `last` of up to `limit` such faces, rising.
  func unmeasuredFaces(after last: Int64, limit: Int) throws(StoreError) -> [Int64] {
    let ids = try connection.prepare(
      "SELECT id FROM face WHERE id > ? AND (\(Catalogue.isUnmeasured)) ORDER BY id LIMIT ?")
    try ids.bind([last, limit])
    var found: [Int64] = []
    while try ids.step() { found.append(ids.integer(0)) }
    return found
  }

  private static let isUnmeasured = """
    digest IS NULL OR NOT EXISTS (SELECT 1 FROM thumbnail WHERE thumbnail.face = face.id)
      OR NOT EXISTS (SELECT 1 FROM quality WHERE quality.face = face.id)
    """

  /// The thumbnails there are, by face.
  func thumbnails() throws(StoreError) -> [Int64: Thumbnail] {
    let statement = try connection.prepare("SELECT face, levels FROM thumbnail")
    var found: [Int64: Thumbnail] = [:]
    while try statement.step() {
      found[statement.integer(0)] = statement.withBytes(1) { Thumbnail(stored: $0) }
    }
    return found
  }

  /// Path within the import of every imported face.
  func originPaths() throws(StoreError) -> [Int64: String] {
    let statement = try connection.prepare("SELECT id, origin FROM face WHERE origin IS NOT NULL")
    var found: [Int64: String] = [:]
    while try statement.step() { found[statement.integer(0)] = statement.text(1) }
    return found
  }

  /// Originals that have no mirror, by person and pixels.
  func unmirrored() throws(StoreError) -> [FaceContent: MirrorSource] {
    let statement = try connection.prepare(
      """
      SELECT label, digest, id, position FROM face WHERE mirror_of IS NULL AND digest IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM face m WHERE m.mirror_of = face.id) ORDER BY id DESC
      """)
    var found: [FaceContent: MirrorSource] = [:]
    while try statement.step() {
      let content = FaceContent(
        label: try statement.column(0), digest: try statement.column(1))
      found[content] = MirrorSource(
        id: statement.integer(2), entry: nil, index: Int(statement.integer(3)))
    }
    return found
  }

  /// Person and path within the import of imported faces.
  ///
  /// - Parameter unreadOnly: only those whose pixels were never read, so that no digest tells them.
  func importedPaths(unreadOnly: Bool) throws(StoreError) -> Set<FacePath> {
    let statement = try connection.prepare(
      "SELECT label, origin FROM face WHERE origin IS NOT NULL"
        + (unreadOnly ? " AND digest IS NULL" : ""))
    var found: Set<FacePath> = []
    while try statement.step() {
      found.insert(
        FacePath(label: try statement.column(0), path: try statement.column(1)))
    }
    return found
  }

  /// Origin and digest of every face that has both, with its number.
  func origins() throws(StoreError) -> [FaceOrigin: Int64] {
    let statement = try connection.prepare(
      "SELECT label, origin, digest, id FROM face WHERE origin IS NOT NULL AND digest IS NOT NULL")
    var found: [FaceOrigin: Int64] = [:]
    while try statement.step() {
      let origin = FaceOrigin(
        label: try statement.column(0), path: try statement.column(1),
        digest: try statement.column(2))
      found[origin] = statement.integer(3)
    }
    return found
  }
}

/// Names of people by their numbers; faces of one person mostly follow each other.
private struct SubjectNames {
  private let names: [SubjectLabel: SubjectID]
  private var last: (label: SubjectLabel, name: SubjectID)?

  init(_ names: [SubjectLabel: SubjectID]) { self.names = names }

  mutating func name(of label: SubjectLabel) -> SubjectID? {
    if let last, last.label == label { return last.name }
    guard let name = names[label] else { return nil }
    last = (label, name)
    return name
  }
}

/// A person and a path within an import.
struct FacePath: Hashable {
  let label: SubjectLabel
  let path: String
}

/// A person and the digest of a picture's pixels.
struct FaceContent: Hashable {
  let label: SubjectLabel
  let digest: String
}

/// An original that has no mirror yet.
struct MirrorSource {
  /// Its number; nil when it is about to be inserted.
  let id: Int64?
  /// Its position among the rows about to be inserted.
  let entry: Int?
  let index: Int
}

/// What tells that a picture was imported before: person, path within the import, pixels.
struct FaceOrigin: Hashable {
  let label: SubjectLabel
  let path: String
  let digest: String
}

extension SQLiteStatement {
  /// A box in four columns from `column`; nil where the first is null.
  fileprivate func box(at column: Int) -> PixelRect? {
    if isNull(column) { return nil }
    return PixelRect(
      x: Int(integer(column)), y: Int(integer(column + 1)), width: Int(integer(column + 2)),
      height: Int(integer(column + 3)))
  }

  /// A point in two columns from `column`; nil where the first is null.
  fileprivate func point(at column: Int) -> PixelPoint? {
    isNull(column) ? nil : PixelPoint(x: real(column), y: real(column + 1))
  }
}

/// Tags as a JSON object with sorted keys.
enum TagText {
  static func make(_ tags: [String: String]) -> String? {
    if tags.isEmpty { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(tags)).map { String(decoding: $0, as: UTF8.self) }
  }

  static func parse(_ text: String) -> [String: String] {
    (try? JSONDecoder().decode([String: String].self, from: Data(text.utf8))) ?? [:]
  }
}
