package import FaceDatasets
package import FaceVocabulary

/// How an evaluation divides its faces, as it is stored: words and numbers only.
package struct SplitPlan: Equatable, Sendable, Codable {
  package var kind: Kind
  /// Parts of `kfold`.
  package var folds = 10
  package var foldBy = FoldOrder.seed
  /// Times the division is drawn anew: `kfold` and `perPerson`.
  package var repeats = 1
  /// Images of each person that train, under `perPerson`.
  package var trainPerPerson = 5
  /// Width of a yaw bin in degrees under `angle`; nil for every distinct angle.
  package var angleStep: Double?
  package var unknown = Unknown.none
  package var development = Development.none
  /// Whether a probe whose person has no gallery face is a counted miss rather than an error.
  package var allowUnmated = false
  package var seed: UInt64
  /// The file that roles were read from, as it was given; for `list`, `enrol` and `pairs`.
  package var file: String?

  package init(kind: Kind, seed: UInt64 = 1) {
    self.kind = kind
    self.seed = seed
  }

  /// The words of `--protocol`.
  package enum Kind: String, CaseIterable, Sendable, Codable {
    case leaveOneOut = "loo"
    case folds = "kfold"
    case perPerson = "per-person"
    case session
    case sweep
    case angle
    /// Trains on one angle and looks for another, for every pair of angles.
    case anglePair = "angle-pair"
    case person
    /// Pairs to be told same or different, LFW's protocol.
    case pairs
    case enrol
    case list
    /// A stored model against every face; nothing is trained.
    case model

    /// Whether roles come from a file.
    package var readsFile: Bool { [.list, .enrol, .pairs].contains(self) }

    /// Whether angles of one sweep stand on both sides.
    package var dividesByAngle: Bool { self == .angle || self == .anglePair }
  }

  package enum FoldOrder: String, CaseIterable, Sendable, Codable {
    case seed
    case index
  }

  /// People who are never trained on.
  package enum Unknown: Equatable, Sendable, Codable {
    case none
    case fraction(Double)
    case named([SubjectID])
  }

  /// Which probes thresholds are chosen on.
  package enum Development: Equatable, Sendable, Codable {
    case none
    case fraction(Double)
    case files([String])
  }

  /// The rule that keeps faces together.
  package var groupRule: GroupRule {
    switch kind {
    case .leaveOneOut, .folds, .perPerson: .capture
    default: .image
    }
  }

  /// Whether probe and training may come from one capture.
  package var sharesCaptures: Bool { kind.dividesByAngle }
}
