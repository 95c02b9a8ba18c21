import CommandLanguage
import CooperativeWork
import FaceImages
import FaceReports

extension Commands {
  static let settingsShow = WorkbenchCommand(
    "show", noun: "settings", abstract: "Show what this session works with",
    examples: [Example("settings show", "threads, seed, limits on pictures")]
  ) { workbench in
    .table(settingsTable(workbench))
  }

  static let settingsSet = WorkbenchCommand(
    "set", noun: "settings", abstract: "Change limits on pictures until the session ends",
    defaults: SettingsArguments(),
    parameters: [
      .option(
        "max-pixels", \.pixels, .integer(1...1_000_000_000), help: "Pixels a picture may have"),
      .option("max-side", \.side, .integer(1...65_535), help: "Pixels a side may have"),
      .option(
        "max-file-mib", \.fileMebibytes, .integer(1...4096), help: "MiB a picture's file may have"),
      .option(
        "partial", \.partial, .oneOf(), help: "Whether damaged pictures are taken as far as they go"
      ),
    ],
    examples: [
      Example("settings set --partial allow", "take cut-off JPEGs, padded with grey"),
      Example("settings set --max-pixels 200000000", "for scans of large prints"),
    ],
    discussion: """
      The limits keep a small file that claims to be a huge picture from taking the memory of the \
      machine. They are looked at before a picture is decoded.
      """
  ) { arguments, workbench in
    var limits = workbench.session.limits
    if let pixels = arguments.pixels { limits.pixels = pixels }
    if let side = arguments.side { limits.side = side }
    if let mebibytes = arguments.fileMebibytes { limits.fileBytes = mebibytes << 20 }
    if let partial = arguments.partial { limits.allowPartial = partial == .allow }
    workbench.session.limits = limits
    return .table(settingsTable(workbench))
  }

  private static func settingsTable(_ workbench: Workbench) -> Table {
    let limits = workbench.session.limits
    return Table(
      columns: [.init("setting", title: "setting"), .init("value", title: "value")],
      rows: [
        [.text("workspace"), .text(workbench.folder)],
        [.text("jobs"), .integer(workbench.work.jobs)],
        [.text("seed"), .integer(Int(truncatingIfNeeded: workbench.seedOrDefault))],
        [.text("max-pixels"), .integer(limits.pixels)],
        [.text("max-side"), .integer(limits.side)],
        [.text("max-file-mib"), .integer(limits.fileBytes >> 20)],
        [.text("partial"), .text(limits.allowPartial ? "allow" : "refuse")],
      ])
  }
}

struct SettingsArguments: Sendable {
  var pixels: Int?
  var side: Int?
  var fileMebibytes: Int?
  var partial: Partial?

  /// What happens to a picture that is damaged in part.
  enum Partial: String, CaseIterable, Sendable {
    case refuse, allow
  }
}
