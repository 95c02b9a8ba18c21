extension TrialTable {
  /// The nearest distances of searches as a curve: those that name the right person are its genuine
  /// scores, those that name a wrong one, strangers included, its impostor scores.
  ///
  /// A calibration of this curve answers "is the nearest person the right one?", where the usual curve
  /// answers "do these two faces show one person?": the nearest of many is near by selection already.
  package func searchCurve(
    in part: Part? = .evaluation, reconstructionThreshold: Double? = nil
  ) -> ThresholdCurve {
    let searched = decisions(in: part, reconstructionThreshold: reconstructionThreshold)
      .filter { $0.isAccepted(at: nil) }
    return ThresholdCurve(
      genuine: searched.filter { $0.isCorrect(at: nil) }.map(\.nearestDistance),
      impostor: searched.filter { !$0.isCorrect(at: nil) }.map(\.nearestDistance))
  }
}

extension ThresholdCurve {
  /// The share of genuine scores among all, misses aside; nil where either kind is missing.
  package var genuineShare: Double? {
    let own = genuine.finiteCount
    let other = impostor.finiteCount
    return own > 0 && other > 0 ? Double(own) / Double(own + other) : nil
  }
}
