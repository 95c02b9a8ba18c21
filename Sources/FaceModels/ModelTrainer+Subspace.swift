package import CooperativeWork
package import FaceVocabulary
package import Matrices

extension ModelTrainer {
  /// Eigenfaces by whichever of the two eigenproblems is smaller.
  func eigenfaces(_ faces: LabelledFaces, work: Work) throws -> SubspaceModel {
    guard faces.count >= 2 else {
      throw TrainingError.tooFewFaces(method: .eigen, found: faces.count, needed: 2)
    }
    let plan = try ComponentPlan(settings.components, dropFirst: settings.dropFirst)
    switch TrainingRoute.cheapest(faceCount: faces.count, pixels: faces.size.area) {
    case .gram:
      let gram = try CentredGram(solving { try faces.pixels.gram(work: work) }, work: work)
      let (all, kept) = try GramSolution.eigenfaces(gram, plans: [plan], work: work)
      return try model(of: faces, all.selecting(kept[0]), work: work)
    case .scatter:
      var sums = ScatterSums(pixels: faces.size.area)
      try solving { try sums.add(faces.pixels, work: work) }
      let basis = try ScatterSolution.eigenfaces(consume sums, plan: plan, work: work)
      return try model(of: faces, basis, work: work)
    }
  }

  /// Eigenfaces of faces that have passed by, with those of `templates` enrolled.
  ///
  /// The sums may come from many shards and hold far more faces than fit in memory; what the axes
  /// see is what ``fit(_:recipe:work:)`` on all of them at once would see.
  ///
  /// - Throws: ``TrainingError``; `Cancelled`. Only Eigenfaces can be learnt from sums.
  /// - Complexity: O(d²·k) time and two matrices of d² doubles for few components.
  package func fit(
    _ sums: consuming ScatterSums, templates faces: LabelledFaces, recipe: Recipe, work: Work
  ) throws -> FaceModel {
    try settings.check()
    guard settings.method == .eigen else {
      throw TrainingError.sumsNeedEigenfaces(method: settings.method)
    }
    let plan = try ComponentPlan(settings.components, dropFirst: settings.dropFirst)
    let basis = try ScatterSolution.eigenfaces(consume sums, plan: plan, work: work)
    return assembled(
      .eigen(try model(of: faces, basis, work: work)), size: faces.size, labels: faces.labels,
      roster: faces.roster, recipe: recipe)
  }

  /// Fisherfaces: principal components first, then discriminants among them.
  func fisherfaces(_ faces: LabelledFaces, work: Work) throws -> SubspaceModel {
    let people = PeopleOfFaces(faces.labels)
    try people.check(faces: faces)
    let plan = try ComponentPlan(settings.components, dropFirst: 0)
    switch TrainingRoute.cheapest(faceCount: faces.count, pixels: faces.size.area) {
    case .gram:
      let products = try solving { try faces.pixels.gram(work: work) }
      let (all, kept) = try GramSolution.fisherfaces(
        CentredGram(products, work: work), people: people,
        areEqual: { products[$0, $0] + products[$1, $1] == 2 * products[$0, $1] },
        plans: [plan], work: work)
      return try model(of: faces, all.selecting(kept[0]), work: work)
    case .scatter:
      var sums = ScatterSums(pixels: faces.size.area)
      try solving { try sums.add(faces.pixels, work: work) }
      var persons = PersonSums()
      persons.add(faces.pixels, labels: faces.labels)
      let within = people.componentsWithin { faces.pixels.row($0) == faces.pixels.row($1) }
      let basis = try ScatterSolution.fisherfaces(
        consume sums, people: persons, within: within, plan: plan, work: work)
      return try model(of: faces, basis, work: work)
    }
  }

  /// Draws the axes and places the faces on them.
  private func model(
    of faces: LabelledFaces, _ solution: GramSolution, work: Work
  ) throws -> SubspaceModel {
    let mean = faces.pixels.columnMeans()
    let axes = try faces.pixels.combining(solution.weights, mean: mean, work: work)
    return try model(
      of: faces, ScatterSolution(values: solution.values, axes: axes, mean: mean), work: work)
  }

  private func model(
    of faces: LabelledFaces, _ basis: ScatterSolution, work: Work
  ) throws -> SubspaceModel {
    let projection = basis.projection
    return SubspaceModel(
      mean: basis.mean, eigenvalues: basis.values, axes: projection.axes,
      projections: try projection.coordinates(of: faces.pixels, work: work))
  }
}
