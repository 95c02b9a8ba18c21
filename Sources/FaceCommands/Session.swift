package import FaceImages
package import FaceVocabulary
import Synchronization

/// What lasts from one command to the next within one shell: recipe, detector settings and limits.
package final class Session: Sendable {
  /// Thresholds tried or chosen last.
  let thresholds = ThresholdMemory()

  private let state: Mutex<State>

  private struct State {
    var recipe: Recipe
    var detector: DetectorSettings
    var limits = DecodingLimits.standard
    var quality = QualityLimits()
    var memoryBytes: Int?
  }

  package init(recipe: Recipe = Recipe(), detector: DetectorSettings = DetectorSettings()) {
    state = Mutex(State(recipe: recipe, detector: detector))
  }

  /// A session that begins as this one is now, without its thresholds.
  func copy() -> Session {
    let copy = Session()
    let now = state.withLock { $0 }
    copy.state.withLock { $0 = now }
    return copy
  }

  /// Replaced as a whole, never edited in place.
  package var recipe: Recipe {
    get { state.withLock { $0.recipe } }
    set { state.withLock { $0.recipe = newValue } }
  }

  /// Replaced as a whole, never edited in place.
  package var detector: DetectorSettings {
    get { state.withLock { $0.detector } }
    set { state.withLock { $0.detector = newValue } }
  }

  /// Replaced as a whole, never edited in place.
  package var limits: DecodingLimits {
    get { state.withLock { $0.limits } }
    set { state.withLock { $0.limits = newValue } }
  }

  /// What a face must be like to be kept by a capture and passed by a check. Replaced as a whole.
  package var quality: QualityLimits {
    get { state.withLock { $0.quality } }
    set { state.withLock { $0.quality = newValue } }
  }

  /// Memory that a training may need; nil for what the machine has.
  package var memoryBytes: Int? {
    get { state.withLock { $0.memoryBytes } }
    set { state.withLock { $0.memoryBytes = newValue } }
  }
}
