import CooperativeWork
import FaceVocabulary
import SQLiteStore

extension Dataset {
  /// Stores new faces: all of them or, on an error, none.
  ///
  /// - Returns: the rows as stored, each mirror after its original.
  @discardableResult
  package func add(_ faces: [NewFace]) throws(DatasetError) -> [FaceRecord] {
    if faces.isEmpty { return [] }
    return try changing {
      try writing { catalogue in
        var book = SubjectBook(try catalogue.subjects())
        try book.enter(
          Dictionary(faces.map { ($0.subject, nil) }, uniquingKeysWith: { first, _ in first }))
        var pool = FileNamePool(taken: try catalogue.files())
        var positions = try catalogue.highestPositions()
        var entries: [CatalogueEntry] = []
        var images: [GrayImage] = []
        for face in faces {
          guard let person = book.people[face.subject] else { continue }
          let entry = face.entry(person: person, positions: &positions, pool: &pool)
          entries.append(entry)
          images.append(face.image)
          if face.withMirror {
            let name = pool.take(Mirror.stem(of: entry.record.file), suffix: ".pgm")
            var mirror = Mirror.of(entry, source: face.image, file: name)
            mirror.mirrorOfEntry = entries.count - 1
            entries.append(mirror)
            images.append(face.image.mirrored())
          }
        }
        return try publish(in: catalogue, names: entries.map(\.record.file), book: book) {
          for (entry, image) in zip(entries, images) {
            try pictures.write(image, to: entry.record.file)
          }
          return entries
        }
      }
    }
  }
}

extension NewFace {
  fileprivate func entry(
    person: Catalogue.Subject, positions: inout [SubjectLabel: Int], pool: inout FileNamePool
  ) -> CatalogueEntry {
    let index = index ?? (positions[person.label] ?? 0) + 1
    positions[person.label] = max(index, positions[person.label] ?? 0)
    let stem = SafeFileName.made(from: name ?? String(index))
    var record = FaceRecord(
      id: 0, subject: subject, label: person.label,
      file: pool.take(stem, suffix: ".pgm", in: person.folder), index: index, size: image.size)
    record.session = session
    record.yawDegrees = yawDegrees
    record.pitchDegrees = pitchDegrees
    record.condition = condition
    record.tags = tags
    record.capture = capture
    record.box = box
    record.leftEye = leftEye
    record.rightEye = rightEye
    record.mouth = mouth
    let facts = PixelFacts(image, of: record, heads: heads)
    record.pixelDigest = facts.digest
    return CatalogueEntry(
      record: record, thumbnail: facts.thumbnail, heads: heads, quality: quality ?? facts.quality,
      frame: frame)
  }
}
