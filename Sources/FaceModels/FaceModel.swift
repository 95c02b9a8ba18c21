package import FaceVocabulary
package import Matrices

/// A trained recogniser: templates of known faces, what compares a probe with them, and its manifest.
package struct FaceModel: Equatable, Sendable {
  package var manifest: ModelManifest
  package var templates: Templates
  /// n numbers, one a template.
  package var labels: [SubjectLabel]
  /// Names of the people.
  package var roster: SubjectRoster
  /// A probe is accepted when its distance is under this; nil accepts everybody as "nearest".
  ///
  /// Files write nil as the largest double, which is what OpenCV takes for "no threshold".
  package var threshold: Distance?

  package init(
    manifest: ModelManifest, templates: Templates, labels: [SubjectLabel], roster: SubjectRoster,
    threshold: Distance? = nil
  ) {
    self.manifest = manifest
    self.templates = templates
    self.labels = labels
    self.roster = roster
    self.threshold = threshold
  }

  package enum Templates: Equatable, Sendable {
    case eigen(SubspaceModel)
    case fisher(SubspaceModel)
    case lbph(HistogramModel)
  }

  package var method: RecognitionMethod {
    switch templates {
    case .eigen: .eigen
    case .fisher: .fisher
    case .lbph: .lbph
    }
  }
}

/// Axes through the mean face, and where the known faces lie on them.
package struct SubspaceModel: Equatable, Sendable {
  /// d grey levels.
  package var mean: [Double]
  /// k values, descending; Eigenfaces: variance along the axis, grey level².
  package var eigenvalues: [Double]
  /// d×k, one axis of unit length a column: the layout of OpenCV's files.
  package var axes: Matrix
  /// n×k, one known face a row.
  package var projections: Matrix

  package init(mean: [Double], eigenvalues: [Double], axes: Matrix, projections: Matrix) {
    self.mean = mean
    self.eigenvalues = eigenvalues
    self.axes = axes
    self.projections = projections
  }
}

/// Histograms of local binary patterns of the known faces.
package struct HistogramModel: Equatable, Sendable {
  package var pattern: LocalBinaryPattern
  /// n rows of gridX·gridY·2^neighbors shares, each cell summing to 1, row-major.
  package var histograms: [Float]

  package init(pattern: LocalBinaryPattern, histograms: [Float]) {
    self.pattern = pattern
    self.histograms = histograms
  }
}

/// How patterns are sampled and pooled; OpenCV's defaults.
package struct LocalBinaryPattern: Hashable, Sendable, Codable {
  /// Radius of the sampling circle, pixels, at least 1.
  package var radius = 1
  /// Points on the circle, 1 … 16.
  package var neighbors = 8
  /// Cells across and down, at least 1.
  package var gridX = 8
  package var gridY = 8

  package init() {}
}
