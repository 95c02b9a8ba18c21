package import CooperativeWork
package import FaceVocabulary
import Matrices

/// Trainings on many subsets of the same faces, sharing what does not depend on the subset.
///
/// Eigenfaces and Fisherfaces share the exact products of all pairs of faces, of which every fold
/// is a part; LBPH shares the histograms, and their distances while those fit. Each fold equals a
/// training of its own to within rounding.
package struct SharedTraining: Sendable {
  /// The faces that rows are counted in.
  package let faces: LabelledFaces
  package let settings: TrainingSettings
  private let shared: Shared

  private enum Shared: Sendable {
    /// n×n exact products of faces, and their principal space where many folds leave one face out.
    case products(Matrix, PrincipalSpace?)
    case histograms([Float], distances: Matrix?)
  }

  /// Faces up to which all distances between histograms are kept: 128 MiB.
  private static let distanceLimit = 4_000
  /// Trainings that leave one face out from which the principal space of all faces pays.
  private static let fewestLeftOut = 8

  /// Does the work that all folds share, on `work.jobs` threads.
  ///
  /// - Parameters:
  ///   - leavingOneOut: how many trainings will leave out exactly one of the faces; for Eigenfaces
  ///     these then cost O(n²·k) instead of an eigenproblem each.
  ///   - memoryLimitBytes: what all of it may hold, `work.jobs` trainings beside each other.
  /// - Throws: ``TrainingError``; `Cancelled`.
  /// - Complexity: O(n²·d) time, O(n²) memory.
  package init(
    faces: LabelledFaces, settings: TrainingSettings, leavingOneOut: Int = 0,
    memoryLimitBytes: Int = .max, work: Work
  ) throws {
    try settings.check()
    let needed = Self.estimatedBytes(
      faceCount: faces.count, size: faces.size, settings: settings, leavingOneOut: leavingOneOut,
      atOnce: work.jobs)
    guard needed <= memoryLimitBytes else {
      throw TrainingError.tooLarge(neededBytes: needed, limitBytes: memoryLimitBytes)
    }
    self.faces = faces
    self.settings = settings
    switch settings.method {
    case .eigen, .fisher:
      let products = try solving { try faces.pixels.gram(work: work) }
      let pays = settings.method == .eigen && leavingOneOut >= Self.fewestLeftOut
      shared = .products(products, pays ? try PrincipalSpace(products, work: work) : nil)
    case .lbph:
      let pattern = settings.pattern
      try pattern.check(size: faces.size)
      let histograms = try pattern.histograms(of: faces.pixels, size: faces.size, work: work)
      let distances =
        faces.count <= Self.distanceLimit
        ? try PairwiseDistances.chiSquare(between: histograms, bins: pattern.binCount, work: work)
        : nil
      shared = .histograms(histograms, distances: distances)
    }
  }

  /// Bytes that trainings on most of `faceCount` faces hold at their peak, about, the faces included.
  ///
  /// - Parameter atOnce: trainings that run beside each other.
  package static func estimatedBytes(
    faceCount: Int, size: PixelSize, settings: TrainingSettings, leavingOneOut: Int = 0, atOnce: Int
  ) -> Int {
    let (count, square) = (Double(faceCount), Double(faceCount) * Double(faceCount))
    let bytes: Double
    switch settings.method {
    case .eigen, .fisher:
      let isLeftOut = settings.method == .eigen && leavingOneOut >= fewestLeftOut
      // The products, then for every fold its own part, centred, with the solver's copies; or once
      // for all folds the same with coordinates and weights.
      bytes = 8 * square * (1 + (isLeftOut ? 6 : 5 * Double(max(1, atOnce))))
    case .lbph:
      let bins =
        Double(settings.pattern.gridX) * Double(settings.pattern.gridY)
        * Double(1 << max(0, min(16, settings.pattern.neighbors)))
      bytes = 4 * count * bins + (faceCount <= distanceLimit ? 8 * square : 0)
    }
    let all = bytes + count * Double(size.area)
    return all < 0x1p62 ? Int(all) : .max
  }

  /// Trains on the faces at `rows` once for every entry of `components`, in that order.
  ///
  /// One eigenproblem serves all of them. Runs on the calling thread, so that folds can run beside
  /// each other; ``TrainingSettings/components`` of the settings counts only when `components` is
  /// empty.
  ///
  /// - Throws: ``TrainingError``, as a training of its own on those faces would.
  package func train(
    on rows: [Int], components: [TrainingSettings.Components] = []
  ) throws -> [TrainedFold] {
    precondition(rows.allSatisfy { (0..<faces.count).contains($0) }, "rows of the shared faces")
    let asked = components.isEmpty ? [settings.components] : components
    switch shared {
    case .products(let products, let space):
      if let space, rows.count == faces.count - 1,
        let folds = try leftOutFolds(on: rows, asked: asked, space: space)
      {
        return folds
      }
      return try subspaceFolds(on: rows, asked: asked, products: products)
    case .histograms(let histograms, let distances):
      guard !rows.isEmpty else {
        throw TrainingError.tooFewFaces(method: .lbph, found: 0, needed: 1)
      }
      let fold = HistogramFold(
        histograms: histograms, bins: settings.pattern.binCount, distances: distances)
      return asked.map { _ in TrainedFold(histograms: fold) }
    }
  }

  private func subspaceFolds(
    on rows: [Int], asked: [TrainingSettings.Components], products: Matrix
  ) throws -> [TrainedFold] {
    let plans = try asked.map { try ComponentPlan($0, dropFirst: settings.dropFirst) }
    let work = Work()
    let (solution, kept): (GramSolution, [Range<Int>])
    let gram: CentredGram
    if settings.method == .eigen {
      gram = try CentredGram(products, rows: rows)
      (solution, kept) = try GramSolution.eigenfaces(gram, plans: plans, work: work)
    } else {
      let people = PeopleOfFaces(rows.map { faces.labels[$0] })
      try people.check(faces: faces)
      gram = try CentredGram(products, rows: rows)
      (solution, kept) = try GramSolution.fisherfaces(
        gram, people: people,
        areEqual: { first, second in
          let (one, other) = (rows[first], rows[second])
          return products[one, one] + products[other, other] == 2 * products[one, other]
        }, plans: plans, work: work)
    }
    let most = kept.map(\.upperBound).max() ?? 0
    // What is left out at the front is left out of every plan.
    let used = settings.dropFirst..<max(settings.dropFirst, most)
    let axes = solution.selecting(used)
    let fold = SubspaceFold(
      faces: faces.pixels, products: products, rows: rows, gram: gram, solution: axes,
      coordinates: settings.method == .eigen
        ? axes.eigenfaceCoordinates
        : try gram.products.times(transposed: axes.weights, work: work))
    return kept.map { TrainedFold(subspace: fold, componentCount: $0.count) }
  }

  /// As ``subspaceFolds(on:asked:products:)`` for Eigenfaces of all faces but one; nil where these
  /// cannot be told from the principal space.
  private func leftOutFolds(
    on rows: [Int], asked: [TrainingSettings.Components], space: PrincipalSpace
  ) throws -> [TrainedFold]? {
    let present = Set(rows)
    guard present.count == rows.count,
      let face = (0..<faces.count).first(where: { !present.contains($0) })
    else { return nil }
    let plans = try asked.map { try ComponentPlan($0, dropFirst: settings.dropFirst) }
    let needed = plans.map { $0.needed(of: rows.count - 1) }.max() ?? 0
    let total = space.scatter(without: face)
    guard total > 0, let pairs = try space.leavingOut(face, wanted: needed), !pairs.values.isEmpty
    else { return nil }
    let kept = try plans.map { try $0.kept(of: pairs.values, total: total) }
    let most = kept.map(\.upperBound).max() ?? 0
    let used = settings.dropFirst..<max(settings.dropFirst, most)
    let fold = LeftOutFold(
      faces: faces.pixels, space: space, leavingOut: face,
      shares: pairs.vectors.selecting(rows: Array(used)))
    return kept.map { TrainedFold(subspace: fold, componentCount: $0.count) }
  }
}
