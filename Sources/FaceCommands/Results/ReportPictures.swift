import DurableFiles
import FaceDatasets
import FaceEvaluation
import FaceExperiments
import FaceImages
import FaceModels
import FaceReports
import FaceVocabulary

/// The pictures of a report: eigenfaces and hard examples, as far as the dataset is still the one
/// that was tested.
struct ReportPictures {
  let result: StoredResult
  let workbench: Workbench
  /// One helper process for all pictures of the page.
  private let images: ForeignImages
  /// The dataset, where it is still the one that was tested.
  private let dataset: Dataset?

  /// Compares the fingerprint of the dataset: one look at every picture.
  init(result: StoredResult, workbench: Workbench) throws {
    self.result = result
    self.workbench = workbench
    images = workbench.images
    let found = try? workbench.datasets.open(result.manifest.plan.dataset)
    let isUnchanged =
      try found?.fingerprint(work: workbench.work) == result.manifest.outline.fingerprint
    dataset = isUnchanged ? found : nil
  }

  /// Axes drawn after the mean.
  private static let axes = 11
  /// Longest side of a face on a card, in pixels.
  private static let faceSide = 96
  /// Examples of each kind.
  private static let examples = 5

  /// The mean face and the first axes; for LBPH, which has none, nothing.
  func eigenfaces() throws -> [ReportPage.Part] {
    guard result.manifest.outline.method != .lbph, let dataset else {
      return []
    }
    let portraits = try ResultPortraits(
      of: result, dataset: dataset, model: testedModel, axes: Self.axes,
      memoryLimitBytes: workbench.memoryLimitBytes, work: workbench.work)
    guard let portraits else { return [] }
    let sheet = ContactSheet(tiles: portraits.pictures, columns: 6)
    return [
      .subheading(result.manifest.outline.method == .fisher ? "Fisherfaces" : "Eigenfaces"),
      .picture(
        png: try images.encodePNG(sheet.image), caption: caption(of: portraits)),
    ]
  }

  private func caption(of portraits: ResultPortraits) -> String {
    let axes = "The mean face, and the first \(portraits.pictures.count - 1) axes"
    switch portraits.source {
    case .model(let name): return "\(axes) of model \(name)."
    case .training(_, _, 1): return "\(axes), trained again from the manifest."
    case .training(let repetition, let fold, let count):
      let draw = result.manifest.outline.repeats > 1 ? "repeat \(repetition), " : ""
      return "\(axes) of \(draw)fold \(fold), one of \(count) trainings, trained again from the "
        + "manifest."
    }
  }

  /// The stored model that was tested; nil where it has gone or is another one by now.
  private func testedModel(_ name: String) throws -> FaceModel? {
    guard case .stored(_, let digest) = result.manifest.cell.recogniser,
      workbench.models.contains(name),
      ContentDigest.hex(of: try FileBytes.read(workbench.models.path(of: name))) == digest
    else { return nil }
    return try workbench.models.load(name)
  }

  /// Doubtful labels, worst genuine and worst impostor pairs, each probe beside a face of the person
  /// it was compared with.
  func hardExamples() throws -> [ReportPage.Part] {
    guard let dataset else {
      return [
        .paragraph(
          "Dataset \(result.manifest.plan.dataset) is gone or has changed since: its pictures are "
            + "not shown.")
      ]
    }
    let records = try dataset.records().filter { !$0.isMirror }
    let byFile = Dictionary(records.map { ($0.file, $0) }, uniquingKeysWith: { first, _ in first })
    let bySubject = Dictionary(grouping: records) { $0.subject }
    /// The probe beside a face of `other` that is not the probe itself.
    func card(_ file: String, _ other: SubjectID, _ caption: String) throws -> ReportPage.Card? {
      guard let probe = byFile[file],
        let beside = bySubject[other]?.first(where: { $0.file != file })
      else { return nil }
      let tiles = try [probe, beside].map {
        try dataset.image(of: $0).fitted(within: Self.faceSide)
      }
      let sheet = ContactSheet(tiles: tiles, columns: 2)
      return ReportPage.Card(png: try images.encodePNG(sheet.image), caption: caption)
    }
    func number(_ value: Double) -> String { Table.displayed(.number(value), as: .plain) }
    let labels = try result.trials.suspectLabels(Self.examples).compactMap {
      try card(
        $0.file, $0.likely,
        "\($0.file), labelled \($0.subject.name), beside \($0.likely.name), who is "
          + "\(number($0.ratio)) times nearer")
    }
    let genuine = try result.trials.worstGenuine(Self.examples).compactMap {
      try card(
        $0.file, $0.other,
        "\($0.file) at \(number($0.distance)) from \($0.other.name), its own person")
    }
    let impostors = try result.trials.worstImpostors(Self.examples).compactMap {
      try card(
        $0.file, $0.other,
        "\($0.file) of \($0.subject.name) at \(number($0.distance)) from \($0.other.name)")
    }
    let groups = [
      ("Perhaps labelled wrongly: nearer to another person than to their own.", labels),
      ("Farthest from their own person.", genuine), ("Nearest to somebody else.", impostors),
    ]
    return groups.flatMap { text, cards -> [ReportPage.Part] in
      cards.isEmpty ? [] : [.paragraph(text), .cards(cards)]
    }
  }
}
