import CommandLanguage
import FaceEvaluation
import FaceExperiments
import FaceReports

extension Commands {
  static let resultsExport = WorkbenchCommand(
    "export", noun: "results", abstract: "Write the scores of a result for other tools",
    defaults: ResultsExportArguments(),
    parameters: [
      .positional("result", \.result, .name(of: "result"), help: "Result to export"),
      .positional("file", \.file, .path(), help: "File to write"),
      .option("scores", \.form, .oneOf(), help: "Bob's four columns, pyeer's two files, or CSV"),
    ],
    examples: [
      Example("results export strangers scores.csv", "every score with what is known about it"),
      Example("results export strangers scores.txt --scores bob", "for bob.measure"),
      Example(
        "results export strangers scores --scores pyeer", "scores.genuine and scores.impostor"),
    ],
    discussion: "Bob takes larger scores for more alike, so it gets negative distances."
  ) { arguments, workbench in
    let result = try workbench.result(arguments.result)
    let files = arguments.form.files(of: result)
    // Where one of two files cannot be saved, the other is not either.
    for file in files { try workbench.checkPlace(of: arguments.file + file.suffix) }
    for file in files {
      try workbench.save(bytes: Array(file.text.utf8), to: arguments.file + file.suffix)
    }
    let names = files.map { arguments.file + $0.suffix }
    let probes = result.trials.probes.filter {
      arguments.form == .csv || $0.part == .evaluation
    }
    let failures = probes.count { $0.failed }
    let scores = (probes.count - failures) * result.trials.gallery.count
    var text =
      "\(result.name): \(scores) scores of \(probes.count) probes and "
      + "\(result.trials.gallery.count) people in \(names.joined(separator: ", "))"
    if failures > 0 {
      text += "; \(failures) probes gave no face: \(arguments.form.wordsOnFailures)"
    }
    if let note = OptimisticNote.about([result]) { text += ". " + note }
    return .sentence(
      text,
      machine: Table(
        columns: [.init("result", title: nil), .init("file", title: nil)],
        rows: names.map { [.text(result.name), .text($0)] }))
  }
}

extension ScoreExport {
  /// Where failed probes are in the files, or that they are not.
  fileprivate var wordsOnFailures: String {
    switch self {
    case .csv: "rows without a distance"
    case .bob: "rows with nan"
    case .pyeer: "not in the files, count each known one as a false non-match"
    }
  }
}

struct ResultsExportArguments: Sendable {
  var result = ""
  var file = ""
  var form = ScoreExport.csv
}
