import FaceEvaluation
import FaceExperiments
import FaceReports
import FaceVocabulary

/// What of a result deserves a look: doubtful labels first, then the pictures farthest from their own
/// person, those nearest to others, and the people most often taken for each other.
struct HardExampleTable {
  let result: StoredResult
  let count: Int

  var table: Table {
    let suspects = result.trials.suspectLabels(count).map {
      row(
        "label", file: $0.file, $0.subject, $0.likely,
        ratio: $0.ratio.isFinite ? $0.ratio : nil)
    }
    func rows(_ kind: String, _ examples: [HardExample]) -> [[Table.Value]] {
      examples.map { row(kind, file: $0.file, $0.subject, $0.other, distance: $0.distance) }
    }
    let people = confusedPairs.prefix(count).map {
      row("people", file: nil, $0.first, $0.second, times: $0.count)
    }
    var notes = [
      "label: much nearer to another person than to its own, so perhaps labelled wrongly; "
        + "genuine: farthest from its own person; impostor: nearest to somebody else; "
        + "people: most often taken for each other."
    ]
    if let note = OptimisticNote.about([result]) { notes.append(note) }
    return Table(
      columns: [
        .init("kind", title: "kind"), .init("file", title: "file"),
        .init("subject", title: "subject"), .init("other_subject", title: "compared with"),
        .init("distance", title: "distance", display: .decimals(2)),
        .init("ratio", title: "ratio", display: .decimals(2)), .init("count", title: "times"),
        .init("optimistic", title: nil),
      ],
      rows: suspects + rows("genuine", result.trials.worstGenuine(count))
        + rows("impostor", result.trials.worstImpostors(count)) + people, notes: notes)
  }

  private var confusedPairs: [ConfusedPair] {
    result.trials.confusedPairs(
      threshold: result.manifest.plan.threshold,
      reconstructionThreshold: result.manifest.plan.reconstructionThreshold)
  }

  private func row(
    _ kind: String, file: String?, _ subject: SubjectID, _ other: SubjectID,
    distance: Double? = nil, ratio: Double? = nil, times: Int? = nil
  ) -> [Table.Value] {
    [
      .text(kind), .optional(file), .text(subject.name), .text(other.name), .measured(distance),
      .measured(ratio), .measured(times), .boolean(result.isOptimistic),
    ]
  }
}
