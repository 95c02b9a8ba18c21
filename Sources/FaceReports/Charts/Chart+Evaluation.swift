package import FaceEvaluation

extension Chart {
  /// Curves are thinned to about so many points; corners near zero are kept.
  private static let pointLimit = 800

  /// Receiver operating characteristic: 1 − FNMR against FMR, one line a result.
  ///
  /// A good recogniser decides below an FMR of 1 %, which is the frame of a linear axis: where the data
  /// reach so far, the axis is logarithmic and begins at the power of ten below the smallest FMR.
  package static func roc(
    _ curves: [(name: String, curve: ThresholdCurve)], axis: RateAxis = .auto
  ) -> Chart {
    let lines = curves.map { name, curve in
      Series(name, .line, points: rates(of: curve).map { Point(x: $0.fmr, y: 1 - $0.fnmr) })
    }
    let smallest = lines.flatMap(\.points).map(\.x).filter { $0 > 0 }.min() ?? 1
    let isLogarithmic = axis == .log || (axis == .auto && smallest <= 0.01)
    guard isLogarithmic, smallest < 1 else {
      return Chart(
        title: "ROC", x: Axis("FMR", .percent, range: 0...1),
        y: Axis("1 − FNMR", .percent, range: 0...1), series: lines)
    }
    let least = decade(below: smallest)
    // The curves only rise, so everything below what the worst reaches on the frame is empty.
    let lowest =
      lines.compactMap { line in
        line.points.filter { $0.x < least }.map(\.y).max() ?? line.points.map(\.y).min()
      }.min() ?? 0
    return Chart(
      title: "ROC", x: Axis("FMR, logarithmic", .logarithmicPercent, range: least...1),
      y: Axis("1 − FNMR", .percent, range: max(0, ((lowest - 0.05) * 10).rounded(.down) / 10)...1),
      series: lines)
  }

  /// The largest power of ten that is at most `share`.
  private static func decade(below share: Double) -> Double {
    var power = 0.1
    // Not 1e-9 for a last bit: the data have no such rates.
    while power > share * 1.000_001 && power > 1e-9 { power /= 10 }
    return power
  }

  /// Detection error trade-off: FNMR against FMR on normal-deviate axes.
  ///
  /// - Note: Martin et al., “The DET Curve in Assessment of Detection Task Performance”, 1997.
  package static func det(_ curves: [(name: String, curve: ThresholdCurve)]) -> Chart {
    Chart(
      title: "DET", x: Axis("FMR", .probit, range: 0.0005...0.6),
      y: Axis("FNMR", .probit, range: 0.0005...0.6),
      series: curves.map { name, curve in
        Series(name, .line, points: rates(of: curve).map { Point(x: $0.fmr, y: $0.fnmr) })
      })
  }

  /// Cumulative match characteristic: how often the own person is among the first r.
  package static func cmc(_ curves: [(name: String, curve: RankCurve)]) -> Chart {
    let ranks = curves.map(\.curve.hits.count).max() ?? 1
    let shown = min(ranks, 50)
    // The curves only rise, so everything below rank 1 of the worst is empty.
    let lowest = curves.compactMap(\.curve.rankOne).min() ?? 0
    let floor = max(0, ((lowest - 0.05) * 10).rounded(.down) / 10)
    return Chart(
      title: "CMC", x: Axis("rank", range: 1...Double(max(2, shown)), extraTicks: [1]),
      y: Axis("found within rank", .percent, range: floor...1),
      series: curves.map { name, curve in
        Series(
          name, .line,
          points: (1...max(1, shown)).compactMap { rank in
            curve.rate(atRank: rank).map { Point(x: Double(rank), y: $0) }
          })
      })
  }

  /// How distances to the own and to other people are spread; misses are left out.
  package static func scores(
    _ curve: ThresholdCurve, threshold: Double? = nil, bins: Int = 50
  ) -> Chart {
    let kinds = [("own person", curve.genuine), ("other people", curve.impostor)]
    let finite = kinds.flatMap { [$0.1.values.first, $0.1.largestFinite] }
      .compactMap { $0 }.filter(\.isFinite)
    let low = finite.min() ?? 0
    let width = max((finite.max() ?? 1) - low, .leastNormalMagnitude) / Double(bins)
    let series = kinds.compactMap { name, scores -> Series? in
      guard scores.finiteCount > 0 else { return nil }
      var below = 0
      let points = (0..<bins).map { bin -> Point in
        let end = bin == bins - 1 ? .infinity : low + Double(bin + 1) * width
        let upTo = scores.count(below: end)
        defer { below = upTo }
        return Point(
          x: low + (Double(bin) + 0.5) * width, y: Double(upTo - below) / Double(scores.count))
      }
      return Series(name, .bars, points: points)
    }
    return Chart(
      title: "Distances", x: Axis("distance"), y: Axis("share of scores", .percent),
      series: series, markers: marker(threshold))
  }

  /// Rates and accuracy against the threshold: FPIR and FNIR where there are strangers, else FMR and
  /// FNMR. A rate holds until the next score, so the lines are steps.
  package static func thresholds(_ curve: ThresholdCurve, threshold: Double? = nil) -> Chart {
    let points = curve.thresholds(atMost: pointLimit).map { curve.point(at: $0) }
    let isOpen = curve.strangers.count > 0
    let kinds: [(String, (OperatingPoint) -> Double?)] = [
      (isOpen ? "FPIR" : "FMR", { isOpen ? $0.fpir : $0.fmr }),
      (isOpen ? "FNIR" : "FNMR", { isOpen ? $0.fnir : $0.fnmr }), ("accuracy", { $0.accuracy }),
    ]
    return Chart(
      title: "Rates by threshold", x: Axis("threshold on the distance"),
      y: Axis("share", .percent, range: 0...1),
      series: kinds.map { name, rate in
        Series(
          name, .steps,
          points: points.compactMap { point in
            rate(point).map { Point(x: point.threshold, y: $0) }
          })
      }, markers: marker(threshold))
  }

