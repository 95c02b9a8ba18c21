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
    let needed = estimatedBytes(faceCount: faces.count, size: faces.size)
    guard needed <= memoryLimitBytes else {
      throw TrainingError.tooLarge(neededBytes: needed, limitBytes: memoryLimitBytes)
    }
    let templates: FaceModel.Templates =
      switch settings.method {
      case .eigen: .eigen(try eigenfaces(faces, work: work))
      case .fisher: .fisher(try fisherfaces(faces, work: work))
      case .lbph: .lbph(try histograms(faces, work: work))
      }
    return assembled(templates, faces, recipe: recipe)
  }

  /// The model of `templates` learnt from `faces`.
  func assembled(
    _ templates: FaceModel.Templates, _ faces: LabelledFaces, recipe: Recipe
  ) -> FaceModel {
    let people = Set(faces.labels)
    return FaceModel(
      manifest: ModelManifest(
        recipe: recipe, size: faces.size, componentsAsked: settings.componentsAsked,
        droppedFirst: settings.dropFirst), templates: templates, labels: faces.labels,
      roster: SubjectRoster(faces.roster.names.filter { people.contains($0.key) }))
  }

  /// Bytes that training on `faceCount` faces of `size` will hold at its peak, about.
  package func estimatedBytes(faceCount: Int, size: PixelSize) -> Int {
    let (count, pixels) = (Double(faceCount), Double(size.area))
    let bytes: Double
    switch settings.method {
    case .lbph:
      bytes =
        4 * count * Double(settings.pattern.gridX) * Double(settings.pattern.gridY)
        * Double(1 << max(0, min(16, settings.pattern.neighbors)))
    case .eigen, .fisher:
      let side = min(count, pixels)
      let limit: Double
      if case .count(let asked) = settings.components {
        limit = min(side, Double(asked))
      } else {
        limit = side
      }
      // The products, the solver's copy and vectors; the axes twice while they are turned.
      bytes = 8 * (3 * side * side + 2 * limit * pixels + count * limit) + count * pixels
    }
    return bytes < 0x1p62 ? Int(bytes) : .max
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
