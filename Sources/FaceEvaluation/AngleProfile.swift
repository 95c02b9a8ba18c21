/// Accuracy by the angle of the face.
package struct AngleProfile: Equatable, Sendable {
  /// Bins with at least one probe, by rising angle.
  package let bins: [Bin]
  /// Width of a bin.
  package let stepDegrees: Double
  /// Probes that count but whose angle is unknown.
  package let probesWithoutAngle: Int

  /// Probes whose yaw lies nearest to one multiple of the step.
  package struct Bin: Equatable, Sendable {
    /// The bin's middle; < 0 turned to the picture's left.
    package let yawDegrees: Double
    package let probes: Int
    package let correct: Int
    /// Probes without a prepared face.
    package let failures: Int
    package let interval: ProportionInterval?
    /// Counts and rates of the bin's probes, strangers included, at the threshold; nil without one.
    package let point: OperatingPoint?
    /// Where those rates lie, by person; nil without a threshold.
    package let rates: RateIntervals?
    /// How often the detector found the known face of the bin's pictures, each picture once; nil where
    /// no face was looked for, or none is known.
    package let detection: [MatchRule: DetectionCount]?

    /// Share of right outcomes.
    package var accuracy: Double { Double(correct) / Double(probes) }
    /// Probes whose face was found and prepared.
    package var detected: Int { probes - failures }
  }

  /// Sorts the probes of `table` that count for the accuracy into bins of `stepDegrees`.
  ///
  /// A bin reaches from half a step under its middle, which belongs to it, to half a step over.
  package init(
    _ table: TrialTable, in part: TrialTable.Part? = .evaluation, threshold: Double? = nil,
    reconstructionThreshold: Double? = nil, stepDegrees: Double = 15
  ) {
    precondition(stepDegrees > 0, "bins need a width")
    self.stepDegrees = stepDegrees
    let gate = reconstructionThreshold
    // A reconstruction gate alone already rejects, so it decides about strangers as well.
    let limit = threshold ?? (gate == nil ? nil : .infinity)
    let counted = table.decisions(in: part, reconstructionThreshold: gate).filter {
      limit != nil || $0.isMated
    }
    var byBin: [Int: [Decision]] = [:]
    var unknown = 0
    for decision in counted {
      guard let yaw = table.probes[decision.probe].yawDegrees, yaw.isFinite else {
        unknown += 1
        continue
      }
      byBin[AngleProfile.bin(of: yaw, stepDegrees: stepDegrees), default: []].append(decision)
    }
    probesWithoutAngle = unknown
    bins = byBin.sorted { $0.key < $1.key }.map { number, decisions in
      func isRight(_ decision: Decision) -> Bool {
        limit == nil ? decision.isRankOne : decision.isCorrect(at: limit)
      }
      // One look at the bin's own trials, strangers included.
      let own = threshold.map { _ in table.selecting(decisions.map(\.probe)) }
      return Bin(
        yawDegrees: Double(number) * stepDegrees, probes: decisions.count,
        correct: decisions.count(where: isRight), failures: decisions.count { $0.failed },
        interval: ProportionInterval(byPerson: table.tallies(of: decisions, where: isRight)),
        point: own.flatMap { own in
          threshold.map {
            ThresholdCurve(own, in: nil, reconstructionThreshold: gate).point(at: $0)
          }
        },
        rates: own.flatMap { own in
          threshold.map {
            ThresholdBounds(own, in: nil, reconstructionThreshold: gate).intervals(at: $0)
          }
        }, detection: table.detection(of: decisions))
    }
  }

  /// The number of the bin that `yaw` lies in: bin 0 is around the frontal view.
  package static func bin(of yaw: Double, stepDegrees: Double) -> Int {
    Int((yaw / stepDegrees + 0.5).rounded(.down))
  }

  /// The widest run of neighbouring bins that all keep `accuracy`, from the first middle to the last;
  /// nil when no bin does. Among equally wide runs, the one nearest to the frontal view.
  ///
  /// A bin without probes ends a run: what was not measured is not claimed.
  package func widestSpan(keeping accuracy: Double) -> ClosedRange<Double>? {
    AngleProfile.widestSpan(
      bins.map { ($0.yawDegrees, $0.accuracy) }, keeping: accuracy, stepDegrees: stepDegrees)
  }

  /// As ``widestSpan(keeping:)``, of shares at the middles of bins by rising angle.
  static func widestSpan(
    _ bins: [(yawDegrees: Double, share: Double)], keeping share: Double, stepDegrees: Double
  ) -> ClosedRange<Double>? {
    var best: ClosedRange<Double>?
    var start: Double?
    var previous: Double?
    for bin in bins {
      if let last = previous, bin.yawDegrees - last > stepDegrees * 1.5 { start = nil }
      previous = bin.yawDegrees
      guard bin.share >= share else {
        start = nil
        continue
      }
      let from = start ?? bin.yawDegrees
      start = from
      let run = from...bin.yawDegrees
      func width(_ range: ClosedRange<Double>) -> Double { range.upperBound - range.lowerBound }
      func offCentre(_ range: ClosedRange<Double>) -> Double {
        abs(range.upperBound + range.lowerBound)
      }
      guard let known = best else {
        best = run
        continue
      }
      if (width(run), -offCentre(run)) > (width(known), -offCentre(known)) { best = run }
    }
    return best
  }
}

extension TrialTable {
  /// What the detector found in the pictures of `decisions`, each picture once; nil where none of them
  /// was searched for a known face.
  fileprivate func detection(of decisions: [Decision]) -> [MatchRule: DetectionCount]? {
    var seen: Set<String> = []
    let pictures = decisions.map { probes[$0.probe] }.filter {
      $0.matchings != nil && seen.insert($0.file).inserted
    }
    guard !pictures.isEmpty else { return nil }
    // One bin, whatever the angles are: they were sorted before.
    return DetectionProfile(
      pictures.map { probe in
        SearchedPicture(
          faces: [.init(person: probe.subject, yawDegrees: nil)], matchings: probe.matchings ?? [:])
      }
    ).bins.first?.counts
  }
}
