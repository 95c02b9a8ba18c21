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
    "set", noun: "settings", abstract: "Change limits on pictures and faces until the session ends",
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
      .option(
        "max-memory-mib", \.memoryMebibytes, .integer(1...16_777_216),
        help: "MiB a training or an evaluation may need; what the machine has when left out"),
      .group(\.quality, QualityOptions.group),
    ],
    examples: [
      Example("settings set --partial allow", "take cut-off JPEGs, padded with grey"),
      Example("settings set --max-pixels 200000000", "for scans of large prints"),
      Example("settings set --min-sharpness 100 --exposure 60:190", "only the best faces"),
    ],
    discussion: """
      The limits keep a small file that claims to be a huge picture from taking the memory of the \
      machine. They are looked at before a picture is decoded, the one on memory before faces are \
      prepared or cut and before a model is trained. A face outside the limits of quality \
      is reported by 'dataset check' and not kept by 'dataset capture' and 'dataset sweep'.
      """
  ) { arguments, workbench in
    var limits = workbench.session.limits
    if let pixels = arguments.pixels { limits.pixels = pixels }
    if let side = arguments.side { limits.side = side }
    if let mebibytes = arguments.fileMebibytes { limits.fileBytes = mebibytes << 20 }
    if let partial = arguments.partial { limits.allowPartial = partial == .allow }
    workbench.session.limits = limits
    if let mebibytes = arguments.memoryMebibytes {
      workbench.session.memoryBytes = mebibytes << 20
    }
    workbench.session.quality = arguments.quality.applied(to: workbench.session.quality)
    return .table(settingsTable(workbench))
  }

  private static func settingsTable(_ workbench: Workbench) -> Table {
    let limits = workbench.session.limits
    let quality = workbench.session.quality
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
        [.text("max-memory-mib"), .measured(workbench.session.memoryBytes.map { $0 >> 20 })],
        [.text("min-sharpness"), .number(quality.minimumSharpness)],
        [.text("exposure"), .text(GreyRange.spelled(quality.exposure))],
        [.text("max-clipped"), .number(quality.mostClipped)],
        [.text("min-contrast"), .number(quality.minimumContrast)],
        [.text("min-face"), .integer(quality.minimumWidth)],
      ])
  }
}

struct SettingsArguments: Sendable {
  var pixels: Int?
  var side: Int?
  var fileMebibytes: Int?
  var memoryMebibytes: Int?
  var partial: Partial?
  var quality = QualityOptions()

  /// What happens to a picture that is damaged in part.
  enum Partial: String, CaseIterable, Sendable {
    case refuse, allow
  }
}
