package import CooperativeWork
package import FaceDatasets
package import FaceModels
import FacePreprocessing
package import FaceVocabulary
import Matrices

/// The faces of a dataset as one recipe prepares them, read from it block by block each time that
/// they are asked for: what a kept model learns from.
///
/// Which pictures there are is settled once, when the value is made. Beside one block it holds the
/// catalogue's rows and a digest a face. Not Sendable: one training asks for one pass after another.
package final class DatasetFaces: PassingFaces {
  package let size: PixelSize
  package let roster: SubjectRoster
  /// SHA-256 of what the dataset held when the faces were listed.
  package let fingerprint: String
  /// The first picture whose size is not the first one's, and both sizes; nil when all share one.
  package let oddSize: TrainingMaterial.OddSize?
  /// Pictures in which no face could be prepared, with reasons, in the dataset's order; known once
  /// a pass has ended.
  package private(set) var failures: [TrainingMaterial.Failure] = []

  private let dataset: Dataset
  private let recipe: Recipe
  private let records: [FaceRecord]
  private let facesInBlock: Int
  /// What the first pass made of each record; empty before it.
  private var known: [Sight] = []

  /// What became of one picture.
  private struct Sight: Sendable {
    /// Nil where no face could be prepared.
    var digest: FaceDigest?
    var reason: String?
    /// Where the face was found, so that no other pass looks for it.
    var place: Place?
  }

  private struct Place: Sendable {
    var box: PixelRect?
    var eyes: (PixelPoint, PixelPoint)?
  }

  /// Lists the faces. Known eyes are taken instead of looked for.
  ///
  /// - Parameters:
  ///   - withMirrors: whether stored mirror images are taken too.
  ///   - facesInBlock: pictures read at a time; results do not depend on it.
  /// - Throws: ``DatasetError/empty(dataset:)`` where there is none; `Cancelled`.
  package init(
    of dataset: Dataset, recipe: Recipe, withMirrors: Bool, facesInBlock: Int? = nil, work: Work
  ) throws {
    fingerprint = try dataset.fingerprint(work: work)
    records = try dataset.records().filter { withMirrors || !$0.isMirror }
    guard let first = records.first else { throw DatasetError.empty(dataset: dataset.name) }
    self.dataset = dataset
    self.recipe = recipe
    oddSize = records.first { $0.size != first.size }.map {
      TrainingMaterial.OddSize(file: $0.file, size: $0.size, usual: first.size)
    }
    size = recipe.resolvedSize(facesShare: oddSize == nil ? first.size : nil)
    roster = SubjectRoster(
      Dictionary(
        records.lazy.map { ($0.label, $0.subject) }, uniquingKeysWith: { first, _ in first }))
    self.facesInBlock = max(1, facesInBlock ?? FaceBlock.mostFaces(of: size))
  }

  package var mostFaces: Int { records.count }

  /// Reads and prepares all pictures, a block in parallel at a time.
  ///
  /// - Throws: ``ExperimentError/changedWhileRead(dataset:file:)`` for the first picture that gives
  ///   another face than in the pass before; what reading a picture throws; `Cancelled`.
  package func pass(
    _ activity: String, work: Work, _ body: (FaceBlock) throws -> Void
  ) throws {
    let isFirst = known.isEmpty
    var seen: [Sight] = []
    if isFirst { seen.reserveCapacity(records.count) }
    for start in stride(from: 0, to: records.count, by: facesInBlock) {
      let range = start..<min(records.count, start + facesInBlock)
      let block = try block(
        range, work: work.part(from: start, of: records.count), activity: activity)
      if isFirst { seen += block.sights } else { try compare(block.sights, in: range) }
      try body(block.faces)
    }
    guard isFirst else { return }
    known = seen
    failures = zip(records, seen).compactMap { record, sight in
      sight.reason.map { TrainingMaterial.Failure(file: record.file, reason: $0) }
    }
  }

  /// Refuses what was learnt from a dataset that somebody changed meanwhile.
  ///
  /// - Throws: ``ExperimentError/changedWhileUsed(dataset:before:now:)``.
  package func confirmUnchanged(work: Work) throws {
    guard try dataset.fingerprint(work: work) != fingerprint else { return }
    throw ExperimentError.changedWhileUsed(
      dataset: dataset.name, before: records.count, now: try dataset.summary().faces)
  }

  private func block(
    _ range: Range<Int>, work: Work, activity: String
  ) throws -> (faces: FaceBlock, sights: [Sight]) {
    // A block's part of each, for the threads: this object is not theirs.
    let (block, known) = (Array(records[range]), known.isEmpty ? [] : Array(known[range]))
    let (dataset, recipe, size) = (dataset, recipe, size)
    let made = try work.map(
      count: block.count, activity: activity,
      makeLane: { try FacePreparer(recipe: recipe, size: size) }
    ) { preparer, index -> (face: GrayImage?, sight: Sight) in
      let record = block[index]
      // A picture without a face stays without: looking again would find none.
      if !known.isEmpty, known[index].digest == nil { return (nil, known[index]) }
      return try Self.sight(
        of: try dataset.image(of: record), eyes: record.eyes,
        place: known.isEmpty ? nil : known[index].place, preparer: preparer)
    }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(block.count * size.area)
    var labels: [SubjectLabel] = []
    var digests: [FaceDigest] = []
    for (record, made) in zip(block, made) {
      guard let face = made.face, let digest = made.sight.digest else { continue }
      pixels += face.pixels
      labels.append(record.label)
      digests.append(digest)
    }
    return (
      FaceBlock(
        pixels: ByteMatrix(rows: labels.count, columns: size.area, elements: pixels),
        labels: labels, digests: digests), made.map(\.sight)
    )
  }

  private static func sight(
    of image: GrayImage, eyes: (PixelPoint, PixelPoint)?, place: Place?, preparer: FacePreparer
  ) throws -> (face: GrayImage?, sight: Sight) {
    do throws(PreparationError) {
      let prepared = try preparer.prepare(image, box: place?.box, eyes: eyes ?? place?.eyes)
      let found = prepared.leftEye.flatMap { left in prepared.rightEye.map { (left, $0) } }
      let isSearched = prepared.box != nil || (eyes == nil && found != nil)
      return (
        prepared.face,
        Sight(
          digest: FaceDigest(of: prepared.face),
          place: isSearched ? Place(box: prepared.box, eyes: found) : nil)
      )
    } catch {
      // A broken cascade is not a picture without a face: nothing could be prepared at all.
      if case .detector = error { throw error }
      return (nil, Sight(reason: error.message))
    }
  }

  private func compare(_ sights: [Sight], in range: Range<Int>) throws {
    for (index, sight) in zip(range, sights) where sight.digest != known[index].digest {
      throw ExperimentError.changedWhileRead(dataset: dataset.name, file: records[index].file)
    }
  }
}
