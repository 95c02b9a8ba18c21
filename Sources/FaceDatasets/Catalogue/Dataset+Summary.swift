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
        """
        SELECT count(*) FROM subject s WHERE EXISTS (SELECT 1 FROM face f WHERE f.label = s.label)
        """, as: Int.self)
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
  ///
  /// A quoted name and its comma are never the beginning of another name and its comma, so rows
  /// sorted by bytes are people sorted so, then digests, which an index holds in order.
  ///
  /// - Complexity: O(n), one pass over an index, whatever the number of faces; no memory.
  static func stored(in catalogue: Catalogue) throws(StoreError) -> String? {
    let people = try catalogue.subjects().map { (label: $0.label, start: start(of: $0.name)) }
      .sorted { $0.start.lexicographicallyPrecedes($1.start) }
    let statement = try catalogue.connection.prepare(
      """
      SELECT digest, mirror_of IS NOT NULL FROM face WHERE label = ? ORDER BY digest, mirror_of
      """)
    var digest = ContentDigest()
    for person in people {
      try statement.bind([person.label])
      var rows: [UInt8] = []
      while try statement.step() {
        if statement.isNull(0) { return nil }
        rows += person.start
        statement.withBytes(0) { rows += $0 }
        rows += statement.integer(1) == 0 ? [0x2C, 0x30, 0x0A] : [0x2C, 0x31, 0x0A]
      }
      digest.update(rows)
    }
    return digest.finalized()
  }

  /// The bytes with which a person's rows begin: the name, quoted where it must be, and a comma.
  private static func start(of subject: SubjectID) -> [UInt8] {
    Array(CSVText.row([subject.name]).utf8) + [0x2C]
  }
}
