import CommandLanguage
import FaceDatasets
import FaceReports
import FaceVocabulary

extension Commands {
  static let datasetMirror = WorkbenchCommand(
    "mirror", noun: "dataset", abstract: "Store the mirror image of every face",
    defaults: DatasetNameArguments(),
    parameters: [.positional("dataset", \.name, .name(of: "dataset"), help: "The dataset")],
    examples: [Example("dataset mirror orl", "doubles the training material")],
    discussion: """
      A mirror image knows its source, has the opposite yaw and exchanged eyes. It may train, with \
      'evaluate --mirror train', but is never a probe and never stands across a split from its \
      source. Doing it again adds only what is missing.
      """
  ) { arguments, workbench in
    try workbench.requireWritable(.dataset(arguments.name))
    let dataset = try workbench.datasets.open(arguments.name)
    let added = try dataset.mirror(work: workbench.work)
    let summary = try dataset.summary()
    return changed(
      "\(dataset.name): \(DatasetSentences.counted(added.count, "mirror image")) added, "
        + "\(summary.faces) faces in all", dataset: dataset.name, faces: added.count)
  }

  static let datasetRelabel = WorkbenchCommand(
    "relabel", noun: "dataset", abstract: "Give faces to another person, or rename a person",
    defaults: DatasetRelabelArguments(),
    parameters: [
      .positional("dataset", \.name, .name(of: "dataset"), help: "The dataset"),
      .subject(\.subject, help: "All faces of this person"),
      .option(
        "file", \.files, .list(of: .path("FILE")),
        help: "Only these files, as 'dataset check' names them"),
      .option(
        "to", \.target, .text("NAME", "name of a person"), required: true, help: "The new person"),
    ],
    rules: [.exactlyOne(["subject", "file"])],
    examples: [
      Example("dataset relabel orl --subject s7 --to Ada", "rename a person"),
      Example("dataset relabel orl --file s7/3.pgm --to s8", "correct one wrong label"),
    ]
  ) { arguments, workbench in
    let dataset = try workbench.datasets.open(arguments.name)
    let moved = try dataset.relabel(
      try selection(subject: arguments.subject, files: arguments.files),
      to: SubjectID(arguments.target))
    return changed(
      "\(dataset.name): \(DatasetSentences.counted(moved, "face")) now of \(arguments.target)",
      dataset: dataset.name, faces: moved)
  }

  static let datasetRemove = WorkbenchCommand(
    "remove", noun: "dataset", abstract: "Remove faces, a person or a whole dataset",
    defaults: DatasetRemoveArguments(),
    parameters: [
      .positional("dataset", \.name, .name(of: "dataset"), help: "The dataset"),
      .subject(\.subject, help: "Only this person"),
      .option("file", \.files, .list(of: .path("FILE")), help: "Only these files"),
    ],
    rules: [.atMostOne(["subject", "file"])],
    examples: [
      Example("dataset remove orl --file s7/3.pgm", "one picture, and its mirror image"),
      Example("dataset remove orl --yes", "everything, without being asked"),
    ]
  ) { arguments, workbench in
    guard arguments.subject != nil || !arguments.files.isEmpty else {
      return try removeWhole(arguments.name, in: workbench)
    }
    let dataset = try workbench.datasets.open(arguments.name)
    let removed = try dataset.remove(
      try selection(subject: arguments.subject, files: arguments.files))
    return changed(
      "\(dataset.name): \(DatasetSentences.counted(removed, "face")) removed",
      dataset: dataset.name, faces: removed)
  }

  /// Removes a dataset; what cannot be read can still be thrown away.
  private static func removeWhole(_ name: String, in workbench: Workbench) throws -> Outcome {
    let library = workbench.datasets
    let faces: Int?
    let content: String
    do throws(DatasetError) {
      let summary = try library.open(name).summary()
      faces = summary.faces
      content = "with \(DatasetSentences.counted(summary.faces, "face"))"
    } catch {
      guard case .store = error else { throw error }
      faces = nil
      content = "which cannot be read (\(error.message))"
    }
    try workbench.confirm(
      "Remove dataset '\(name)'\(faces == nil ? "," : "") \(content)?", what: "removing '\(name)'")
    try library.remove(name)
    return changed(
      "\(name): removed\(faces == nil ? ", unread" : " \(content)")", dataset: name, faces: faces)
  }

  static let datasetMerge = WorkbenchCommand(
    "merge", noun: "dataset", abstract: "Put datasets together under a new name",
    defaults: DatasetMergeArguments(),
    parameters: [
      .rest(
        "dataset", \.names, .name(of: "dataset"), atLeast: 2,
        help: "The datasets; equal names are one person"),
      .option("into", \.target, .newName(of: "dataset"), required: true, help: "The new dataset"),
    ],
    examples: [Example("dataset merge monday tuesday --into week", "two days of captures")]
  ) { arguments, workbench in
    try workbench.requireWritable(.dataset(arguments.target))
    let merged = try workbench.datasets.merge(
      arguments.names, into: arguments.target, work: workbench.work)
    let summary = try merged.summary()
    return changed(
      "\(merged.name): \(DatasetSentences.counted(summary.faces, "face")) of "
        + DatasetSentences.counted(summary.subjects, "person", "people"), dataset: merged.name,
      faces: summary.faces)
  }

  static let datasetExport = WorkbenchCommand(
    "export", noun: "dataset", abstract: "Write the pictures to a folder of ordinary files",
    defaults: DatasetExportArguments(),
    parameters: [
      .positional("dataset", \.name, .name(of: "dataset"), help: "The dataset"),
      .positional("folder", \.folder, .folder(), help: "A new or empty folder"),
    ],
    examples: [Example("dataset export orl orl-copy", "a folder per person, and list.csv")],
    discussion: """
      The folder is whole or not there: a damaged picture stops the export and is named, and nothing is \
      left behind. 'dataset check NAME --pixels' finds all of them, 'dataset remove NAME --file FILE' \
      takes one out.
      """
  ) { arguments, workbench in
    let dataset = try workbench.datasets.open(arguments.name)
    let written = try dataset.export(to: arguments.folder, work: workbench.work)
    return changed(
      "\(arguments.folder): \(DatasetSentences.counted(written, "picture")) and list.csv",
      dataset: dataset.name, faces: written)
  }

  private static func selection(subject: String?, files: [String]) throws -> FaceSelection {
    if let subject { return .subject(SubjectID(subject)) }
    if files.isEmpty { throw CommandError.nothingSelected(needed: "--subject or --file") }
    return .files(files)
  }

  /// A sentence, and for programs one row `{"dataset","faces"}`.
  static func changed(_ sentence: String, dataset: String, faces: Int?) -> Outcome {
    .sentence(
      sentence,
      machine: Table(
        columns: [.init("dataset", title: "dataset"), .init("faces", title: "faces")],
        rows: [[.text(dataset), .measured(faces)]]))
  }
}

struct DatasetNameArguments: Sendable {
  var name = ""
}

struct DatasetRelabelArguments: Sendable {
  var name = ""
  var subject: String?
  var files: [String] = []
  var target = ""
}

struct DatasetRemoveArguments: Sendable {
  var name = ""
  var subject: String?
  var files: [String] = []
}

struct DatasetMergeArguments: Sendable {
  var names: [String] = []
  var target = ""
}

struct DatasetExportArguments: Sendable {
  var name = ""
  var folder = ""
}
