/// What a gate on the reconstruction error lets pass.
///
/// Only acceptance of mated and of non-mated probes exists here: the gate compares nobody with
/// anybody, so FMR and FNMR are not measured.
package struct ReconstructionCurve: Equatable, Sendable {
  /// Errors of mated probes; +∞ for failures and for models without such errors.
  package let mated: SortedScores
  /// Errors of non-mated probes.
  package let strangers: SortedScores

  package init(_ table: TrialTable, in part: TrialTable.Part? = .evaluation) {
    let rows = table.probeRows(in: part).map { table.probes[$0] }
    func errors(_ probes: [TrialTable.Probe]) -> SortedScores {
      SortedScores(probes.map { $0.failed ? .infinity : $0.reconstructionError ?? .infinity })
    }
    mated = errors(rows.filter(\.isMated))
    strangers = errors(rows.filter { !$0.isMated })
  }

  /// What passes when the error must be strictly under `threshold`; nil where there are no probes.
  package func acceptance(at threshold: Double) -> (mated: Double?, strangers: Double?) {
    (
      OperatingPoint.share(mated.count(below: threshold), of: mated.count),
      OperatingPoint.share(strangers.count(below: threshold), of: strangers.count)
    )
  }

  /// Where the shares of ``acceptance(at:)`` lie, by person; nil where there are no probes.
  package static func intervals(
    _ table: TrialTable, in part: TrialTable.Part? = .evaluation, at threshold: Double
  ) -> (mated: ProportionInterval?, strangers: ProportionInterval?) {
    let decisions = table.decisions(in: part)
    func interval(mated: Bool) -> ProportionInterval? {
      ProportionInterval(
        byPerson: table.tallies(of: decisions.filter { $0.isMated == mated }) {
          let probe = table.probes[$0.probe]
          return !probe.failed && (probe.reconstructionError ?? .infinity) < threshold
        })
    }
    return (interval(mated: true), interval(mated: false))
  }

  /// Thresholds at which probes change sides, from passing nobody to passing all.
  ///
  /// - Parameter count: at most so many, spread evenly; nil gives all.
  package func thresholds(atMost count: Int? = nil) -> [Double] {
    let finite = [mated, strangers].flatMap { $0.values.prefix($0.finiteCount) }
    return ThresholdCurve(genuine: finite, impostor: []).thresholds(atMost: count)
  }
}
