package import FaceImages

/// What a capture did.
package struct CaptureReport: Sendable {
  /// Number of the capture within its dataset.
  package var number: Int64
  /// Frames that were looked at.
  package var frames = 0
  /// Originals stored.
  package var kept = 0
  /// Mirror images stored beside them.
  package var mirrored = 0
  /// Faces and frames that were rejected, by kind.
  package var rejected: [String: Int] = [:]
  /// Frames by how many faces were found in them: none, one, several.
  package var without = 0
  package var withOne = 0
  package var withSeveral = 0
  /// What the source promised and gave.
  package var account = FrameAccount()
  /// Whether it was interrupted; what was kept until then is stored.
  package var isInterrupted = false
  /// Why it stopped early, for another reason; what was kept until then is stored.
  package var failure: (any Error)?

  package init(number: Int64) { self.number = number }

  /// Rejections in all.
  package var rejectedCount: Int { rejected.values.reduce(0, +) }

  /// "no_face 12", the most frequent first.
  package var reasons: [String] {
    rejected.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.map { kind, count in
      "\(kind) \(count)"
    }
  }
}

/// What a capture tells while it runs.
package enum CaptureEvent: Sendable {
  /// A face or a frame was rejected.
  case rejected(frame: Int, FrameRejection)
  /// A frame was looked at; `kept` and `rejected` count from the beginning.
  case looked(frame: Int, of: Int?, kept: Int, rejected: Int)
  /// A camera is steered, or cannot be.
  case camera(String)
  /// A sweep looked at a frame.
  case swept(SweepState)
}
