import FaceVocabulary
import Synchronization

/// The threshold tried or chosen last for each result, while the session lasts: what 'threshold try'
/// compares with.
final class ThresholdMemory: Sendable {
  private let thresholds = Mutex<[String: Distance]>([:])

  /// The last threshold of the result called `name`.
  func last(of name: String) -> Distance? { thresholds.withLock { $0[name] } }

  /// Keeps `threshold` as the last one of the result called `name`.
  func remember(_ threshold: Distance, of name: String) {
    thresholds.withLock { $0[name] = threshold }
  }
}
