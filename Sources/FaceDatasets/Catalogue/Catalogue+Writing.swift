import FaceImages
import FaceVocabulary
import SQLiteStore

/// A face about to be inserted: everything but the pixels.
struct CatalogueEntry: Sendable {
  /// Its id is ignored; a new one is given.
  var record: FaceRecord
  /// Path within the import it came from.
  var origin: String?
  var thumbnail: Thumbnail?
  var heads: [TruthFace] = []
  var quality: FaceQuality?
  var frame: CapturedFrame?
  /// Position, in the same insertion, of the entry that this one is the mirror of.
  var mirrorOfEntry: Int?
}

extension Catalogue {
  /// Inserts `entries` and returns them with their numbers; the caller holds a transaction.
  func insert(_ entries: [CatalogueEntry]) throws(StoreError) -> [FaceRecord] {
    let face = try connection.prepare(
      """
      INSERT INTO face (label, file, position, mirror_of, session, yaw_deg, pitch_deg, condition,
        tags, capture, width, height, digest, box_x, box_y, box_width, box_height, left_eye_x,
        left_eye_y, right_eye_x, right_eye_y, mouth_x, mouth_y, origin)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    let thumbnail = try connection.prepare("INSERT INTO thumbnail (face, levels) VALUES (?, ?)")
    var inserted: [FaceRecord] = []
    inserted.reserveCapacity(entries.count)
    for entry in entries {
      var record = entry.record
      if let source = entry.mirrorOfEntry { record.mirrorOf = inserted[source].id }
      try face.run(
        record.label, record.file, record.index, record.mirrorOf, record.session,
        record.yawDegrees, record.pitchDegrees, record.condition, TagText.make(record.tags),
        record.capture, record.size.width, record.size.height, record.pixelDigest, record.box?.x,
        record.box?.y, record.box?.width, record.box?.height, record.leftEye?.x,
        record.leftEye?.y, record.rightEye?.x, record.rightEye?.y, record.mouth?.x,
        record.mouth?.y, entry.origin)
      record.id = connection.lastInsertedRow
      if let picture = entry.thumbnail { try thumbnail.run(record.id, picture.stored) }
      try insert(entry.heads, of: record.id)
      inserted.append(record)
    }
    try setQualities(
      zip(inserted, entries).compactMap { record, entry in entry.quality.map { (record.id, $0) } })
    try setFrames(
      zip(inserted, entries).compactMap { record, entry in entry.frame.map { (record.id, $0) } })
    return inserted
  }

  /// Replaces the heads known in a picture.
  func replaceHeads(of face: Int64, by heads: [TruthFace]) throws(StoreError) {
    try connection.run("DELETE FROM head WHERE face = ?", face)
    try insert(heads, of: face)
  }

  private func insert(_ heads: [TruthFace], of face: Int64) throws(StoreError) {
    if heads.isEmpty { return }
    let statement = try connection.prepare(
      """
      INSERT INTO head (face, number, x, y, width, height, left_eye_x, left_eye_y, right_eye_x,
        right_eye_y, mouth_x, mouth_y, yaw_deg, pitch_deg, roll_deg, ignored)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    for (number, head) in heads.enumerated() {
      try statement.run(
        face, number, head.box.x, head.box.y, head.box.width, head.box.height, head.leftEye?.x,
        head.leftEye?.y, head.rightEye?.x, head.rightEye?.y, head.mouth?.x, head.mouth?.y,
        head.yawDegrees, head.pitchDegrees, head.rollDegrees, head.ignored)
    }
  }

  /// Stores what reading the pixels of a face gave.
  func setPixels(of face: Int64, _ facts: PixelFacts) throws(StoreError) {
    try connection.run("UPDATE face SET digest = ? WHERE id = ?", facts.digest, face)
    try connection.run(
      "INSERT OR REPLACE INTO thumbnail (face, levels) VALUES (?, ?)", face,
      facts.thumbnail.stored)
    if let quality = facts.quality { try setQualities([(face, quality)]) }
  }

  /// Makes a face without mirror the mirror of the first original of its person that has the digest
  /// `flipped` and no mirror yet, with that one's index; does nothing when there is none.
  func makeMirror(
    _ face: Int64, of flipped: String, person: SubjectLabel
  ) throws(StoreError) {
    try connection.run(
      """
      UPDATE face SET (mirror_of, position) = (
        SELECT o.id, o.position FROM face o
        WHERE o.label = ?1 AND o.digest = ?2 AND o.mirror_of IS NULL AND o.id <> ?3
          AND NOT EXISTS (SELECT 1 FROM face m WHERE m.mirror_of = o.id)
        ORDER BY o.id LIMIT 1)
      WHERE id = ?3 AND NOT EXISTS (SELECT 1 FROM face m WHERE m.mirror_of = ?3)
        AND EXISTS (SELECT 1 FROM face o
          WHERE o.label = ?1 AND o.digest = ?2 AND o.mirror_of IS NULL AND o.id <> ?3
            AND NOT EXISTS (SELECT 1 FROM face m WHERE m.mirror_of = o.id))
      """, person, flipped, face)
  }
}
