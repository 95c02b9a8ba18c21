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
    AngleMatrix(
      trials, trainedYaws: try trainedYaws(), threshold: threshold,
      reconstructionThreshold: manifest.plan.reconstructionThreshold, stepDegrees: stepDegrees)
  }

  /// Accuracy and rates by how far the head of the probe is turned away from the angle that was trained
  /// on, all of these together; probes of folds that train on several angles are left out.
  ///
  /// - Parameter threshold: what decides; nil takes the nearest.
  package func turnProfile(threshold: Double?) throws(ResultError) -> AngleProfile {
    AngleProfile(
      AngleMatrix.turned(trials, trainedYaws: try trainedYaws(), stepDegrees: stepDegrees),
      threshold: threshold,
      reconstructionThreshold: manifest.plan.reconstructionThreshold, stepDegrees: stepDegrees)
  }

  /// Whether each fold trains on one angle, so that accuracy depends on two.
  package var isOfAnglePairs: Bool { manifest.plan.split.kind == .anglePair }

  /// The yaws of the faces that each fold trained on.
  private func trainedYaws() throws(ResultError) -> [AngleMatrix.Fold: Set<Double>] {
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
    return trained
  }

  /// Whether faces were looked for in the pictures, so that a failure says that none was found.
  package var locatesFaces: Bool { manifest.plan.recipe.locate != .none }
}
