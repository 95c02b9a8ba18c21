import CommandLanguage
import FaceDatasets
import FaceExperiments
import FaceReports
import FaceVocabulary

extension Commands {
  static let reproduceList = WorkbenchCommand(
    "list", noun: "reproduce", abstract: "List the published tables that can be measured again",
    examples: [Example("reproduce list", "names, sets of faces, and where their owners offer them")]
  ) { _ in
    .table(
      Table(
        columns: [
          .init("table", title: "table"), .init("title", title: "what"),
          .init("rows", title: "rows"), .init("dataset", title: "faces"),
          .init("offered", title: "offered at"), .init("source", title: nil),
        ],
        rows: PublishedTable.all.map {
          [
            .text($0.name), .text($0.title), .integer($0.rows.count), .text($0.faces.dataset),
            .text($0.faces.offered), .text($0.source),
          ]
        },
        notes: [
          "Nothing is downloaded: 'reproduce TABLE --data PATH' reads a folder that you have."
        ]))
  }

  static let reproduce = WorkbenchCommand(
    "reproduce", abstract: "Measure a published table again, on faces in a folder",
    defaults: ReproduceArguments(),
    parameters: [
      .positional(
        "table", \.table, .word(PublishedTable.all.map(\.name), noun: "table"),
        help: "The table; 'reproduce list' tells what they are about"),
      .option("data", \.data, .input("PATH"), help: "Folder of the set of faces"),
    ],
    examples: [
      Example(
        "reproduce idiap-att --data orl_faces", "one line a figure: published, ours, difference"),
      Example("reproduce bytefish-yale --data yalefaces --json", "for programs"),
    ],
    discussion: """
      The division is the published one, quirks included, even where it leaks; the notes say so. A \
      figure that does not come out is shown like one that does, with what is known about why. Other \
      faces than those of the table, by numbers of people and pictures and by size, are measured and \
      said to be others. Nothing is downloaded and nothing is kept.
      """
  ) { arguments, workbench in
    guard let table = PublishedTable.all.first(where: { $0.name == arguments.table }) else {
      throw CommandError.nothingSelected(needed: "a table of 'reproduce list'")
    }
    guard let path = arguments.data else {
      throw UsageError(
        "--data is needed: the folder of \(table.faces.dataset)",
        hint: "its owners offer it at \(table.faces.offered); nothing is downloaded")
    }
    let folder = try ScratchFolder()
    defer { folder.remove() }
    var reproduction = Reproduction(
      table, scratch: DatasetLibrary(folder: folder.path),
      decoder: PictureDecoder(workbench.images), seed: workbench.seedOrDefault,
      clock: workbench.clock, work: workbench.work)
    reproduction.memoryLimitBytes = workbench.memoryLimitBytes
    let rows = try reproduction.run(on: path)
    return .table(ReproductionTable(published: table, rows: rows).table)
  }
}

struct ReproduceArguments: Sendable {
  var table = ""
  var data: String?
}

/// Published figures beside those measured here.
struct ReproductionTable {
  let published: PublishedTable
  let rows: [ReproducedRow]

  var table: Table {
    Table(
      columns: [
        .init("table", title: nil), .init("row", title: "row"),
        .init("published", title: "published", display: .percent(2)),
        .init("published_sd", title: spreads ? "±" : nil, display: .percent(2)),
        .init("ours", title: "ours", display: .percent(2)),
        .init("ours_sd", title: spreads ? "±" : nil, display: .percent(2)),
        .init("difference", title: "difference", display: .percent(2)),
        .init("reproduced", title: facesDiffer == nil ? "agrees" : nil),
        .init("faces_differ", title: nil), .init("correct", title: nil),
        .init("total", title: nil), .init("leaks", title: nil), .init("reason", title: nil),
        .init("source", title: nil),
      ],
      rows: rows.map {
        [
          .text($0.table), .text($0.row), .number($0.published), .measured($0.publishedSpread),
          .measured($0.ours), .measured($0.oursSpread), .measured($0.difference),
          $0.facesDiffer == nil ? .boolean($0.isReproduced) : .null, .optional($0.facesDiffer),
          .measured($0.correct), .measured($0.total),
          .integer($0.leaks), .optional($0.reason), .text($0.source),
        ]
      }, notes: notes)
  }

  private var spreads: Bool {
    rows.contains { $0.publishedSpread != nil || $0.oursSpread != nil }
  }

  /// How the faces differ from those of the table; nil where they do not.
  private var facesDiffer: String? { rows.first?.facesDiffer }

  private var notes: [String] {
    let agreeing = rows.count(where: \.isReproduced)
    var notes = [
      facesDiffer.map {
        "These are not the faces of the published table: \($0). Its figures and ours are of different "
          + "faces, so none is said to agree."
      }
        ?? "\(agreeing) of \(rows.count) figures come out as printed: to the last digit, or to ± one "
        + "standard deviation where the draws are unknown.",
      "Published: \(published.source).",
      "Faces: \(published.faces.dataset); offered at \(published.faces.offered).",
    ]
    if let leaks = rows.map(\.leaks).max(), leaks > 0 {
      notes.append(
        "Up to \(leaks) probes have a twin in their training; 'evaluate' would refuse this division."
      )
    }
    notes += published.reasons
    notes += rows.compactMap { row in row.reason.map { "\(row.row): \($0)." } }
    return notes
  }
}
