package import FaceEvaluation
import FaceVocabulary

extension StoredResult {
  /// Width of a yaw bin where the split gives none.
  private static let usualStepDegrees = 15.0

  private var stepDegrees: Double {
    manifest.plan.split.angleStep ?? StoredResult.usualStepDegrees
  }

  /// Accuracy and rates by the angle of the probe.
  ///
  /// - Parameter threshold: what decides; nil takes the nearest.
  package func angleProfile(threshold: Double?) -> AngleProfile {
    AngleProfile(
      trials, threshold: threshold,
      reconstructionThreshold: manifest.plan.reconstructionThreshold, stepDegrees: stepDegrees)
  }

  /// Accuracy and rates by the angle trained on and the angle of the probe.
  ///
  /// The angle of a training face is known where the face is a probe somewhere in the result, as it is
  /// under every protocol that looks for each picture once.
  ///
  /// - Parameter threshold: what decides; nil takes the nearest.
  package func angleMatrix(threshold: Double?) throws(ResultError) -> AngleMatrix {
    let yaws = Dictionary(
      trials.probes.compactMap { probe in probe.yawDegrees.map { (probe.file, $0) } },
      uniquingKeysWith: { first, _ in first })
    var trained: [AngleMatrix.Fold: Set<Double>] = [:]
    for row in try split.read().rows where row.role == .train || row.role == .world {
      guard let yaw = yaws[row.file] else { continue }
      trained[
        AngleMatrix.Fold(repetition: row.repetition, fold: row.fold), default: []
      ].insert(yaw)
    }
    return AngleMatrix(
      trials, trainedYaws: trained, threshold: threshold,
      reconstructionThreshold: manifest.plan.reconstructionThreshold, stepDegrees: stepDegrees)
  }

  /// Whether faces were looked for in the pictures, so that a failure says that none was found.
  package var locatesFaces: Bool { manifest.plan.recipe.locate != .none }
}
