import CommandLanguage
import FaceDatasets
import FaceExperiments
import FaceReports
import FaceVocabulary

extension Commands {
  static let detectorFeatures = WorkbenchCommand(
    "features", noun: "detector",
    abstract: "Count how often eyes and mouths are found, and found where they are",
    defaults: DetectorFeaturesArguments(),
    parameters: [
      .positional(
        "dataset", \.dataset, .name(of: "dataset"), help: "Pictures with known boxes and points"),
      .group(\.detector, DetectorOptions.once),
    ],
    examples: [
      Example("detector features scenes", "what 'detector run --eyes --mouth' can be trusted with")
    ],
    discussion: """
      Points are looked for in the faces that the detector finds. A point is right within a tenth \
      of the face's width of the true one: from the front, a quarter of the distance between the \
      eyes. One that is hidden, as an eye in profile, is not counted.
      """
  ) { arguments, workbench in
    let dataset = try workbench.datasets.open(arguments.dataset)
    let settings = arguments.detector.applied(to: workbench.session.detector)
    let sizes = try dataset.records().filter { !$0.isMirror }.map(\.size)
    for warning in try WindowBounds.warnings(about: [settings], in: sizes) {
      workbench.console.warn(warning)
    }
    let study = try FeatureStudy(of: dataset, settings: settings, work: workbench.work)
    return .table(
      Table(
        columns: [
          .init("feature", title: "feature"), .init("known", title: "known"),
          .init("hits", title: "found"), .init("wrong", title: "elsewhere"),
          .init("absent", title: "absent"),
          .init("hit_rate", title: "hit rate", display: .percent(1)),
          .init("precision", title: "precision", display: .percent(1)),
        ],
        rows: study.counts.map {
          [
            .text($0.feature.rawValue), .integer($0.known), .integer($0.hits),
            .integer($0.wrong), .integer($0.absent), .measured($0.recall),
            .measured($0.precision),
          ]
        },
        notes: [
          "Looked for in the \(study.found) faces found of "
            + "\(DatasetSentences.counted(study.faces, "face")) with known points."
        ]))
  }
}

struct DetectorFeaturesArguments: Sendable {
  var dataset = ""
  var detector = DetectorOptions()
}
