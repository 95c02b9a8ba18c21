package import FaceVocabulary

/// How faces are divided into training, gallery and probes.
package enum SplitProtocol: Equatable, Sendable {
  /// Every original once a probe against all others; a group together is one fold.
  case leaveOneOut
  /// k parts, stratified by person.
  case folds(Int, by: FoldOrder)
  /// So many random images of each person train, the rest are probes, repeated.
  case perPerson(training: Int, repeats: Int)
  case leaveOneSessionOut
  /// One capture or sweep is the probes.
  case leaveOneSweepOut
  /// Leaves one yaw bin out; `step` is the bins' width in degrees, nil for every distinct angle.
  case leaveOneAngleOut(step: Double?)
  /// Trains on one yaw bin and looks for another, for every pair of bins.
  case anglePairs(step: Double?)
  /// The probed person is not enrolled: all probes are non-mated.
  case leaveOnePersonOut
  /// Roles read from a file.
  case list(Split)
  /// Roles read from a file that tells gallery and probes apart from a world set.
  case enrol(Split)
  /// Pairs to be told same or different, as in LFW.
  case pairs(PairList)
  /// Pairs with their world sets, as a split that was made of a list of pairs.
  case pairRoles(Split)

  /// What the folds of a k-fold split follow.
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
    case .anglePairs: "angle-pair"
    case .leaveOnePersonOut: "person"
    case .list: "list"
    case .enrol: "enrol"
    case .pairs, .pairRoles: "pairs"
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
  /// Keep probes whose person has no gallery face, as misses, rather than refuse.
  package var allowUnmated = false
  /// Whether a given split with faces that belong together on two sides is taken all the same: only
  /// to repeat what others published.
  package var allowLeaks = false

  package init(plan: SplitProtocol, seed: UInt64 = 1) {
    self.plan = plan
    self.seed = seed
  }

  /// Who is never trained on.
  package enum UnknownPeople: Equatable, Sendable {
    case none
    /// This share of the people, drawn by the seed: at least one, at most all but two.
    case fraction(Double)
    case named([SubjectID])
  }

  /// Which probes thresholds are chosen on.
  package enum DevelopmentPart: Equatable, Sendable {
    case none
    /// This share of the known people's probe groups, and of the unknown people.
    case fraction(Double)
    /// Exactly the probes with these files.
    case files(Set<String>)
  }
}
