package import CooperativeWork
package import FaceVocabulary
import Matrices

/// Fits the recogniser that its settings ask for.
package struct ModelTrainer: Sendable {
  package let settings: TrainingSettings
  /// Training that would need more memory than this is refused before it begins.
  package let memoryLimitBytes: Int

  package init(settings: TrainingSettings, memoryLimitBytes: Int = .max) {
    self.settings = settings
    self.memoryLimitBytes = memoryLimitBytes
  }

  /// Learns from `faces`, which `recipe` made from pictures.
  ///
  /// Equal faces and settings give equal models for any number of jobs. The number of components
  /// asked for is kept in the manifest; the model has fewer when the faces give fewer.
  ///
  /// - Throws: ``TrainingError`` for faces or settings nothing can be learnt from; `Cancelled`.
  package func fit(_ faces: LabelledFaces, recipe: Recipe, work: Work) throws -> FaceModel {
    try settings.check()
    try checkMemory(
      estimatedBytes(
        faceCount: faces.count, size: faces.size, people: faces.roster.names.count))
    let templates: FaceModel.Templates =
      switch settings.method {
      case .eigen: .eigen(try eigenfaces(faces, work: work))
      case .fisher: .fisher(try fisherfaces(faces, work: work))
      case .lbph: .lbph(try histograms(faces, work: work))
      }
    return assembled(
      templates, size: faces.size, labels: faces.labels, roster: faces.roster, recipe: recipe)
  }

  /// The model of `templates`, of the people in `labels`.
  func assembled(
    _ templates: FaceModel.Templates, size: PixelSize, labels: [SubjectLabel],
    roster: SubjectRoster, recipe: Recipe
  ) -> FaceModel {
    let people = Set(labels)
    return FaceModel(
      manifest: ModelManifest(
        recipe: recipe, size: size, componentsAsked: settings.componentsAsked,
        droppedFirst: settings.dropFirst), templates: templates, labels: labels,
      roster: SubjectRoster(roster.names.filter { people.contains($0.key) }))
  }

  private func histograms(_ faces: LabelledFaces, work: Work) throws -> HistogramModel {
    guard faces.count >= 1 else {
      throw TrainingError.tooFewFaces(method: .lbph, found: 0, needed: 1)
    }
    try settings.pattern.check(size: faces.size)
    return HistogramModel(
      pattern: settings.pattern,
      histograms: try settings.pattern.histograms(of: faces.pixels, size: faces.size, work: work))
  }
}
