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
    return manifest.outline.componentsLeast.map { "\(method) \($0)" } ?? method
  }

  /// The trials as CSV, one probe a row: `probes.csv`.
  var probeList: String {
    // Only pairs say what each probe was compared with.
    let isOfPairs = trials.probes.contains { $0.reference != nil }
    let isEndToEnd = trials.probes.contains { $0.detection != nil }
    var text = CSVText.line(
      [
        "file", "subject", "repeat", "fold", "part", "mated", "failed", "reconstruction_error",
        "yaw_deg", "group",
      ] + (isOfPairs ? ["reference"] : []) + (isEndToEnd ? ["detection"] : []))
    for (probe, group) in zip(trials.probes, groups) {
      text += CSVText.line(
        [
          probe.file, probe.subject.name, "\(probe.repetition)", "\(probe.fold)",
          probe.part.rawValue, "\(probe.isMated)", "\(probe.failed)",
          probe.reconstructionError.map { "\($0)" } ?? "",
          probe.yawDegrees.map { "\($0)" } ?? "", "\(group)",
        ] + (isOfPairs ? [probe.reference ?? ""] : [])
          + (isEndToEnd ? [probe.detection?.rawValue ?? ""] : []))
    }
    return text
  }

  /// Whether what was tested on may have been trained or chosen on; every output says so.
  package var isOptimistic: Bool { manifest.plan.optimistic }

  /// Reads what ``probeList`` wrote.
  static func probes(
    from text: String, file: String
  ) throws(ResultError) -> (probes: [TrialTable.Probe], groups: [Int]) {
    guard let rows = CSVText.fields(of: text), let header = rows.first, header.count >= 10,
      header.dropFirst(10).allSatisfy({ ["reference", "detection"].contains($0) })
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
      probes.append(
        TrialTable.Probe(
          file: row[0], subject: SubjectID(row[1]), repetition: repetition, fold: fold,
          part: part, isMated: isMated, failed: failed, detection: detection,
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
