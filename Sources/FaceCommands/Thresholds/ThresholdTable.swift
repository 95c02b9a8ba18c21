import FaceEvaluation
import FaceExperiments
import FaceReports

/// Operating points as a table: every key for programs, the rates that matter for people.
struct ThresholdTable {
  let rows: [ThresholdRow]
  /// The rule the threshold was chosen by; nil for a sweep.
  var criterion: ThresholdCriterion?
  /// Whether it was chosen on the very probes it is reported on; nil for a sweep.
  var isOptimistic: Bool?
  /// Whether the trials are pairs: nobody is looked up, so FPIR and FNIR are not measured.
  var isOfPairs = false
  var notes: [String] = []

  var table: Table {
    var columns: [Table.Column] = []
    var values: [(ThresholdRow) -> Table.Value] = []
    func add(
      _ key: String, _ title: String?, _ display: Table.Display = .plain,
      _ value: @escaping (ThresholdRow) -> Table.Value
    ) {
      columns.append(Table.Column(key, title: title, display: display))
      values.append(value)
    }
    let hasStrangers = rows.contains { $0.point.nonMatedProbes > 0 }
    let showsScores = showsSingleScores || !hasStrangers || isOfPairs
    let showsSearches = !isByCost && !isOfPairs
    if let criterion { add("criterion", nil) { _ in .text(criterion.name) } }
    if let isOptimistic {
      add("optimistic", isOptimistic ? "optimistic" : nil) { _ in .boolean(isOptimistic) }
    }
    add("part", "part") { .text($0.part.rawValue) }
    add("threshold", "threshold") { .number($0.point.threshold) }
    addRate("FMR", showsScores, { $0.point.fmr }, { $0.intervals.fmr }, add)
    addRate("FNMR", showsScores, { $0.point.fnmr }, { $0.intervals.fnmr }, add)
    let isOfPairs = isOfPairs
    var weak: [(title: String, isShown: Bool, value: (ThresholdRow) -> Bool?)] = [
      ("FMR", showsScores, { $0.intervals.fmr?.isWeak }),
      ("FNMR", showsScores, { $0.intervals.fnmr?.isWeak }),
      ("FPIR", hasStrangers && showsSearches, { isOfPairs ? nil : $0.intervals.fpir?.isWeak }),
      ("FNIR", showsSearches, { isOfPairs ? nil : $0.intervals.fnir?.isWeak }),
      ("accuracy", false, { $0.intervals.accuracy?.isWeak }),
    ]
    addRate(
      "FPIR", hasStrangers && showsSearches, { isOfPairs ? nil : $0.point.fpir },
      { isOfPairs ? nil : $0.intervals.fpir }, add)
    addRate(
      "FNIR", showsSearches, { isOfPairs ? nil : $0.point.fnir },
      { isOfPairs ? nil : $0.intervals.fnir }, add)
    if let criterion {
      // Only this rule has costs; the key is there for all, so that rows of several rules agree.
      if case .leastCost(let costs) = criterion {
        add("cost", "cost", .plain) { .measured(costs.expected(at: $0.point)) }
      } else {
        add("cost", nil) { _ in .null }
      }
    }
    add("accuracy", "accuracy", .percent(2)) { .measured($0.point.accuracy) }
    add("", isOfPairs ? "pairs (genuine + others)" : "probes (known + unknown)") {
      .text("\($0.point.probes) (\($0.point.matedProbes) + \($0.point.nonMatedProbes))")
    }
    add("genuine_scores", nil) { .integer($0.point.genuineScores) }
    add("impostor_scores", nil) { .integer($0.point.impostorScores) }
    add("mated_probes", nil) { .integer($0.point.matedProbes) }
    add("nonmated_probes", nil) { .integer($0.point.nonMatedProbes) }
    add("false_matches", nil) { .integer($0.point.falseMatches) }
    add("false_nonmatches", nil) { .integer($0.point.falseNonMatches) }
    add("gallery_subjects", nil) { .integer($0.point.gallerySubjects) }
    // Behind what was there before, for those who go by a column's place.
    add("accuracy_low", nil) { .measured($0.intervals.accuracy?.low) }
    add("accuracy_high", nil) { .measured($0.intervals.accuracy?.high) }
    if criterion != nil {
      add("cost_low", nil) { .measured($0.cost?.low) }
      add("cost_high", nil) { .measured($0.cost?.high) }
      weak.append(("cost", isByCost, { $0.cost?.isWeak }))
    }
    for rate in weak {
      add(rate.title.lowercased() + "_weak", nil) { .optional(rate.value($0)) }
    }
    let shown = weak.filter(\.isShown).map { rate in
      WeakRows.Rate(title: rate.title, isWeak: rows.map { rate.value($0) == true })
    }
    let weakNote = WeakRows.note(
      shown, rows: criterion == nil ? nil : rows.map { "part \($0.part.rawValue)" })
    var table = Table(
      columns: columns, rows: rows.map { row in values.map { $0(row) } },
      notes: [weakNote].compactMap(\.self) + notes)
    for position in rows.indices where shown.contains(where: { $0.isWeak[position] }) {
      table.marks[position] = .weak
    }
    return table
  }

  /// Whether the rule is about single comparisons, so that people need FMR and FNMR beside the
  /// open-set rates; other tables leave them to programs, or four intervals would not fit a line.
  private var showsSingleScores: Bool {
    switch criterion {
    case .falseMatchRate, .equalError, .leastCost: true
    case .falsePositiveRate, .bestAccuracy, nil: false
    }
  }

  /// Whether the cost of single comparisons is what counts, so that its own rates are enough to show.
  private var isByCost: Bool {
    if case .leastCost = criterion { return true }
    return false
  }

  private typealias Add = (
    String, String?, Table.Display, @escaping (ThresholdRow) -> Table.Value
  ) -> Void

  /// A rate with its bounds: one column for people, three for programs.
  private func addRate(
    _ title: String, _ isShown: Bool, _ rate: @escaping (ThresholdRow) -> Double?,
    _ interval: @escaping (ThresholdRow) -> ProportionInterval?, _ add: Add
  ) {
    let key = title.lowercased()
    if isShown {
      add("", title, .plain) {
        .rate(rate($0), from: interval($0)?.low, to: interval($0)?.high)
      }
    }
    add(key, nil, .plain) { .measured(rate($0)) }
    add(key + "_low", nil, .plain) { .measured(interval($0)?.low) }
    add(key + "_high", nil, .plain) { .measured(interval($0)?.high) }
  }
}
