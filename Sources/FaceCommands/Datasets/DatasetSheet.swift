import CommandLanguage
import CooperativeWork
import FaceDatasets
import FaceReports
import FaceVocabulary

extension Commands {
  static let datasetSheet = WorkbenchCommand(
    "sheet", noun: "dataset", abstract: "Draw the faces of a dataset on one sheet",
    defaults: DatasetSheetArguments(),
    parameters: [
      .positional("dataset", \.name, .name(of: "dataset"), help: "The dataset"),
      .positional("output", \.output, .path("FILE.png", suffixes: [".png"]), help: "The drawing"),
      .subject(\.subject, help: "Only this person"),
      .option("count", \.count, .integer(1...2000), help: "Faces drawn at most, spread evenly"),
      .flag("one-each", \.oneEach, help: "The first face of every person only"),
    ],
    examples: [
      Example("dataset sheet orl people.png --one-each", "who is in it"),
      Example("dataset sheet turn s03.png --subject s03", "every face of one person"),
    ]
  ) { arguments, workbench in
    try workbench.checkPlace(ofPicture: arguments.output)
    let dataset = try workbench.datasets.open(arguments.name)
    var records = try dataset.records()
    if let subject = arguments.subject {
      records = records.filter { $0.subject.name == subject }
      if records.isEmpty {
        throw DatasetError.noSuchSubject(
          SubjectID(subject), dataset: dataset.name, known: try dataset.subjects().map(\.subject))
      }
    }
    if arguments.oneEach {
      var seen: Set<SubjectID> = []
      records = records.filter { seen.insert($0.subject).inserted }
    }
    if records.isEmpty { throw DatasetError.empty(dataset: dataset.name) }
    let shown =
      records.count > arguments.count
      ? (0..<arguments.count).map { records[$0 * records.count / arguments.count] } : records
    let tiles = try workbench.work.map(count: shown.count, activity: "reading") {
      try dataset.image(of: shown[$0]).fitted(within: 160)
    }
    let sheet = ContactSheet(tiles: tiles)
    try workbench.save(picture: sheet.image, to: arguments.output)
    return .sentence(
      "\(arguments.output): \(shown.count) of \(DatasetSentences.counted(records.count, "face"))",
      machine: Table(
        columns: [.init("output", title: "picture"), .init("faces", title: "faces")],
        rows: [[.text(arguments.output), .integer(shown.count)]]))
  }
}

struct DatasetSheetArguments: Sendable {
  var name = ""
  var output = ""
  var subject: String?
  var count = 200
  var oneEach = false
}
