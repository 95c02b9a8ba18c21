package import FaceEvaluation
import FaceVocabulary

/// Two results on one split, probe by probe.
package struct ResultComparison: Equatable, Sendable {
  package let first: String
  package let second: String
  package let paired: PairedComparison
  /// Draws of gallery and probe; nil where the protocol does not allow them.
  package let draws: GalleryDraws?
  /// Why there are no ``draws``; nil where there are.
  package let noDraws: NoDraws?

  /// Compares `first` with `second`.
  ///
  /// - Parameters:
  ///   - drawCount: draws of gallery and probe, where a world set allows them.
  ///   - seed: of those draws.
  /// - Throws: ``ResultError/differentSplits(_:_:)``; ``EvaluationError`` when there is no probe.
  package init(
    _ first: StoredResult, _ second: StoredResult, drawCount: Int = GalleryDraws.usualCount,
    seed: UInt64 = 1
  ) throws {
    guard first.manifest.outline.splitHash == second.manifest.outline.splitHash,
      first.manifest.outline.fingerprint == second.manifest.outline.fingerprint
    else { throw ResultError.differentSplits(first.name, second.name) }
    self.first = first.name
    self.second = second.name
    paired = try PairedComparison(first.outcomes, second.outcomes)
    // Only a division that was given can have a world set, so no other is read.
    let isGiven = [.list, .enrol].contains(first.manifest.plan.split.kind)
    let given = isGiven ? try first.split.read() : nil
    do throws(NoDraws) {
      draws = try ResultComparison.draw(first, second, split: given, count: drawCount, seed: seed)
      noDraws = nil
    } catch {
      draws = nil
      noDraws = error
    }
  }

  private static func draw(
    _ first: StoredResult, _ second: StoredResult, split: Split?, count: Int, seed: UInt64
  ) throws(NoDraws) -> GalleryDraws {
    guard let split else { throw .noWorldSet }
    _ = try FreeFaces.files(of: split)
    guard let ours = first.facePairs else { throw .notKept(result: first.name) }
    guard let theirs = second.facePairs else { throw .notKept(result: second.name) }
    guard ours.hasSameFaces(as: theirs) else { throw .differentFaces }
    do throws(EvaluationError) {
      return try GalleryDraws(ours, theirs, draws: count, seed: seed)
    } catch {
      throw .tooFewPeople(Set(ours.subjects).count)
    }
  }
}

extension StoredResult {
  /// What became of every probe of the evaluation part that counts for the accuracy.
  package var outcomes: [ProbeOutcome] {
    if isOfPairs {
      return manifest.plan.pairs(of: trials).outcomes
    }
    return trials.outcomes(
      in: .evaluation, threshold: manifest.plan.threshold,
      reconstructionThreshold: manifest.plan.reconstructionThreshold)
  }
}
