package import FaceDatasets
package import FaceEvaluation
package import FaceModels
package import FaceVocabulary

/// A table that somebody published, and how each of its rows is measured here.
package struct PublishedTable: Sendable {
  /// The word of `reproduce`.
  package let name: String
  package let title: String
  /// Who published it, and where.
  package let source: String
  package let faces: Faces
  /// Why figures of any row may differ.
  package let reasons: [String]
  package let rows: [Row]

  /// The pictures that a table is about. They are never fetched, only read from a folder.
  package struct Faces: Sendable {
    /// What the set is called.
    package var dataset: String
    /// Where its owners offer it.
    package var offered: String
    /// What is taken of the folder.
    package var selection = ImportSelection.all
    /// Part of every picture that is kept; nil for the whole.
    package var crop: PixelRect?
    /// People, pictures of each, and pictures in all; nil where that is left open, or is not told.
    package var people: Int?
    package var images: Int?
    package var pictures: Int?
    /// The pictures' size in the folder; nil where that is left open.
    package var size: PixelSize?
    /// The size of what is taken of every picture.
    var taken: PixelSize? {
      crop.map { PixelSize(width: $0.width, height: $0.height) } ?? size
    }
    /// Pairs that the folder's `pairs.txt` must list; nil where the table is not about pairs.
    package var pairs: Int?
    /// Whether the folder must hold a `pairs.txt`.
    package var needsPairs: Bool { pairs != nil }

    package init(dataset: String, offered: String) {
      self.dataset = dataset
      self.offered = offered
    }
  }

  /// One figure of the table.
  package struct Row: Sendable {
    package let name: String
    /// Shares as numbers from 0 to 1.
    package let published: Double
    /// What was printed behind ±; nil where nothing was.
    package var spread: Double?
    /// How far the true figure may lie from the printed one: half its last digit, or how well a chart
    /// can be read.
    package let rounding: Double
    package let experiment: Experiment
    package let figure: Figure
    /// Why this figure differs, where that is known.
    package var reason: String?

    package init(
      _ name: String, _ published: Double, spread: Double? = nil, rounding: Double = 0.000_05,
      _ experiment: Experiment, _ figure: Figure = .accuracy, reason: String? = nil
    ) {
      self.name = name
      self.published = published
      self.spread = spread
      self.rounding = rounding
      self.experiment = experiment
      self.figure = figure
      self.reason = reason
    }
  }

  /// What is trained on what.
  package struct Experiment: Hashable, Sendable {
    package var method: RecognitionMethod
    package var components: TrainingSettings.Components
    package var division: PublishedDivision
    package var fuse: FusionRule
    package var size: Recipe.TargetSize
    package var light: Recipe.Light

    package init(
      _ method: RecognitionMethod, _ components: TrainingSettings.Components = .all,
      _ division: PublishedDivision, fuse: FusionRule = .nearest,
      size: Recipe.TargetSize = .auto, light: Recipe.Light = .none
    ) {
      self.method = method
      self.components = components
      self.division = division
      self.fuse = fuse
      self.size = size
      self.light = light
    }
  }

  /// What is read off the trials.
  package enum Figure: Hashable, Sendable {
    /// Share of probes whose own person is nearest, all folds together.
    case accuracy
    /// Mean of that share over repeats, with its standard deviation.
    case meanOfRepeats
    /// Half total error rate at the equal error threshold of the same scores.
    case halfTotalError
    /// Mean accuracy of pairs over folds, with its standard error.
    case pairAccuracy
    case pairEqualError
    case pairArea
    /// Means over people, weighted by their probes.
    case precision
    case recall
    case f1
  }
}

/// One figure as published and as found here.
package struct ReproducedRow: Equatable, Sendable {
  package let table: String
  package let row: String
  package let published: Double
  package let publishedSpread: Double?
  /// nil where the folder gives nothing to measure it by.
  package let ours: Double?
  package let oursSpread: Double?
  /// Right answers and probes; nil for figures that are no such share.
  package let correct: Int?
  package let total: Int?
  /// Whether the two agree as closely as the published figure was printed.
  package let isReproduced: Bool
  /// How the faces differ from those of the table, in words; nil where they do not.
  package let facesDiffer: String?
  /// Probes with a twin in the training, which an evaluation of this program would refuse.
  package let leaks: Int
  package let reason: String?
  package let source: String

  /// Ours less the published figure.
  package var difference: Double? { ours.map { $0 - published } }
}
