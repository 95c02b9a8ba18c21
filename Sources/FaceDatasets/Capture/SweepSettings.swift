/// Which angles a sweep is to fill, and how.
package struct SweepSettings: Equatable, Sendable {
  /// Yaw in degrees, rising, none twice.
  package var targets: [Double]
  /// How far a frame may lie off its target, degrees.
  package var toleranceDegrees: Double
  /// Frames kept for each target at most.
  package var framesPerTarget = 1
  /// How far the head may nod, degrees, where its pitch is known.
  package var mostPitchDegrees = 15.0
  package var sources = AngleSources()

  /// - Parameter tolerance: nil for half the smallest step, at most 5 degrees.
  package init(targets: [Double], tolerance: Double? = nil) {
    self.targets = Set(targets).sorted()
    let steps = zip(self.targets, self.targets.dropFirst()).map { $1 - $0 }
    toleranceDegrees = tolerance ?? min(5, (steps.min() ?? 10) / 2)
  }

  /// The smallest step between targets; the whole circle for a single one.
  var smallestStep: Double {
    zip(targets, targets.dropFirst()).map { $1 - $0 }.min() ?? 360
  }
}

/// One target of a sweep, in one row.
package struct SweepRow: Equatable, Sendable {
  package var targetDegrees: Double
  /// Yaw of the best frame kept.
  package var yawDegrees: Double?
  package var angleSource: AngleSource?
  /// Standard deviation of an estimated yaw.
  package var yawDeviationDegrees: Double?
  /// Frames stored for it, mirrors aside.
  package var kept = 0
  /// Frames near it that were rejected.
  package var rejected = 0
  /// Of those, the reason that came last, for a person.
  package var lastReason: String?
  /// Sharpness of the sharpest frame kept.
  package var sharpness: Double?

  package var isMissing: Bool { kept == 0 }

  package init(targetDegrees: Double) { self.targetDegrees = targetDegrees }
}

/// Where a sweep stands after a frame: what guides the person.
package struct SweepState: Equatable, Sendable {
  package var frame: Int
  /// Frames that the source promised.
  package var promised: Int?
  /// How far the head is turned now; nil where nobody can tell.
  package var yawDegrees: Double?
  /// The angle that is wanted next; nil once all are there.
  package var nextDegrees: Double?
  package var targets: [Double]
  /// Whether each target has a frame, in the order of ``targets``.
  package var isFilled: [Bool]
  /// Why this frame was rejected; nil where it was not.
  package var rejection: FrameRejection?

  package init(
    frame: Int, promised: Int?, yawDegrees: Double?, nextDegrees: Double?, targets: [Double],
    isFilled: [Bool], rejection: FrameRejection?
  ) {
    self.frame = frame
    self.promised = promised
    self.yawDegrees = yawDegrees
    self.nextDegrees = nextDegrees
    self.targets = targets
    self.isFilled = isFilled
    self.rejection = rejection
  }
}
