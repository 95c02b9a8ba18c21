import CommandLanguage
import FaceModels
import FaceReports
import FaceVocabulary

extension Commands {
  static let thresholdSet = WorkbenchCommand(
    "set", noun: "threshold", abstract: "Give a model the threshold it decides by",
    defaults: ThresholdSetArguments(),
    parameters: [
      .positional("model", \.model, .name(of: "model"), help: "Model of the workspace"),
      .positional(
        "threshold", \.threshold, .gate, help: "Distance a face must be under, or none"),
      .option(
        "reconstruction", \.reconstruction, .gate,
        help: "Reconstruction error a face must be under too, or none"),
    ],
    examples: [
      Example("threshold set gate 2400", "faces at 2400 or more are unknown"),
      Example("threshold set gate none", "always name the nearest person"),
      Example("threshold set gate 2400 --reconstruction 0.2", "both gates"),
    ]
  ) { arguments, workbench in
    try workbench.requireWritable(.models)
    var model = try workbench.models.load(arguments.model)
    model.threshold = arguments.threshold.value
    if let gate = arguments.reconstruction { model.manifest.reconstructionThreshold = gate.value }
    try workbench.models.keep(model, as: arguments.model)
    var text = "\(arguments.model): \(arguments.threshold.words(for: "distance"))"
    if let gate = arguments.reconstruction {
      text += ", \(gate.words(for: "reconstruction error"))"
    }
    return .sentence(
      text,
      machine: Table(
        columns: [
          .init("model", title: nil), .init("threshold", title: nil),
          .init("reconstruction_threshold", title: nil),
        ],
        rows: [
          [
            .text(arguments.model), .measured(model.threshold),
            .measured(model.manifest.reconstructionThreshold),
          ]
        ]))
  }
}

struct ThresholdSetArguments: Sendable {
  var model = ""
  var threshold = GateValue(value: nil)
  var reconstruction: GateValue?
}

/// A number that something must be under, or no such number.
struct GateValue: Hashable, Sendable {
  var value: Double?

  func words(for what: String) -> String {
    value.map { "a face is accepted when its \(what) is under \(NumberText.text($0))" }
      ?? "no gate on the \(what)"
  }
}

extension Domain where Value == GateValue {
  /// A number from 0, or `none`.
  static var gate: Domain {
    Domain<Double>.number(atLeast: 0, placeholder: "T")
      .map({ GateValue(value: $0) }, back: { $0.value ?? 0 })
      .or("none", as: GateValue(value: nil))
  }
}
