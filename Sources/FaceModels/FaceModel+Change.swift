package import CooperativeWork
package import FaceVocabulary
import Matrices

extension FaceModel {
  /// The model with `faces` among its templates, people matched by name.
  ///
  /// Known people keep their numbers, new ones get the next. The axes of a subspace model stay as
  /// they are, which the manifest then says; LBPH has none, so nothing of it gets stale.
  ///
  /// - Throws: ``ModelChangeError``; `Cancelled`.
  package func adding(_ faces: LabelledFaces, work: Work) throws -> FaceModel {
    guard faces.count > 0 else { throw ModelChangeError.nothingToAdd }
    guard faces.size == manifest.size else {
      throw ModelChangeError.sizeMismatch(found: faces.size, needed: manifest.size)
    }
    var grown = self
    var numbers: [SubjectID: SubjectLabel] = [:]
    for label in Set(labels).union(roster.labels) { numbers[roster[label]] = label }
    var next = numbers.values.max().map { Int64($0) + 1 } ?? 0
    for label in faces.people {
      let subject = faces.roster[label]
      guard numbers[subject] == nil else { continue }
      guard let number = SubjectLabel(exactly: next) else { throw ModelChangeError.noLabelLeft }
      numbers[subject] = number
      grown.roster[number] = subject
      next += 1
    }
    grown.labels += faces.labels.compactMap { numbers[faces.roster[$0]] }
    switch templates {
    case .eigen(var model):
      try model.append(faces.pixels, work: work)
      grown.templates = .eigen(model)
      grown.manifest.basisIsStale = true
    case .fisher(var model):
      try model.append(faces.pixels, work: work)
      grown.templates = .fisher(model)
      grown.manifest.basisIsStale = true
    case .lbph(var model):
      model.histograms += try model.pattern.histograms(
        of: faces.pixels, size: faces.size, work: work)
      grown.templates = .lbph(model)
    }
    return grown
  }

  /// The model without the templates of `subject`, and without the name.
  ///
  /// The axes of a subspace model still carry traces of the person; the manifest then says that
  /// they are stale, and only training anew takes those out.
  package func forgetting(_ subject: SubjectID) throws(ModelChangeError) -> FaceModel {
    let kept = labels.indices.filter { roster[labels[$0]] != subject }
    guard kept.count < labels.count else {
      throw .unknownSubject(subject, known: Set(labels.map { roster[$0] }).sorted())
    }
    guard !kept.isEmpty else { throw .lastSubject(subject) }
    var shrunk = self
    shrunk.labels = kept.map { labels[$0] }
    shrunk.roster = SubjectRoster(roster.names.filter { $0.value != subject })
    switch templates {
    case .eigen(var model):
      model.projections = model.projections.selecting(rows: kept)
      shrunk.templates = .eigen(model)
      shrunk.manifest.basisIsStale = true
    case .fisher(var model):
      model.projections = model.projections.selecting(rows: kept)
      shrunk.templates = .fisher(model)
      shrunk.manifest.basisIsStale = true
    case .lbph(var model):
      let bins = model.pattern.binCount
      model.histograms = kept.flatMap { model.histograms[$0 * bins..<($0 + 1) * bins] }
      shrunk.templates = .lbph(model)
    }
    return shrunk
  }
}

extension SubspaceModel {
  /// Places more faces on the axes.
  fileprivate mutating func append(_ faces: ByteMatrix, work: Work) throws {
    let added = try projection.coordinates(of: faces, work: work)
    projections = Matrix(
      rows: projections.rows + added.rows, columns: axes.columns,
      elements: projections.elements + added.elements)
  }
}
