package import CooperativeWork
package import FaceVocabulary
import Matrices

extension ModelTrainer {
  /// Learns from faces that pass by, holding no more of them than the method must.
  ///
  /// Where ``TrainingRoute/scatter`` is the cheaper way, every pass has one block in memory: the
  /// first sums the faces, the second places them on the axes. LBPH keeps histograms alone. Where the
  /// Gram matrix is cheaper there are fewer faces than pixels, and they are held. Either way the model
  /// is the one that ``fit(_:recipe:work:)`` on all of them at once gives, to the byte, in whatever
  /// blocks they come.
  ///
  /// - Parameter announce: told the route, or nil for LBPH, and the faces it is for, before the
  ///   problem is solved.
  /// - Throws: ``TrainingError``; what a pass throws; `Cancelled`.
  package func fit(
    _ faces: some PassingFaces, recipe: Recipe, work: Work,
    announce: (TrainingRoute?, Int) -> Void = { _, _ in }
  ) throws -> FaceModel {
    try settings.check()
    try checkMemory(
      estimatedBytes(
        passing: faces.mostFaces, size: faces.size, people: faces.roster.names.count))
    guard settings.method != .lbph else {
      return try histograms(of: faces, recipe: recipe, work: work, announce: announce)
    }
    if TrainingRoute.cheapest(faceCount: faces.mostFaces, pixels: faces.size.area) == .scatter {
      let seen = try summed(faces, work: work)
      // Few pictures may have become a face, and then the other way is cheaper.
      if TrainingRoute.cheapest(faceCount: seen.labels.count, pixels: faces.size.area) == .scatter {
        announce(.scatter, seen.labels.count)
        return try subspace(
          of: faces, seen: consume seen, recipe: recipe, work: work)
      }
    }
    let held = try held(faces, work: work)
    announce(.gram, held.count)
    return try fit(held, recipe: recipe, work: work)
  }

  private func summed(_ faces: some PassingFaces, work: Work) throws -> FaceSums {
    var sums = FaceSums(pixels: faces.size.area, needsPeople: settings.method == .fisher)
    try solving {
      try faces.pass("reading faces", work: work) { try sums.add($0, work: work) }
    }
    return sums
  }

  private func subspace(
    of faces: some PassingFaces, seen: consuming FaceSums, recipe: Recipe, work: Work
  ) throws -> FaceModel {
    let labels = seen.labels
    let basis = try basis(of: consume seen, roster: faces.roster, work: work)
    let projection = basis.projection
    let axisCount = projection.axes.columns
    var projections: [Double] = []
    projections.reserveCapacity(labels.count * axisCount)
    var placed = 0
    try faces.pass("placing faces", work: work) { block in
      precondition(
        placed + block.labels.count <= labels.count, "a pass gives what the one before gave")
      projections += try projection.coordinates(of: block.pixels, work: work).elements
      placed += block.labels.count
    }
    precondition(placed == labels.count, "a pass gives what the one before gave")
    let model = SubspaceModel(
      mean: basis.mean, eigenvalues: basis.values, axes: projection.axes,
      projections: Matrix(rows: labels.count, columns: axisCount, elements: projections))
    return assembled(
      settings.method == .eigen ? .eigen(model) : .fisher(model), size: faces.size, labels: labels,
      roster: faces.roster, recipe: recipe)
  }

  private func basis(
    of seen: consuming FaceSums, roster: SubjectRoster, work: Work
  ) throws -> ScatterSolution {
    let plan = try ComponentPlan(settings.components, dropFirst: settings.dropFirst)
    let scatter = seen.takeScatter()
    guard settings.method == .fisher else {
      return try ScatterSolution.eigenfaces(consume scatter, plan: plan, work: work)
    }
    let people = seen.people
    try people.check(roster: roster)
    let within = seen.componentsWithin
    return try ScatterSolution.fisherfaces(
      consume scatter, people: people, within: within, plan: plan, work: work)
  }

  private func held(_ faces: some PassingFaces, work: Work) throws -> LabelledFaces {
    var pixels: [UInt8] = []
    var labels: [SubjectLabel] = []
    pixels.reserveCapacity(faces.mostFaces * faces.size.area)
    try faces.pass("reading faces", work: work) { block in
      pixels += block.pixels.elements
      labels += block.labels
    }
    return LabelledFaces(
      size: faces.size,
      pixels: ByteMatrix(rows: labels.count, columns: faces.size.area, elements: pixels),
      labels: labels, roster: faces.roster)
  }

  private func histograms(
    of faces: some PassingFaces, recipe: Recipe, work: Work,
    announce: (TrainingRoute?, Int) -> Void
  ) throws -> FaceModel {
    let pattern = settings.pattern
    guard faces.mostFaces >= 1 else {
      throw TrainingError.tooFewFaces(method: .lbph, found: 0, needed: 1)
    }
    try pattern.check(size: faces.size)
    var histograms: [Float] = []
    var labels: [SubjectLabel] = []
    histograms.reserveCapacity(faces.mostFaces * pattern.binCount)
    try faces.pass("reading faces", work: work) { block in
      histograms += try pattern.histograms(of: block.pixels, size: faces.size, work: work)
      labels += block.labels
    }
    guard !labels.isEmpty else {
      throw TrainingError.tooFewFaces(method: .lbph, found: 0, needed: 1)
    }
    announce(nil, labels.count)
    return assembled(
      .lbph(HistogramModel(pattern: pattern, histograms: histograms)), size: faces.size,
      labels: labels, roster: faces.roster, recipe: recipe)
  }
}
