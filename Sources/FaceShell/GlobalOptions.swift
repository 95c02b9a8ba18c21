import CommandLanguage
import FaceReports

/// Options that every command takes, before and after its words.
struct GlobalOptions: Sendable, Equatable {
  /// Nil: the current folder.
  var workspace: String?
  var format = TableFormat.text
  var json = false
  var csv = false
  /// Whether errors are JSON objects.
  var wantsJSON: Bool { effectiveFormat == .json }
  /// A file that results go to instead of standard output.
  var output: String?
  var seed: Int?
  /// Nil: as many as the system grants.
  var jobs: Int?
  var quiet = false
  var color = ColorChoice.auto
  var yes = false
  var keepGoing = false
  /// Whether tables have all columns, however wide the terminal is.
  var wide = false

  /// The format, the short flags counted in.
  var effectiveFormat: TableFormat { json ? .json : csv ? .csv : format }

  /// The workspace as a path. One that was given stays different from the default `.`, because
  /// notebooks take a fresh folder unless one was given.
  var workspaceFolder: String { workspace.map { $0 == "." ? "./" : $0 } ?? "." }

  /// The options' declarations.
  static let reader = GlobalOptionReader<GlobalOptions>(
    [
      .option(
        "workspace", \.workspace, .folder(),
        help: "Folder that holds datasets/, models/ and results/; without it the current one"),
      .option("format", \.format, .oneOf(), help: "Form of the results"),
      .flag("json", \.json, help: "Short for --format json"),
      .flag("csv", \.csv, help: "Short for --format csv"),
      .option("output", \.output, .path(), help: "File for the results"),
      .option("seed", \.seed, .integer(), help: "Seed of everything random"),
      .option(
        "jobs", \.jobs, .integer(1...1024),
        help: "Threads; without it SLURM_CPUS_PER_TASK, else the processors granted"),
      .flag("wide", \.wide, help: "Show whole tables and sentences, however wide the terminal is"),
      .flag("quiet", \.quiet, help: "Say nothing but results, warnings and errors"),
      .option(
        "color", \.color, .oneOf(),
        help:
          "Colour of text: on terminals unless NO_COLOR is set or TERM is dumb, always, or never"),
      .flag("yes", \.yes, help: "Answer every question with yes"),
      .flag("keep-going", \.keepGoing, help: "Go on with a script after an error"),
    ], defaults: GlobalOptions())
}

/// When output is coloured.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto
  case always
  case never
}
