package import FaceVocabulary

/// How faces are divided into training, gallery and probes.
package enum SplitProtocol: Equatable, Sendable {
  /// Every original once a probe against all others.
  case leaveOneOut
  /// k parts, stratified by person.
  case folds(Int, by: FoldOrder)
  /// So many random images of each person train, the rest are probes, repeated.
  case perPerson(training: Int, repeats: Int)
  case leaveOneSessionOut
  case leaveOneSweepOut
  /// Leaves one yaw bin out; `step` is the bins' width in degrees, nil for every distinct angle.
  case leaveOneAngleOut(step: Double?)
  /// The probed person is not enrolled.
  case leaveOnePersonOut
  /// Roles read from a file.
  case list(Split)
  /// LFW's pairs.
  case pairs(PairList)

  /// What part of the folds depends on.
  package enum FoldOrder: String, CaseIterable, Sendable {
    /// Random, by the seed.
    case seed
    /// (position − 1) mod k.
    case index
  }

  /// The word used in commands and results.
  package var word: String {
    switch self {
    case .leaveOneOut: "loo"
    case .folds: "kfold"
    case .perPerson: "per-person"
    case .leaveOneSessionOut: "session"
    case .leaveOneSweepOut: "sweep"
    case .leaveOneAngleOut: "angle"
    case .leaveOnePersonOut: "person"
    case .list: "list"
    case .pairs: "pairs"
    }
  }

  /// The rule that keeps faces together under this protocol.
  package var groupRule: GroupRule {
    switch self {
    case .leaveOneOut, .folds, .perPerson: .capture
    default: .image
    }
  }
}

/// Everything a split depends on, besides the faces and their groups.
package struct SplitSettings: Equatable, Sendable {
  package var plan: SplitProtocol
  package var seed: UInt64
  package var unknown = UnknownPeople.none
  /// Whether mirrors train; they are never probes.
  package var mirrorsTrain = false
  package var development = DevelopmentPart.none
  /// Count probes whose person has no gallery face as misses rather than refuse.
  package var allowUnmated = false

  package init(plan: SplitProtocol, seed: UInt64 = 1) {
    self.plan = plan
    self.seed = seed
  }

  /// Who is never trained on.
  package enum UnknownPeople: Equatable, Sendable {
    case none
    /// This share of the people, drawn by the seed.
    case fraction(Double)
    case named([SubjectID])
  }

  /// Which probes thresholds are chosen on.
  package enum DevelopmentPart: Equatable, Sendable {
    case none
    /// This share of the known people's probe groups and of the unknown people.
    case fraction(Double)
    /// Exactly the probes with these files.
    case files(Set<String>)
  }
}
