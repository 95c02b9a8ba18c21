package import CooperativeWork
import FaceVocabulary
import SQLiteStore

extension DatasetLibrary {
  /// Puts the faces of several datasets together under a new name; equal names are one person.
  ///
  /// People are numbered anew, in byte order; captures get new numbers, so that those of different
  /// datasets stay apart; faces of a person who is in several datasets are numbered on.
  package func merge(_ names: [String], into name: String, work: Work = Work()) throws -> Dataset {
    let sources = try names.map { try open($0) }
    let target = try create(name)
    do {
      try target.take(from: sources, work: work)
      return target
    } catch {
      try? remove(name)
      throw error
    }
  }
}

extension Dataset {
  fileprivate func take(from sources: [Dataset], work: Work) throws {
    try writing { catalogue in
      var plan = MergePlan()
      for source in sources {
        try source.reading { other throws(StoreError) in try plan.add(source, from: other) }
      }
      var book = SubjectBook(try catalogue.subjects())
      try book.enter(
        Dictionary(
          plan.faces.map { ($0.entry.record.subject, nil) }, uniquingKeysWith: { first, _ in first }
        ))
      try catalogue.connection.run(
        "INSERT INTO counter (name, last) VALUES ('capture', ?)", plan.lastCapture)
      for (number, facts) in plan.captureFacts { try catalogue.insert(facts, number: number) }
      let faces = plan.named(by: book)
      _ = try publish(in: catalogue, names: faces.map(\.entry.record.file), book: book) {
        try work.map(count: faces.count, activity: "copying") { index in
          let face = faces[index]
          let image = try face.source.image(of: face.original)
          try pictures.write(image, to: face.entry.record.file)
          return face.entry
        }
      }
    }
  }
}

/// The faces of several datasets on their way into one.
private struct MergePlan {
  struct Face: Sendable {
    let source: Dataset
    let original: FaceRecord
    var entry: CatalogueEntry
  }

  private(set) var faces: [Face] = []
  private(set) var lastCapture: Int64 = 0
  /// How the captures were made, by their new numbers.
  private(set) var captureFacts: [Int64: CaptureFacts] = [:]
  private var positions: [SubjectID: Int] = [:]

  mutating func add(_ source: Dataset, from catalogue: Catalogue) throws(StoreError) {
    let records = try catalogue.records()
    let heads = try catalogue.heads(of: records.map(\.id))
    let thumbnails = try catalogue.thumbnails()
    let qualities = try catalogue.qualities()
    let frames = try catalogue.frames()
    let facts = try catalogue.captures()
    let origins = try catalogue.originPaths()
    let before = positions
    var captures: [Int64: Int64] = [:]
    var places: [Int64: Int] = [:]
    // Originals first: a mirror's row must name a row that exists.
    for record in records.filter({ !$0.isMirror }) + records.filter(\.isMirror) {
      var entry = CatalogueEntry(
        record: record, origin: origins[record.id], thumbnail: thumbnails[record.id],
        heads: heads[record.id] ?? [], quality: qualities[record.id],
        frame: frames[record.id])
      entry.record.index += before[record.subject] ?? 0
      positions[record.subject] = max(positions[record.subject] ?? 0, entry.record.index)
      if let capture = record.capture {
        if captures[capture] == nil {
          lastCapture += 1
          captures[capture] = lastCapture
          captureFacts[lastCapture] = facts[capture]
        }
        entry.record.capture = captures[capture]
      }
      if let original = record.mirrorOf {
        entry.record.mirrorOf = nil
        entry.mirrorOfEntry = places[original]
      }
      places[record.id] = faces.count
      faces.append(Face(source: source, original: record, entry: entry))
    }
  }

  /// The faces with the numbers and files that they have in the new dataset.
  func named(by book: SubjectBook) -> [Face] {
    var pool = FileNamePool()
    return faces.map { face in
      var named = face
      guard let person = book.people[face.entry.record.subject] else { return face }
      let last = face.original.file.split(separator: "/").last.map(String.init) ?? ""
      let stem = last.hasSuffix(".pgm") ? String(last.dropLast(4)) : last
      named.entry.record.label = person.label
      named.entry.record.subject = person.name
      named.entry.record.file = pool.take(stem, suffix: ".pgm", in: person.folder)
      return named
    }
  }
}
