import FaceEvaluation
import FaceExperiments
import FaceReports

/// The angle trained on against the angle looked for.
struct AngleMatrixTable {
  let result: StoredResult
  let matrix: AngleMatrix
  /// Whether a threshold decides, so that there are rates to show.
  let isDecided: Bool
  /// Share that the widest span of angles must keep.
  let keeping: Double

  /// A matrix for people, a row a pair of angles for programs.
  var outcome: Outcome {
    Outcome([.shown(square, machine: rows)])
  }

  /// A row a pair of angles.
  var rows: Table {
    let columns = AngleColumns(result: result, isDecided: isDecided)
    return Table(
      columns: [
        .init("result", title: nil), .init("train_yaw_deg", title: "trained on"),
        .init("yaw_deg", title: "yaw"),
      ] + columns.columns + [.init("in_span", title: nil)] + columns.furtherColumns,
      rows: matrix.cells.map { cell in
        let span = matrix.widestSpan(trainedOn: cell.trainedYawDegrees, keeping: keeping)
        return [
          .text(result.name), .measured(cell.trainedYawDegrees), .number(cell.bin.yawDegrees),
        ] + columns.values(of: cell.bin)
          + [.boolean(span?.contains(cell.bin.yawDegrees) ?? false)]
          + columns.furtherValues(of: cell.bin)
      })
  }

  /// A row an angle trained on, a column an angle looked for.
  private var square: Table {
    var shares: [Double?: [Double: Double]] = [:]
    for cell in matrix.cells {
      shares[cell.trainedYawDegrees, default: [:]][cell.bin.yawDegrees] = cell.bin.accuracy
    }
    let probed = matrix.probedYaws
    return Table(
      columns: [.forPeople("trained")]
        + probed.map { .forPeople(Table.displayed(.number($0), as: .plain), display: .decimals(0)) }
        + [.forPeople("span")],
      rows: matrix.trainedYaws.map { trained in
        let label = trained.map { Table.displayed(.number($0), as: .plain) } ?? "several"
        let span = matrix.widestSpan(trainedOn: trained, keeping: keeping)
        return [.text(label)]
          + probed.map { .measured(shares[trained]?[$0].map { $0 * 100 }) }
          + [.optional(span.map { AngleColumns.words($0) })]
      },
      notes: [
        "Accuracy in per cent; rows: yaw trained on, columns: yaw looked for, degrees.",
        "Span: widest run of angles with at least "
          + "\(Table.displayed(.number(keeping), as: .percent(0))).",
      ] + (OptimisticNote.about([result]).map { [$0] } ?? []))
  }
}

/// What is told of the probes of one angle.
struct AngleColumns {
  let result: StoredResult
  /// Whether a threshold decides, so that there are rates to show.
  let isDecided: Bool

  /// Two angles as words, such as `-30 to 45`.
  static func words(_ span: ClosedRange<Double>) -> String {
    let low = Table.displayed(.number(span.lowerBound), as: .plain)
    let high = Table.displayed(.number(span.upperBound), as: .plain)
    return "\(low) to \(high)"
  }

  var columns: [Table.Column] {
    [
      .init("accuracy", title: "accuracy", display: .percent(2)),
      .init("", title: "95% interval"), .init("interval_low", title: nil),
      .init("interval_high", title: nil), .init("correct", title: "correct"),
      .init("probes", title: "probes"), .init("failures", title: "failures"),
      .init("detected", title: showsFound ? "found" : nil),
      .init("detection_rate", title: showsFound ? "found" : nil, display: .percent(1)),
      rate("fmr", "FMR"), rate("fnmr", "FNMR"), rate("fpir", "FPIR"), rate("fnir", "FNIR"),
    ] + HitColumns.columns(showsFaces: false, isShown: isMatched)
  }

  /// Where each rate lies, and whether the result is optimistic: behind what was there before.
  var furtherColumns: [Table.Column] {
    [.init("weak", title: nil)]
      + ["fmr", "fnmr", "fpir", "fnir"].flatMap {
        [
          Table.Column($0 + "_low", title: nil), Table.Column($0 + "_high", title: nil),
          Table.Column($0 + "_weak", title: nil),
        ]
      } + [.init("optimistic", title: nil)]
  }

  /// Whether boxes that were found stand beside known ones.
  private var isMatched: Bool { result.trials.probes.contains { $0.matchings != nil } }

  /// Without known boxes all that can be told is whether a face was prepared.
  private var showsFound: Bool { result.locatesFaces && !isMatched }

  func values(of bin: AngleProfile.Bin) -> [Table.Value] {
    let found = result.locatesFaces ? bin.detected : nil
    return [
      .number(bin.accuracy), .interval(from: bin.interval?.low, to: bin.interval?.high),
      .measured(bin.interval?.low), .measured(bin.interval?.high), .integer(bin.correct),
      .integer(bin.probes), .integer(bin.failures), .measured(found),
      .measured(found.map { Double($0) / Double(bin.probes) }), .measured(bin.point?.fmr),
      .measured(bin.point?.fnmr), .measured(bin.point?.fpir), .measured(bin.point?.fnir),
    ] + HitColumns.values(of: bin.detection)
  }

  func furtherValues(of bin: AngleProfile.Bin) -> [Table.Value] {
    let rates = [\RateIntervals.fmr, \.fnmr, \.fpir, \.fnir].map { bin.rates?[keyPath: $0] }
    return [.optional(bin.interval?.isWeak)]
      + rates.flatMap { [.measured($0?.low), .measured($0?.high), .optional($0?.isWeak)] }
      + [.boolean(result.isOptimistic)]
  }

  private func rate(_ key: String, _ title: String) -> Table.Column {
    .init(key, title: isDecided ? title : nil, display: .percent(2))
  }
}
