import CooperativeWork
import FaceDatasets
import FaceEvaluation
import FacePreprocessing
import FaceVocabulary
import Matrices

/// The faces of a dataset after one recipe: what every cell with that recipe is computed from.
struct PreparedFaces: Sendable {
  /// Size of every face.
  let size: PixelSize
  /// One a record; nil where no face could be prepared.
  let faces: [GrayImage?]
  /// The mirror image of each record's picture, prepared; empty unless asked for.
  let mirrored: [GrayImage?]
  /// Why a record has no face, by its index.
  let failures: [Int: PreparationError]
  /// How the face of each record was found; nil unless that is part of the test.
  let detections: [DetectionOutcome]?
  /// Every box reported in each record's picture against its one known face; nil for a record whose
  /// face was not looked for or is not known.
  let matchings: [[MatchRule: BoxMatching]?]

  /// Reads and prepares the pictures of `records`, in parallel.
  ///
  /// - Parameters:
  ///   - given: the size every face is brought to; nil leaves it to the recipe.
  ///   - withMirrors: whether mirror images are prepared too: the picture is mirrored first, so
  ///     that steps which treat left and right differently do to it what they would to a picture.
  ///   - endToEnd: whether finding the face is part of the test, so that it is judged.
  ///   - usingKnownEyes: whether eyes that the catalogue knows are taken instead of looked for.
  /// - Throws: ``DatasetError`` for a picture that cannot be read; `Cancelled`.
  init(
    of records: [FaceRecord], in dataset: Dataset, recipe: Recipe, size given: PixelSize? = nil,
    withMirrors: Bool, endToEnd: Bool = false, usingKnownEyes: Bool, work: Work
  ) throws {
    let isSearched = recipe.locate != .none
    let heads =
      isSearched
      ? try Self.heads(of: records, in: dataset)
      : Array(repeating: Heads(known: [], ignored: []), count: records.count)
    let size = given ?? Self.size(of: records, recipe: recipe)
    try Self.checkRoom(
      for: records.count, of: size, recipe: recipe, withMirrors: withMirrors, work: work)
    let outcomes = try work.map(
      count: records.count, activity: "preparing faces",
      makeLane: { try FacePreparer(recipe: recipe, size: size, work: work) }
    ) { preparer, index in
      let record = records[index]
      let image = try dataset.image(of: record)
      let eyes = usingKnownEyes ? record.eyes : nil
      return try Outcome(
        image: image, eyes: eyes, heads: heads[index], withMirror: withMirrors,
        preparer: preparer)
    }
    self.size = size
    faces = outcomes.map(\.face)
    mirrored = withMirrors ? outcomes.map(\.mirrored) : []
    var failures: [Int: PreparationError] = [:]
    for (index, outcome) in outcomes.enumerated() {
      if let failure = outcome.failure { failures[index] = failure }
    }
    self.failures = failures
    detections = endToEnd ? outcomes.map { $0.detection ?? .missed } : nil
    matchings = outcomes.map(\.matchings)
  }

  /// Refuses the faces of `count` pictures where they would not fit into memory.
  ///
  /// - Throws: ``PreparationError/size(_:)``.
  static func checkRoom(
    for count: Int, of size: PixelSize, recipe: Recipe, withMirrors: Bool, work: Work
  ) throws(PreparationError) {
    // Held here and, laid out in rows, by whatever learns from them.
    try recipe.checkRoom(for: size, faces: count * (withMirrors ? 4 : 2), work: work)
  }

  /// The size that `recipe` brings the pictures of `records` to.
  static func size(of records: [FaceRecord], recipe: Recipe) -> PixelSize {
    let sizes = Set(records.map(\.size))
    return recipe.resolvedSize(facesShare: sizes.count == 1 ? sizes.first : nil)
  }

  /// Where the face of a record is known to be: its own box, else every head of the picture.
  private struct Heads: Sendable {
    let known: [PixelRect]
    /// Other heads of the picture, which may be found without a false alarm.
    let ignored: [PixelRect]
  }

  private static func heads(of records: [FaceRecord], in dataset: Dataset) throws -> [Heads] {
    zip(records, try dataset.truths(of: records)).map { record, heads in
      if let own = record.box {
        return Heads(known: [own], ignored: heads.map(\.box).filter { $0 != own })
      }
      return Heads(
        known: heads.filter { !$0.ignored }.map(\.box),
        ignored: heads.filter(\.ignored).map(\.box))
    }
  }

  private struct Outcome: Sendable {
    var face: GrayImage?
    var mirrored: GrayImage?
    var failure: PreparationError?
    var detection: DetectionOutcome?
    var matchings: [MatchRule: BoxMatching]?

    init(
      image: GrayImage, eyes: (PixelPoint, PixelPoint)?, heads: Heads, withMirror: Bool,
      preparer: FacePreparer
    ) throws {
      do throws(PreparationError) {
        let reported = try preparer.search(image)
        // Of several heads none is known to be the one whose angle and person the record tells.
        if preparer.recipe.locate != .none, heads.known.count == 1 {
          matchings = Dictionary(
            uniqueKeysWithValues: MatchRule.allCases.map {
              (
                $0,
                BoxMatching(
                  found: reported, known: heads.known, ignored: heads.ignored, rule: $0)
              )
            })
        }
        let prepared = try preparer.prepare(image, reported: reported, eyes: eyes)
        face = prepared.face
        if let box = prepared.box {
          detection = DetectionOutcome(taken: box, reported: reported, heads: heads.known)
        }
      } catch {
        // A broken cascade is not a picture without a face: nothing could be prepared at all.
        if case .detector = error { throw error }
        failure = error
        if case .severalFaces = error { detection = .doubled } else { detection = .missed }
        return
      }
      guard withMirror else { return }
      let width = Double(image.width)
      let swapped = eyes.map { left, right in
        (
          PixelPoint(x: width - 1 - right.x, y: right.y),
          PixelPoint(x: width - 1 - left.x, y: left.y)
        )
      }
      // A mirror image whose face is not found trains nothing; the picture itself stays.
      mirrored = try? preparer.prepare(image.mirrored(), eyes: swapped).face
    }
  }
}

extension FaceRecord {
  /// Both eyes where both are known, left in the picture first.
  var eyes: (PixelPoint, PixelPoint)? {
    guard let leftEye, let rightEye else { return nil }
    return (leftEye, rightEye)
  }
}

/// Prepared faces as the rows that trainings are counted in: originals, then mirror images.
struct FaceRows: Sendable {
  let faces: LabelledFaces
  /// The row of each record's face; nil where it has none.
  let original: [Int?]
  /// The row of each record's mirror image; empty unless mirrors train.
  let mirrored: [Int?]

  /// Lays out the faces of `records` and, with `mirrors`, their mirror images.
  init(_ prepared: PreparedFaces, records: [FaceRecord], mirrors: Bool) {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(records.count * prepared.size.area * (mirrors ? 2 : 1))
    var labels: [SubjectLabel] = []
    var roster = SubjectRoster()
    func lay(_ faces: [GrayImage?]) -> [Int?] {
      zip(faces, records).map { (face, record) -> Int? in
        guard let face else { return nil }
        pixels += face.pixels
        labels.append(record.label)
        roster[record.label] = record.subject
        return labels.count - 1
      }
    }
    original = lay(prepared.faces)
    mirrored = mirrors ? lay(prepared.mirrored) : []
    faces = LabelledFaces(
      size: prepared.size,
      pixels: ByteMatrix(rows: labels.count, columns: prepared.size.area, elements: pixels),
      labels: labels, roster: roster)
  }
}
