import CooperativeWork
import FaceDatasets
import FaceImages
import FaceReports
import FaceVocabulary

extension Commands {
  /// One row a person: how well the faces can be seen.
  static func qualityTable(
    _ dataset: Dataset, limits: QualityLimits, _ work: Work
  ) throws -> Table {
    let columns: [Table.Column] = [
      .init("subject", title: "subject"), .init("faces", title: "faces"),
      .init("sharpness_min", title: "sharp from", display: .decimals(0)),
      .init("sharpness_median", title: "median", display: .decimals(0)),
      .init("sharpness_max", title: nil), .init("gradient_median", title: nil),
      .init("mean_min", title: "grey from", display: .decimals(0)),
      .init("mean_max", title: "to", display: .decimals(0)),
      .init("contrast_min", title: nil),
      .init("clipped_max", title: "clipped", display: .percent(1)),
      .init("face_px_min", title: "face"),
      .init("eyes_px_median", title: "eyes", display: .decimals(0)),
      .init("blurred", title: "blurred"), .init("badly_exposed", title: "badly exposed"),
    ]
    let rows = try dataset.qualitySummaries(limits: limits, work: work).map {
      person -> [Table.Value] in
      [
        .text(person.subject.name), .integer(person.faces),
        .number(person.sharpness.lowest), .number(person.sharpness.median),
        .number(person.sharpness.highest), .number(person.gradient.median),
        .number(person.mean.lowest), .number(person.mean.highest),
        .number(person.contrast.lowest), .number(person.clipped.highest),
        .integer(Int(person.width.lowest)), .measured(person.eyeDistance?.median),
        .integer(person.blurred), .integer(person.badlyExposed),
      ]
    }
    return Table(
      columns: columns, rows: rows,
      notes: [
        "limits: sharpness from \(shown(limits.minimumSharpness)), mean "
          + "\(GreyRange.spelled(limits.exposure)), clipped up to "
          + "\(Table.displayed(.number(limits.mostClipped), as: .percent(0))), contrast from "
          + "\(shown(limits.minimumContrast)); 'settings set' moves them"
      ])
  }

  private static func shown(_ number: Double) -> String {
    Table.displayed(.number(number), as: .plain)
  }

  /// One row a capture.
  static func captureTable(_ captures: [CaptureSummary]) -> Table {
    let rows = captures.map { capture -> [Table.Value] in
      [
        .integer(Int(capture.number)), .optional(capture.facts?.verb.rawValue),
        .optional(capture.facts?.source),
        .text(capture.subjects.map(\.name).joined(separator: ", ")), .integer(capture.faces),
        .measured(capture.facts?.beganSeconds),
        .optional(capture.facts.map { CalendarText.utc($0.beganSeconds) }),
      ]
    }
    return Table(
      columns: [
        .init("capture", title: "capture"), .init("verb", title: "by"),
        .init("source", title: "from"), .init("subjects", title: "of"),
        .init("faces", title: "faces"), .init("began_s", title: nil),
        .init("began_utc_s", title: "began (UTC)"),
      ], rows: rows,
      notes: rows.isEmpty ? ["no captures: 'dataset capture' and 'dataset sweep' make them"] : [])
  }
}
