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
  /// Faces of the dataset, those that are left out included.
  private let facesInAll: Int
  private let facesInBlock: Int
  /// What the first pass made of each record, nil where no face; empty before it.
  private var digests: [FaceDigest?] = []
  /// Where it found faces, by record.
  private var places: [Int: Place] = [:]
  /// The pixels of the block before, whose memory the next one takes over: freed and asked for anew
  /// between the small pieces that reading needs, it would leave gaps as large as itself.
  private var memory: [UInt8] = []

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
    // The fingerprint reads every picture.
    if case .fixed(let size) = recipe.size { try recipe.checkRoom(for: size, faces: 1, work: work) }
    fingerprint = try dataset.fingerprint(work: work)
    let all = try dataset.records(jobs: work.jobs)
    facesInAll = all.count
    records = all.filter { withMirrors || !$0.isMirror }
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
    let isFirst = digests.isEmpty
    var seen: [FaceDigest?] = []
    var failed: [TrainingMaterial.Failure] = []
    if isFirst {
      seen.reserveCapacity(records.count)
      places = [:]
    }
    defer { memory = [] }
    for start in stride(from: 0, to: records.count, by: facesInBlock) {
      let range = start..<min(records.count, start + facesInBlock)
      let block = try block(
        range, work: work.part(from: start, of: records.count), activity: activity)
      for (index, sight) in zip(range, block.sights) {
        if isFirst {
          seen.append(sight.digest)
          places[index] = sight.place
          if let reason = sight.reason {
            failed.append(TrainingMaterial.Failure(file: records[index].file, reason: reason))
          }
        } else if sight.digest != digests[index] {
          throw ExperimentError.changedWhileRead(
            dataset: dataset.name, file: records[index].file)
        }
      }
      try body(block.faces)
      memory = block.faces.pixels.elements
    }
    if isFirst { (digests, failures) = (seen, failed) }
  }

  /// Refuses what was learnt from a dataset that somebody changed meanwhile.
  ///
  /// - Throws: ``ExperimentError/changedWhileUsed(dataset:before:now:)``.
  package func confirmUnchanged(work: Work) throws {
    guard try dataset.fingerprint(work: work) != fingerprint else { return }
    throw ExperimentError.changedWhileUsed(
      dataset: dataset.name, before: facesInAll, now: try dataset.summary().faces)
  }

  private func block(
    _ range: Range<Int>, work: Work, activity: String
  ) throws -> (faces: FaceBlock, sights: [Sight]) {
    // The block's part of everything, for the threads: this object is not theirs.
    let block = Array(records[range])
    let digests: [FaceDigest?] = digests.isEmpty ? [] : Array(digests[range])
    let found = places
    let places: [Place?] = digests.isEmpty || found.isEmpty ? [] : range.map { found[$0] }
    let (dataset, recipe, size) = (dataset, recipe, size)
    var pixels = emptyMemory(for: block.count)
    let sights = try work.map(
      filling: &pixels, of: size.area, activity: activity,
      makeLane: { try FacePreparer(recipe: recipe, size: size, work: work) }
    ) { preparer, index, row -> Sight in
      let record = block[index]
      // A picture without a face stays without: looking again would find none.
      if !digests.isEmpty, digests[index] == nil { return Sight() }
      return try Self.sight(
        of: try dataset.image(of: record), eyes: record.eyes,
        place: places.isEmpty ? nil : places[index], preparer: preparer, face: row)
    }
    var labels: [SubjectLabel] = []
    var taken: [FaceDigest] = []
    for (index, sight) in sights.enumerated() {
      guard let digest = sight.digest else { continue }
      move(row: index, to: labels.count, in: &pixels)
      labels.append(block[index].label)
      taken.append(digest)
    }
    pixels.removeLast(pixels.count - labels.count * size.area)
    return (
      FaceBlock(
        pixels: ByteMatrix(rows: labels.count, columns: size.area, elements: pixels),
        labels: labels, digests: taken), sights
    )
  }

  /// Memory for the pixels of `count` faces: that of the block before where there was one.
  private func emptyMemory(for count: Int) -> [UInt8] {
    var pixels = memory
    memory = []
    let needed = count * size.area
    if pixels.count > needed {
      pixels.removeLast(pixels.count - needed)
    } else {
      pixels.reserveCapacity(facesInBlock < records.count ? facesInBlock * size.area : needed)
      pixels.append(contentsOf: repeatElement(0, count: needed - pixels.count))
    }
    return pixels
  }

  /// Closes the gaps that pictures without a face leave.
  private func move(row: Int, to place: Int, in pixels: inout [UInt8]) {
    if row == place { return }
    pixels.withUnsafeMutableBufferPointer { pixels in
      let face = pixels[row * size.area..<(row + 1) * size.area]
      _ = UnsafeMutableBufferPointer(
        rebasing: pixels[place * size.area..<(place + 1) * size.area]
      ).update(fromContentsOf: face)
    }
  }

  /// Prepares one face into `face`.
  private static func sight(
    of image: GrayImage, eyes: (PixelPoint, PixelPoint)?, place: Place?, preparer: FacePreparer,
    face: UnsafeMutableBufferPointer<UInt8>
  ) throws -> Sight {
    do throws(PreparationError) {
      let prepared = try preparer.prepare(image, box: place?.box, eyes: eyes ?? place?.eyes)
      let found = prepared.leftEye.flatMap { left in prepared.rightEye.map { (left, $0) } }
      let isSearched = prepared.box != nil || (eyes == nil && found != nil)
      precondition(prepared.face.pixels.count == face.count, "faces are prepared in one size")
      _ = face.update(fromContentsOf: prepared.face.pixels)
      return Sight(
        digest: FaceDigest(of: prepared.face),
        place: isSearched ? Place(box: prepared.box, eyes: found) : nil)
    } catch {
      // A broken cascade is not a picture without a face: nothing could be prepared at all.
      if case .detector = error { throw error }
      return Sight(reason: error.message)
    }
  }
}