  /// The axis of `series` over the yaw, marked at angles that heads are turned to and not at every 20.
  private static func yawAxis(
    _ series: [Series], title: String = "yaw in degrees, < 0 to the picture's left"
  ) -> Axis {
    let yaws = series.flatMap(\.points).map(\.x)
    let span = (yaws.max() ?? 0) - (yaws.min() ?? 0)
    return Axis(title, tickStep: span > 90 ? 30 : span > 30 ? 15 : nil)
  }

  /// Accuracy with its interval by how far the face is turned away from the angle trained on.
  package static func turns(_ profiles: [(name: String, profile: AngleProfile)]) -> Chart {
    let series = profiles.map { Series($0.name, .intervals, points: accuracies($0.profile)) }
    return Chart(
      title: "Accuracy by the turn from the angle trained on",
      x: yawAxis(series, title: "turn in degrees, < 0 to the picture's left"),
      y: Axis("accuracy", .percent, range: 0...1), series: series)
  }

  private static func accuracies(_ profile: AngleProfile) -> [Point] {
    profile.bins.map {
      Point(x: $0.yawDegrees, y: $0.accuracy, low: $0.interval?.low, high: $0.interval?.high)
    }
  }

  /// Accuracy with its interval by the angle of the face, and beside it the share of the known faces
  /// that the detector found, where it was looked for.
  package static func angles(_ profiles: [(name: String, profile: AngleProfile)]) -> Chart {
    var series: [Series] = []
    for (name, profile) in profiles {
      series.append(Series(name, .intervals, points: accuracies(profile)))
      let found = profile.bins.compactMap { bin in
        bin.detection?[.iou].flatMap { point($0, at: bin.yawDegrees) }
      }
      if !found.isEmpty { series.append(Series("\(name), face found", .intervals, points: found)) }
    }
    let isDetected = series.count > profiles.count
    return Chart(
      title: isDetected ? "Accuracy and detector hits by angle" : "Accuracy by angle",
      x: yawAxis(series),
      y: Axis(isDetected ? "share" : "accuracy", .percent, range: 0...1), series: series)
  }

  /// The share of known faces that detectors found, with its interval, by the angle of the face.
  package static func detection(_ profiles: [(name: String, profile: DetectionProfile)]) -> Chart {
    let series = profiles.map { name, profile in
      Series(
        name, .intervals,
        points: profile.bins.compactMap { bin in
          bin.yawDegrees.flatMap { yaw in bin.counts[.iou].flatMap { point($0, at: yaw) } }
        })
    }
    return Chart(
      title: "Detector hits by angle", x: yawAxis(series),
      y: Axis("recall", .percent, range: 0...1), series: series)
  }

  private static func point(_ count: DetectionCount, at yaw: Double) -> Point? {
    count.recall.map {
      Point(x: yaw, y: $0, low: count.interval?.low, high: count.interval?.high)
    }
  }

  /// One setting of a detector.
  package struct DetectorSetting: Equatable, Sendable {
    /// Which line the setting belongs to, such as its cascade.
    package let group: String
    package let falsePerMegapixel: Double
    package let recall: Double
    /// Whether no other setting is better in everything.
    package let isPareto: Bool

    package init(group: String, falsePerMegapixel: Double, recall: Double, isPareto: Bool) {
      self.group = group
      self.falsePerMegapixel = falsePerMegapixel
      self.recall = recall
      self.isPareto = isPareto
    }
  }

  /// Recall against false alarms, one colour a group; a line shows the recall that can be had with at
  /// most so many false alarms.
  package static func detector(_ settings: [DetectorSetting]) -> Chart {
    let groups = Dictionary(grouping: settings, by: \.group).sorted { $0.key < $1.key }
    func points(_ settings: [DetectorSetting]) -> [Point] {
      settings.map { Point(x: $0.falsePerMegapixel, y: $0.recall) }
        .sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    }
    var series = groups.map { Series($0.key, .points, points: points($0.value)) }
    // Settings may be best because they are fast; the line keeps the highest recall so far.
    var reached = -Double.infinity
    let best = points(settings.filter(\.isPareto)).filter { point in
      defer { reached = max(reached, point.y) }
      return point.y > reached
    }
    let ends = best.last.map { last in
      [Point(x: settings.reduce(0) { max($0, $1.falsePerMegapixel) }, y: last.y)]
    }
    if !best.isEmpty {
      series.append(Series("best settings", .steps, points: best + (ends ?? [])))
    }
    return Chart(
      title: "Detector: recall and false alarms", x: Axis("false alarms per megapixel"),
      y: Axis("recall", .percent, range: 0...1), series: series)
  }

  private static func marker(_ threshold: Double?) -> [Marker] {
    threshold.map { [Marker(x: $0, name: "threshold")] } ?? []
  }

  private static func rates(of curve: ThresholdCurve) -> [(fmr: Double, fnmr: Double)] {
    guard curve.genuine.count > 0, curve.impostor.count > 0 else { return [] }
    return curve.steps(atMost: pointLimit).map {
      (
        Double($0.falseMatches) / Double(curve.impostor.count),
        Double($0.falseNonMatches) / Double(curve.genuine.count)
      )
    }
  }
}
