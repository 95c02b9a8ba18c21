package import FaceEvaluation
import FaceVocabulary

/// One evaluated cell as it is kept: manifest, split, every score, and how long it took.
package struct StoredResult: Equatable, Sendable {
  package var manifest: ResultManifest
  /// nil where `timing.json` could not be read, for the reason in ``measurementFault``.
  package var measurement: ResultMeasurement?
  package var measurementFault: ResultError?
  package var trials: TrialTable
  /// Group number of each probe.
  package var groups: [Int]
  package var split: StoredSplit
  /// Distances between single faces, where a world set leaves them free to be gallery or probe.
  package var facePairs: FacePairs?

  package var name: String { manifest.name }

  /// Whether the trials are pairs and not searches: there are no ranks, FPIR or FNIR then.
  package var isOfPairs: Bool { manifest.plan.split.kind == .pairs }

  /// `eigen 30`, `lbph`: what recognises, in few words.
  package var title: String {
    let method = manifest.outline.method.rawValue
    let outline = manifest.outline
    guard let least = outline.componentsLeast else { return method }
    guard let most = outline.componentsMost, most > least else { return "\(method) \(least)" }
    return "\(method) \(least)–\(most)"
  }

  /// The trials as CSV, one probe a row: `probes.csv`.
  var probeList: String {
    // Only pairs say what each probe was compared with.
    let isOfPairs = trials.probes.contains { $0.reference != nil }
    let isEndToEnd = trials.probes.contains { $0.detection != nil }
    let isMatched = keepsMatchings && trials.probes.contains { $0.matchings != nil }
    var columns = [
      "file", "subject", "repeat", "fold", "part", "mated", "failed", "reconstruction_error",
      "yaw_deg", "group",
    ]
    if isOfPairs { columns.append("reference") }
    if isEndToEnd { columns.append("detection") }
    if isMatched { columns += MatchRule.allCases.flatMap(Self.columns(of:)) }
    var text = CSVText.line(columns)
    for (probe, group) in zip(trials.probes, groups) {
      var fields = [
        probe.file, probe.subject.name, "\(probe.repetition)", "\(probe.fold)",
        probe.part.rawValue, "\(probe.isMated)", "\(probe.failed)",
        probe.reconstructionError.map { "\($0)" } ?? "",
        probe.yawDegrees.map { "\($0)" } ?? "", "\(group)",
      ]
      if isOfPairs { fields.append(probe.reference ?? "") }
      if isEndToEnd { fields.append(probe.detection?.rawValue ?? "") }
      if isMatched {
        fields += MatchRule.allCases.flatMap { Self.fields(of: probe.matchings?[$0]) }
      }
      text += CSVText.line(fields)
    }
    return text
  }

  /// Whether the list of probes tells which known faces were found: since the third version.
  private var keepsMatchings: Bool { manifest.formatVersion >= 3 }

  /// Columns that some lists of probes have.
  private static var furtherColumns: [String] {
    ["reference", "detection"] + MatchRule.allCases.flatMap(columns(of:))
  }

  /// Names of the columns of a rule: whether the known face was found, and the other boxes.
  private static func columns(of rule: MatchRule) -> [String] {
    ["\(rule.rawValue)_hit", "\(rule.rawValue)_false_alarms"]
  }

  private static func fields(of matching: BoxMatching?) -> [String] {
    matching.map { ["\($0.hits > 0)", "\($0.falseAlarms)"] } ?? ["", ""]
  }

  /// What the fields of a rule say; nil for a probe whose face was not looked for or is not known.
  private static func matching(_ hit: String, _ falseAlarms: String) -> (BoxMatching?, Void)? {
    if hit.isEmpty, falseAlarms.isEmpty { return (nil, ()) }
    guard let hit = Bool(hit), let count = Int(falseAlarms), count >= 0 else { return nil }
    return (BoxMatching(found: [hit], falseAlarms: count), ())
  }

  /// Whether what was tested on may have been trained or chosen on; every output says so.
  package var isOptimistic: Bool { manifest.plan.optimistic }

  /// Reads what ``probeList`` wrote.
  static func probes(
    from text: String, file: String
  ) throws(ResultError) -> (probes: [TrialTable.Probe], groups: [Int]) {
    guard let rows = CSVText.fields(of: text), let header = rows.first, header.count >= 10,
      Set(header.dropFirst(10)).isSubset(of: furtherColumns)
    else {
      throw .damaged(file: file, found: "no list of probes")
    }
    let referenceColumn = header.firstIndex(of: "reference")
    let detectionColumn = header.firstIndex(of: "detection")
    var probes: [TrialTable.Probe] = []
    var groups: [Int] = []
    for (number, row) in rows.dropFirst().enumerated() {
      guard row.count == header.count, let repetition = Int(row[2]), let fold = Int(row[3]),
        let part = TrialTable.Part(rawValue: row[4]), let isMated = Bool(row[5]),
        let failed = Bool(row[6]), let group = Int(row[9]),
        let error = optionalNumber(row[7]), let yaw = optionalNumber(row[8])
      else { throw .damaged(file: file, found: "row \(number + 2), which is no probe") }
      let detection = detectionColumn.flatMap { DetectionOutcome(rawValue: row[$0]) }
      guard (detection == nil) == (detectionColumn == nil) else {
        throw .damaged(file: file, found: "row \(number + 2), which is no probe")
      }
      var matchings: [MatchRule: BoxMatching] = [:]
      for rule in MatchRule.allCases {
        let places = columns(of: rule).compactMap { header.firstIndex(of: $0) }
        guard places.count == 2 else { continue }
        guard let read = matching(row[places[0]], row[places[1]]) else {
          throw .damaged(file: file, found: "row \(number + 2), which is no probe")
        }
        matchings[rule] = read.0
      }
      probes.append(
        TrialTable.Probe(
          file: row[0], subject: SubjectID(row[1]), repetition: repetition, fold: fold,
          part: part, isMated: isMated, failed: failed, detection: detection,
          matchings: matchings.isEmpty ? nil : matchings,
          reconstructionError: error.value, yawDegrees: yaw.value,
          reference: referenceColumn.map { row[$0] }.flatMap { $0.isEmpty ? nil : $0 }))
      groups.append(group)
    }
    return (probes, groups)
  }

  /// An empty field is no number; anything else must be one.
  private static func optionalNumber(_ text: String) -> (value: Double?, Void)? {
    if text.isEmpty { return (nil, ()) }
    return Double(text).map { ($0, ()) }
  }
}
