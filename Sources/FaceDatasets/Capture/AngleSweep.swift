package import CooperativeWork
package import FaceImages

/// Walks a source of frames through the angles that a dataset is to have of a person.
package struct AngleSweep {
  package let settings: CaptureSettings
  package let sweep: SweepSettings
  private let source: any FrameSource

  package init(
    _ settings: CaptureSettings, _ sweep: SweepSettings, from source: any FrameSource
  ) {
    self.settings = settings
    self.sweep = sweep
    self.source = source
  }

  /// Reads frames until every angle is there, the source ends or the work is cancelled.
  ///
  /// - Returns: the report and one row a target; as with ``FaceCapture`` an interrupt or a failing
  ///   source is told in the report.
  package func run(
    into dataset: Dataset, clock: @escaping () -> Double, work: Work,
    tell: (CaptureEvent) -> Void
  ) throws -> (report: CaptureReport, rows: [SweepRow]) {
    if sweep.sources.log?.key == .seconds, !source.account.isLive,
      source.account.framesPerSecond == nil
    {
      throw CaptureError.noTimes(source: settings.facts.source)
    }
    let cutter = try FaceCutter(
      settings, keeping: CapturedFaces.mostWaiting(settings) + sweep.framesPerTarget, work: work)
    let reader = FrameReader(source, settings: settings, clock: clock)
    let faces = try CapturedFaces(dataset, settings, clock: clock)
    var report = CaptureReport(number: faces.number)
    var slots = SweepSlots(sweep)
    do {
      try reader.steer(tell)
      defer { reader.release() }
      while !(source.account.isLive ? slots.isFull : slots.isComplete),
        settings.mostFaces.map({ faces.count < $0 }) ?? true,
        let (frame, seconds) = try reader.next(work.cancellation)
      {
        report.frames += 1
        let told = try sweep.sources.told(of: frame, seconds: seconds)
        if let told, slots.target(of: told.yawDegrees) == nil {
          // Faces are not looked for where the angle is known to be of no use.
          tell(.swept(state(after: frame, told, .offTarget(yawDegrees: told.yawDegrees), &slots)))
          continue
        }
        let nods = told?.pitchDegrees.map { abs($0) > sweep.mostPitchDegrees } ?? false
        let heads = nods ? [] : try cutter.heads(in: frame)
        if !nods { report.count(heads.count) }
        let (look, angle) = try look(at: frame, heads, told, seconds, slots, with: cutter)
        var rejection: FrameRejection?
        switch look {
        case .failure(let reason):
          rejection = reason.rejection
          try reader.adjust(after: reason.quality)
          // On the way from one angle to the next nothing is wrong.
          if case .offTarget = reason.rejection { break }
          report.rejected[reason.rejection.kind, default: 0] += 1
          if let target = angle.flatMap({ slots.target(of: $0.yawDegrees) }) {
            slots.reject(target, because: reason.rejection.reason)
          }
          tell(.rejected(frame: frame.index, reason.rejection))
        case .success(let found):
          try reader.adjust(after: found.candidate.face.quality)
          for done in slots.take(found.candidate, for: found.target) {
            try faces.add(done)
          }
        }
        tell(.swept(state(after: frame, angle, rejection, &slots)))
      }
    } catch is Cancelled {
      report.isInterrupted = true
    } catch let error as FrameSourceError {
      report.failure = error
    }
    for done in slots.leave() { try faces.add(done) }
    try faces.store()
    report.kept = faces.count
    report.mirrored = faces.mirrored
    report.account = source.account
    return (report, slots.rows)
  }

  private typealias Found = (candidate: SweepSlots.Candidate, target: Int)

  /// What a frame gives: a face near a target, or why not; and the angle, where it is known.
  private func look(
    at frame: Frame, _ heads: [SeenHead], _ told: FrameAngle?, _ seconds: Double?,
    _ slots: SweepSlots, with cutter: FaceCutter
  ) throws -> (Result<Found, FrameReason>, FrameAngle?) {
    var angle = told
    func refused(
      _ rejection: FrameRejection, _ quality: FaceQuality? = nil
    ) -> (Result<Found, FrameReason>, FrameAngle?) {
      (.failure(FrameReason(rejection, quality: quality)), angle)
    }
    if let pitch = angle?.pitchDegrees, abs(pitch) > sweep.mostPitchDegrees {
      return refused(.nodded(pitchDegrees: pitch, most: sweep.mostPitchDegrees))
    }
    let head: SeenHead
    switch cutter.chosen(of: heads) {
    case .failure(let reason): return refused(reason.rejection)
    case .success(let chosen):
      guard let first = chosen.first else { return refused(.noFace) }
      head = first
    }
    if angle == nil, sweep.sources.allowsEstimate,
      let estimate = try cutter.estimatedYaw(of: head, in: frame)
    {
      angle = FrameAngle(
        yawDegrees: estimate.degrees, source: .estimate,
        deviationDegrees: estimate.deviationDegrees)
    }
    guard let angle else { return refused(.noAngle) }
    guard let target = slots.target(of: angle.yawDegrees) else {
      return refused(
        .offTarget(yawDegrees: angle.yawDegrees), try cutter.quality(of: head, in: frame.image))
    }
    if let deviation = angle.deviationDegrees, deviation > sweep.smallestStep {
      return refused(
        .vagueAngle(
          yawDegrees: angle.yawDegrees, deviation: deviation, most: sweep.smallestStep))
    }
    switch try cutter.cut(head, from: frame) {
    case .failure(let reason): return refused(reason.rejection, reason.quality)
    case .success(let face):
      let candidate = SweepSlots.Candidate(
        face: face, angle: angle, frame: frame.index, seconds: seconds)
      return (.success((candidate, target)), angle)
    }
  }

  private func state(
    after frame: Frame, _ angle: FrameAngle?, _ rejection: FrameRejection?,
    _ slots: inout SweepSlots
  ) -> SweepState {
    let next = slots.next(from: angle?.yawDegrees)
    let now = slots
    return SweepState(
      frame: frame.index, promised: source.account.promised, yawDegrees: angle?.yawDegrees,
      nextDegrees: next.map { now.rows[$0].targetDegrees }, targets: sweep.targets,
      isFilled: now.rows.indices.map { now.isFilled($0) }, rejection: rejection)
  }
}

extension CapturedFaces {
  /// Takes a frame of a sweep.
  fileprivate func add(_ candidate: SweepSlots.Candidate) throws(DatasetError) {
    try add(
      candidate.face, frame: candidate.frame, seconds: candidate.seconds, angle: candidate.angle)
  }
}
