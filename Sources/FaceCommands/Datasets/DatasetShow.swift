import CommandLanguage
import FaceDatasets
import FaceReports
import FaceVocabulary

extension Commands {
  static let datasetList = WorkbenchCommand(
    "list", noun: "dataset", abstract: "List the datasets of the workspace",
    examples: [Example("dataset list", "names, faces, people and sizes")]
  ) { workbench in
    let library = workbench.datasets
    var rows: [[Table.Value]] = []
    var skipped: [SkippedItem] = []
    for name in try library.names() {
      do throws(DatasetError) {
        rows.append(summaryRow(try library.open(name).summary()))
      } catch {
        skipped.append(SkippedItem(name, unreadable: error))
      }
    }
    let table = Table(
      columns: summaryColumns, rows: rows,
      notes: rows.isEmpty && skipped.isEmpty
        ? ["no datasets yet: 'dataset synth NAME' makes one, 'dataset import NAME PATH' reads one"]
        : [])
    return Outcome([.table(table)], skipped: skipped)
  }

  static let datasetShow = WorkbenchCommand(
    "show", noun: "dataset", abstract: "Show the people of a dataset",
    defaults: DatasetShowArguments(),
    parameters: [
      .positional("dataset", \.name, .name(of: "dataset"), help: "The dataset"),
      .flag("summary", \.summary, help: "One row for the whole dataset, with its fingerprint"),
      .flag("quality", \.quality, help: "How well each person's faces can be seen"),
      .flag("captures", \.captures, help: "One row a capture: its source and when it began"),
    ],
    rules: [.atMostOne(["summary", "quality", "captures"])],
    examples: [
      Example("dataset show orl", "one row a person"),
      Example("dataset show orl --summary", "sizes and the fingerprint of all pixels"),
      Example("dataset show orl --quality", "sharpness and exposure by person"),
    ],
    discussion: """
      Quality is measured on originals, in the face's box where it is known, else on the whole \
      picture: the range and median of the sharpness, the range of the mean grey level, the largest \
      share of clipped pixels, the smallest width of a face, the median distance of the eyes.
      """
  ) { arguments, workbench in
    let dataset = try workbench.datasets.open(arguments.name)
    if arguments.summary {
      return .table(Table(columns: summaryColumns, rows: [try summaryRow(dataset.summary())]))
    }
    if arguments.quality {
      return .table(try qualityTable(dataset, limits: workbench.session.quality, workbench.work))
    }
    if arguments.captures { return .table(captureTable(try dataset.captures())) }
    let columns: [Table.Column] = [
      .init("subject", title: "subject"), .init("label", title: "label"),
      .init("faces", title: "faces"), .init("mirrored", title: "mirrored"),
      .init("sessions", title: "sessions"), .init("yaw_min_deg", title: "yaw from"),
      .init("yaw_max_deg", title: "yaw to"),
    ]
    let rows = try dataset.subjects().map { person -> [Table.Value] in
      [
        .text(person.subject.name), .integer(Int(person.label)), .integer(person.faces),
        .integer(person.mirrored), .integer(person.sessions),
        .measured(person.yawMinimumDegrees), .measured(person.yawMaximumDegrees),
      ]
    }
    return .table(Table(columns: columns, rows: rows))
  }

  private static let summaryColumns: [Table.Column] = [
    .init("dataset", title: "dataset"), .init("faces", title: "faces"),
    .init("originals", title: "originals"), .init("mirrored", title: "mirrored"),
    .init("subjects", title: "subjects"), .init("width_px", title: "width"),
    .init("height_px", title: "height"), .init("fingerprint", title: "fingerprint"),
  ]

  private static func summaryRow(_ summary: DatasetSummary) -> [Table.Value] {
    [
      .text(summary.name), .integer(summary.faces), .integer(summary.originals),
      .integer(summary.mirrored), .integer(summary.subjects), .measured(summary.size?.width),
      .measured(summary.size?.height), .optional(summary.fingerprint),
    ]
  }
}

struct DatasetShowArguments: Sendable {
  var name = ""
  var summary = false
  var quality = false
  var captures = false
}
