package import FaceVocabulary

/// Why trials could not be evaluated.
package enum EvaluationError: Error, Equatable {
  /// A rate was asked for that has no trials in this part.
  case noTrials(TrialKind, TrialTable.Part)
  /// A share outside 0 … 1.
  case shareOutOfRange(Double)
  /// Two results whose probes differ, so that they cannot be paired.
  case differentProbes(onlyInFirst: Int, onlyInSecond: Int)
  /// The distance to a person's mean template was asked for without the distances among templates.
  case templatesNeedMutualDistances
  /// A calibration without enough scores of both kinds.
  case tooFewScores(genuine: Int, impostor: Int)
  /// Random draws over gallery and probe need two faces of everyone.
  case loneFaces(of: [SubjectID])

  /// What a rate is counted over.
  package enum TrialKind: String, Sendable {
    case genuine
    case impostor
    case mated
    case nonMated
    case any
  }
}

extension EvaluationError: ExplainedError {
  package var message: String {
    switch self {
    case .noTrials(let kind, let part):
      "part '\(part.rawValue)' has no \(EvaluationError.words(kind)), so this rate is not measured"
    case .shareOutOfRange(let share): "a share from 0 to 1 is needed, found \(share)"
    case .differentProbes(let first, let second):
      "the two results have different probes: \(first) only in the first, \(second) only in the second"
    case .templatesNeedMutualDistances:
      "fusing by mean template needs the distances among the templates"
    case .tooFewScores(let genuine, let impostor):
      "calibration needs right and wrong comparisons, found \(genuine) and \(impostor)"
    case .loneFaces(let people):
      "draws of gallery and probe need two faces of two people or more; one only of "
        + people.prefix(5).map(\.name).joined(separator: ", ") + (people.count > 5 ? ", …" : "")
    }
  }

  package var hint: String? {
    switch self {
    case .noTrials(.nonMated, _): "hold people out with 'evaluate … --unknown 0.25'"
    case .differentProbes: "evaluate both on one split: 'evaluate … --split FILE'"
    case .tooFewScores: "hold people out with 'evaluate … --unknown 0.25', or calibrate pairs"
    default: nil
    }
  }

  package var kind: String {
    switch self {
    case .noTrials: "no_trials"
    case .shareOutOfRange: "share_out_of_range"
    case .differentProbes: "different_probes"
    case .templatesNeedMutualDistances: "templates_need_mutual_distances"
    case .tooFewScores: "too_few_scores"
    case .loneFaces: "lone_faces"
    }
  }

  private static func words(_ kind: TrialKind) -> String {
    switch kind {
    case .genuine: "scores of a probe with its own person"
    case .impostor: "scores of a probe with another person"
    case .mated: "probes whose person is in the gallery"
    case .nonMated: "probes of unknown people"
    case .any: "probes"
    }
  }
}
