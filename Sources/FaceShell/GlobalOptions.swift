import CommandLanguage

/// Options that every command takes.
struct GlobalOptions: Sendable {
  var workspace = "."
  var seed: Int?

  /// Their declarations.
  static let reader = GlobalOptionReader<GlobalOptions>(
    [
      .option("workspace", \.workspace, .folder(), help: "Folder of datasets, models and results"),
      .option("seed", \.seed, .integer(), help: "Seed of everything random"),
    ], defaults: GlobalOptions())
}
