package import CooperativeWork
import DurableFiles
import FaceVocabulary
import SQLiteStore

extension Dataset {
  /// One row per person with faces, sorted by bytes.
  ///
  /// - Complexity: one pass over an index, whatever the number of faces.
  package func subjects() throws(DatasetError) -> [SubjectSummary] {
    try reading { catalogue throws(StoreError) in
      let statement = try catalogue.connection.prepare(
        """
        SELECT s.name, f.* FROM subject s JOIN (
          SELECT label, count(*), count(mirror_of), count(DISTINCT session), min(yaw_deg),
            max(yaw_deg)
          FROM face GROUP BY label) f ON f.label = s.label
        """)
      var rows: [SubjectSummary] = []
      while try statement.step() {
        rows.append(
          SubjectSummary(
            subject: SubjectID(try statement.column(0)), label: try statement.column(1),
            faces: try statement.column(2), mirrored: try statement.column(3),
            sessions: try statement.column(4), yawMinimumDegrees: try statement.column(5),
            yawMaximumDegrees: try statement.column(6)))
      }
      return rows.sorted { $0.subject < $1.subject }
    }
  }

  /// The dataset in one row.
  package func summary() throws(DatasetError) -> DatasetSummary {
    let name = name
    return try reading { catalogue throws(StoreError) in
      let sizes = try catalogue.connection.prepare(
        "SELECT width, height, count(*), count(mirror_of) FROM face GROUP BY width, height")
      var faces = 0
      var mirrored = 0
      var found: [PixelSize] = []
      while try sizes.step() {
        found.append(PixelSize(width: Int(sizes.integer(0)), height: Int(sizes.integer(1))))
        faces += Int(sizes.integer(2))
        mirrored += Int(sizes.integer(3))
      }
      let subjects = try catalogue.connection.scalar(
        "SELECT count(DISTINCT label) FROM face", as: Int.self)
      return DatasetSummary(
        name: name, faces: faces, originals: faces - mirrored, mirrored: mirrored,
        subjects: subjects ?? 0, size: found.count == 1 ? found[0] : nil,
        fingerprint: try Fingerprint.stored(in: catalogue))
    }
  }

  /// SHA-256 over the sorted (subject, digest of pixels, mirrored) of all faces.
  ///
  /// Reads and stores the digests that are missing, so that the next call is quick.
  package func fingerprint(work: Work) throws -> String {
    if let known = try reading({ catalogue throws(StoreError) in
      try Fingerprint.stored(in: catalogue)
    }) {
      return known
    }
    try readMissingPixels(work: work)
    guard
      let made = try reading({ catalogue throws(StoreError) in
        try Fingerprint.stored(in: catalogue)
      })
    else { throw DatasetError.busy(dataset: name) }
    return made
  }
}

/// What identifies the contents of a dataset, whatever its files are called.
///
/// SHA-256 over one CSV row per face, `subject,digest,mirrored` with mirrored 0 or 1 and a line
/// feed at the end, rows sorted by bytes; digest is the SHA-256 of the grey levels, row after row.
enum Fingerprint {
  /// The fingerprint from the digests in the catalogue; nil when one is missing.
  static func stored(in catalogue: Catalogue) throws(StoreError) -> String? {
    let missing = try catalogue.connection.scalar(
      "SELECT EXISTS (SELECT 1 FROM face WHERE digest IS NULL)", as: Bool.self)
    if missing == true { return nil }
    let statement = try catalogue.connection.prepare(
      "SELECT s.name, f.digest, f.mirror_of IS NOT NULL FROM face f JOIN subject s USING (label)")
    var rows: [String] = []
    while try statement.step() {
      rows.append(
        CSVText.row([
          statement.text(0) ?? "", statement.text(1) ?? "", statement.integer(2) == 0 ? "0" : "1",
        ]))
    }
    return ByteSorted.digest(rows)
  }
}

/// The digest of a set of rows.
enum ByteSorted {
  /// SHA-256 of `rows`, sorted by bytes, each ended by a line feed.
  static func digest(_ rows: [String]) -> String {
    var digest = ContentDigest()
    for row in rows.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      digest.update(row)
      digest.update("\n")
    }
    return digest.finalized()
  }
}
