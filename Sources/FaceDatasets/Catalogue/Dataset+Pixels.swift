import CooperativeWork
import DurableFiles
import FaceImages
import FaceVocabulary
import SQLiteStore

/// What is computed once from a face's pixels and then kept in the catalogue.
struct PixelFacts: Sendable {
  let digest: String
  let thumbnail: Thumbnail
  /// Measured on the face; nil where its box lies outside the picture.
  let quality: FaceQuality?

  /// - Parameters:
  ///   - face: where the face is; nil when the picture is the face.
  ///   - eyes: both eyes, where known.
  init(_ image: GrayImage, face: PixelRect? = nil, eyes: (PixelPoint, PixelPoint)? = nil) {
    digest = PixelFacts.digest(image)
    thumbnail = Thumbnail(image)
    // Filters fail for want of memory only; a face without measures is measured by the next check.
    quality = try? FaceQuality.measure(image, in: face, eyes: eyes)
  }

  /// What is computed from a stored face, or one about to be stored.
  init(_ image: GrayImage, of record: FaceRecord, heads: [TruthFace] = []) {
    let largest = heads.filter { !$0.ignored }.max { $0.box.area < $1.box.area }
    let left = record.leftEye ?? largest?.leftEye
    let right = record.rightEye ?? largest?.rightEye
    self.init(
      image, face: record.box ?? largest?.box,
      eyes: left.flatMap { left in right.map { (left, $0) } })
  }

  /// SHA-256 of the grey levels, row after row.
  static func digest(_ image: GrayImage) -> String { ContentDigest.hex(of: image.pixels) }
}

extension Dataset {
  /// Pictures read, and held in memory, at a time.
  private static let batch = 2_048

  /// Reads the pictures whose digest, thumbnail or quality is missing and stores all three.
  ///
  /// Done in batches that are kept at once: what was read before a cancellation stays read. A
  /// picture read for the first time that is the exact mirror image of an earlier one of the same
  /// person becomes that one's mirror, as an import that decodes makes it.
  ///
  /// - Parameter passingOverDamage: whether a picture that cannot be read is left for the next time.
  /// - Throws: ``DatasetError/damagedPicture(file:dataset:reason:)`` for the first otherwise.
  func readMissingPixels(passingOverDamage: Bool = false, work: Work) throws {
    let total = try reading { catalogue throws(StoreError) in try catalogue.unmeasuredFaces() }
    var done = 0
    var last: Int64 = 0
    while true {
      let start = last
      let (missing, heads) = try reading {
        catalogue throws(StoreError) -> ([FaceRecord], [Int64: [TruthFace]]) in
        let ids = try catalogue.unmeasuredFaces(after: start, limit: Self.batch)
        return (
          try catalogue.records(ids: ids).compactMap { $0 }, try catalogue.heads(of: ids)
        )
      }
      guard let end = missing.last?.id else { return }
      let quiet = work.silent
      let facts = try quiet.map(count: missing.count) {
        index -> (facts: PixelFacts, flipped: String?)? in
        let record = missing[index]
        let image: GrayImage
        do throws(DatasetError) {
          image = try self.image(of: record)
        } catch {
          guard passingOverDamage, case .damagedPicture = error else { throw error }
          return nil
        }
        let isNew = record.pixelDigest == nil && !record.isMirror
        return (
          facts: PixelFacts(image, of: record, heads: heads[record.id] ?? []),
          flipped: isNew ? PixelFacts.digest(image.mirrored()) : nil
        )
      }
      try writing { catalogue in
        try catalogue.connection.transaction {
          for (record, fact) in zip(missing, facts) {
            guard let fact else { continue }
            try catalogue.setPixels(of: record.id, fact.facts)
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
