import CooperativeWork
import DurableFiles
import FaceVocabulary
import SQLiteStore

/// What is computed once from a face's pixels and then kept in the catalogue.
struct PixelFacts: Sendable {
  let digest: String
  let thumbnail: Thumbnail

  init(_ image: GrayImage) {
    digest = PixelFacts.digest(image)
    thumbnail = Thumbnail(image)
  }

  /// SHA-256 of the grey levels, row after row.
  static func digest(_ image: GrayImage) -> String { ContentDigest.hex(of: image.pixels) }
}

extension Dataset {
  /// Pictures read, and held in memory, at a time.
  private static let batch = 2_048

  /// Reads the pictures whose digest or thumbnail is missing and stores both.
  ///
  /// Done in batches that are kept at once: what was read before a cancellation stays read. A
  /// picture read for the first time that is the exact mirror image of an earlier one of the same
  /// person becomes that one's mirror, as an import that decodes makes it.
  func readMissingPixels(work: Work) throws {
    let total = try unreadFaces()
    var done = 0
    var last: Int64 = 0
    while true {
      let start = last
      let missing = try reading { catalogue throws(StoreError) in
        try catalogue.records(ids: try catalogue.unreadFaces(after: start, limit: Self.batch))
          .compactMap { $0 }
      }
      guard let end = missing.last?.id else { return }
      let quiet = Work(jobs: work.jobs, cancellation: work.cancellation)
      let facts = try quiet.map(count: missing.count) { index in
        let image = try image(of: missing[index])
        let isNew = missing[index].pixelDigest == nil && !missing[index].isMirror
        return (
          facts: PixelFacts(image), flipped: isNew ? PixelFacts.digest(image.mirrored()) : nil
        )
      }
      try writing { catalogue in
        try catalogue.connection.transaction {
          for (record, fact) in zip(missing, facts) {
            try catalogue.setPixels(
              of: record.id, digest: fact.facts.digest, thumbnail: fact.facts.thumbnail)
            // A symmetrical picture is its own mirror image.
            guard let flipped = fact.flipped, flipped != fact.facts.digest else { continue }
            try catalogue.makeMirror(record.id, of: flipped, person: record.label)
          }
        }
      }
      last = end
      done += missing.count
      work.progress(ProgressStep(activity: "reading pictures", done: done, total: total))
    }
  }
}
