package import CooperativeWork
import FaceVocabulary
import SQLiteStore

extension Dataset {
  /// Stores the mirror image of every original that has none yet.
  ///
  /// - Returns: the rows added; none when everything is mirrored already.
  @discardableResult
  package func mirror(work: Work) throws -> [FaceRecord] {
    try writing { catalogue in
      let records = try catalogue.records()
      let mirrored = Set(records.compactMap(\.mirrorOf))
      let sources = records.filter { !$0.isMirror && !mirrored.contains($0.id) }
      if sources.isEmpty { return [] }
      let heads = try catalogue.heads(of: sources.map(\.id))
      let quality = try catalogue.qualities()
      let frames = try catalogue.frames()
      var pool = FileNamePool(taken: Set(records.map(\.file)))
      let names = sources.map { pool.take(Mirror.stem(of: $0.file), suffix: ".pgm") }
      let book = SubjectBook(try catalogue.subjects())
      return try publish(in: catalogue, names: names, book: book) {
        try work.map(count: sources.count, activity: "mirroring") { index in
          let source = sources[index]
          let image = try image(of: source)
          let entry = CatalogueEntry(
            record: source, heads: heads[source.id] ?? [], quality: quality[source.id],
            frame: frames[source.id])
          let mirror = Mirror.of(entry, source: image, file: names[index])
          try pictures.write(image.mirrored(), to: names[index])
          return mirror
        }
      }
    }
  }
}
