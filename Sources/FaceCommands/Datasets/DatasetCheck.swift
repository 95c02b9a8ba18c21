import CommandLanguage
import DurableFiles
import FaceDatasets
import FaceReports
import FaceVocabulary

extension Commands {
  static let datasetCheck = WorkbenchCommand(
    "check", noun: "dataset", abstract: "Look for what would make results misleading",
    defaults: DatasetCheckArguments(),
    parameters: [
      .positional("dataset", \.name, .name(of: "dataset"), help: "The dataset"),
      .flag("pixels", \.pixels, help: "Read every picture again and compare it with its digest"),
      .option(
        "min-faces", \.minimum, .integer(1...1_000_000),
        help: "Report people with fewer pictures than this"),
      .option(
        "split", \.split, .input("FILE", suffixes: [".csv"]),
        help: "Look for leaks in this split"),
    ],
    examples: [
      Example("dataset check orl", "duplicates, odd sizes, people with too few pictures"),
      Example("dataset check orl --split mine.csv", "faces that belong together on both sides"),
    ],
    discussion: """
      Faces outside the limits of quality, which 'settings show' lists, are 'blurred' or \
      'badly_exposed'; 'settings set --min-sharpness X' and its neighbours move the limits, \
      'dataset show --quality' shows where the faces lie. The value of a finding is what it rests \
      on: a correlation, a number of faces, a measure of quality.
      """
  ) { arguments, workbench in
    let dataset = try workbench.datasets.open(arguments.name)
    var settings = CheckSettings()
    settings.pixels = arguments.pixels
    settings.minimumImages = arguments.minimum
    settings.quality = workbench.session.quality
    if let path = arguments.split {
      let bytes = try FileBytes.read(path, limit: 1 << 30)
      settings.split = try Split.parse(
        csv: String(decoding: bytes, as: UTF8.self), file: path, of: try dataset.records())
    }
    let findings = try dataset.check(settings, work: workbench.work)
    let rows = findings.map { finding -> [Table.Value] in
      [
        .optional(finding.file), .text(finding.subject.name), .text(finding.kind.rawValue),
        .optional(finding.otherFile), .measured(finding.value), .optional(finding.measure),
        .optional(finding.reason),
      ]
    }
    let damaged = findings.filter { $0.kind == .unreadable }.compactMap(\.file)
    let unread = DatasetSentences.unread(
      try dataset.unreadFaces(), of: dataset.name, wereTried: arguments.pixels)
    var table = Table(
      columns: [
        .init("file", title: "file"), .init("subject", title: "subject"),
        .init("finding", title: "finding"), .init("other_file", title: "other file"),
        .init("value", title: "value"), .init("measure", title: "of"),
        .init("reason", title: damaged.isEmpty ? nil : "reason"),
      ], rows: rows)
    if rows.isEmpty {
      return .sentence(
        (["\(dataset.name): nothing found"] + unread).joined(separator: "\n"), machine: table)
    }
    table.notes = [DatasetSentences.counted(rows.count, "finding")] + unread
    if let first = damaged.first {
      let files = damaged.count == 1 ? first : "\(first),…"
      table.notes.append(
        "unreadable: 'dataset remove \(dataset.name) --file \(files)' takes "
          + (damaged.count == 1
            ? "it out, so that it can be imported again"
            : "them out, so that they can be imported again"))
    }
    return .table(table)
  }
}

struct DatasetCheckArguments: Sendable {
  var name = ""
  var pixels = false
  var minimum = 2
  var split: String?
}
