import CommandLanguage
import FaceImages
import FaceReports
import FaceVocabulary

extension Commands {
  static let detectorShow = WorkbenchCommand(
    "show", noun: "detector", abstract: "Show the detector's settings and the installed cascades",
    examples: [Example("detector show", "what 'detector run' would use")]
  ) { workbench in
    var table = detectorTable(workbench.session.detector)
    table.notes = ["installed: \(Suggestion.listed(Cascades.installed()))"]
    return .table(table)
  }

  static let detectorSet = WorkbenchCommand(
    "set", noun: "detector", abstract: "Change the detector's settings until the session ends",
    defaults: DetectorOptions(), parameters: DetectorOptions.parameters,
    examples: [
      Example("detector set --accuracy high", "a preset"),
      Example("detector set --cascade haarcascade_frontalface_alt2 --scale 1.05", "by hand"),
    ]
  ) { options, workbench in
    let settings = options.applied(to: workbench.session.detector)
    // A cascade that cannot be loaded is refused now rather than at the next picture.
    _ = try FaceDetector(cascade: settings.cascade)
    workbench.session.detector = settings
    workbench.session.recipe.detector = settings
    return .table(detectorTable(settings))
  }

  private static func detectorTable(_ settings: DetectorSettings) -> Table {
    Table(
      columns: [
        .init("cascade", title: "cascade"), .init("scale", title: "scale"),
        .init("neighbors", title: "neighbors"), .init("min_size_px", title: "min size"),
        .init("max_size_px", title: "max size"), .init("equalize", title: "equalize"),
        .init("flip", title: "flip"), .init("rotate_deg", title: "rotate"),
        .init("accuracy", title: DetectorAccuracy.named(settings) == nil ? nil : "accuracy"),
      ],
      rows: [
        [
          .text(settings.cascade), .number(settings.scale), .integer(settings.neighbors),
          .integer(settings.minSize), .measured(settings.maxSize), .boolean(settings.equalize),
          .boolean(settings.flip), .number(settings.rotation),
          .optional(DetectorAccuracy.named(settings)?.rawValue),
        ]
      ])
  }
}
