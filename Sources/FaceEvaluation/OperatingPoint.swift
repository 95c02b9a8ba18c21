/// Counts and rates of one part at one threshold; a rate without trials is nil, never zero.
///
/// Names as in ISO/IEC 19795: FMR and FNMR over single comparisons, FPIR and FNIR over searches.
package struct OperatingPoint: Equatable, Sendable {
  /// A probe is accepted when its distance is strictly under this.
  package let threshold: Double
  /// Scores of a probe with its own person; failures and missing ones are misses among them.
  package let genuineScores: Int
  /// Scores of a probe with another person.
  package let impostorScores: Int
  /// Impostor scores under the threshold.
  package let falseMatches: Int
  /// Genuine scores not under the threshold.
  package let falseNonMatches: Int
  /// Probes whose person is in their gallery.
  package let matedProbes: Int
  /// Probes of people who are not.
  package let nonMatedProbes: Int
  /// Mated probes accepted under their own name.
  package let identified: Int
  /// Non-mated probes accepted as anybody.
  package let falsePositives: Int
  /// People searched through.
  package let gallerySubjects: Int

  /// Share of (probe, other person) scores under the threshold.
  package var fmr: Double? { OperatingPoint.share(falseMatches, of: impostorScores) }
  /// Share of (probe, own person) scores at or over the threshold.
  package var fnmr: Double? { OperatingPoint.share(falseNonMatches, of: genuineScores) }
  /// Share of non-mated probes accepted as anybody.
  package var fpir: Double? { OperatingPoint.share(falsePositives, of: nonMatedProbes) }
  /// Share of mated probes not accepted under their own name.
  package var fnir: Double? { OperatingPoint.share(matedProbes - identified, of: matedProbes) }
  /// Detection and identification rate: 1 − FNIR.
  package var dir: Double? { OperatingPoint.share(identified, of: matedProbes) }
  /// Half total error rate: mean of FMR and FNMR.
  package var hter: Double? {
    guard let fmr, let fnmr else { return nil }
    return (fmr + fnmr) / 2
  }
  /// Probes in all.
  package var probes: Int { matedProbes + nonMatedProbes }
  /// Mated probes accepted under their own name and non-mated probes rejected.
  package var correct: Int { identified + nonMatedProbes - falsePositives }
  /// Share of all probes with the right outcome.
  package var accuracy: Double? { OperatingPoint.share(correct, of: probes) }

  static func share(_ count: Int, of total: Int) -> Double? {
    total > 0 ? Double(count) / Double(total) : nil
  }
}
