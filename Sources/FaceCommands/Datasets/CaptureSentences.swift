import FaceDatasets
import FaceImages
import FaceVocabulary

/// The sentences that captures say to people.
enum CaptureSentences {
  /// `demo: 18 faces of Ada kept, 18 mirror images, of 181 frames; capture 3 (no_face 3)`.
  static func captured(
    _ report: CaptureReport, _ settings: CaptureSettings, dataset: String
  ) -> String {
    var sentence =
      "\(dataset): \(DatasetSentences.counted(report.kept, "face")) of \(settings.subject)"
    if report.mirrored > 0 {
      sentence += " and \(DatasetSentences.counted(report.mirrored, "mirror image"))"
    }
    sentence +=
      " from \(DatasetSentences.counted(report.frames, "frame")), capture \(report.number)"
    if report.rejectedCount > 0 {
      sentence += "; rejected \(report.reasons.joined(separator: ", "))"
    }
    if report.withSeveral > 0 { sentence += "; several faces in \(report.withSeveral)" }
    if report.isInterrupted { sentence += "; interrupted" }
    return sentence
  }

  /// Warns of what the source promised and did not give.
  static func warn(of account: FrameAccount, source: String, _ workbench: Workbench) {
    if account.damaged > 0 {
      workbench.console.warn(
        "\(QuotedName(source)) is damaged: "
          + "\(DatasetSentences.counted(account.damaged, "frame")) passed over")
    }
    if let promised = account.promised, account.isOver,
      account.read + account.damaged + account.skipped.count < promised
    {
      workbench.console.warn(
        "\(QuotedName(source)) promised \(promised) frames and gave \(account.read); "
          + "it may be cut off")
    }
    guard !account.gaps.isEmpty else { return }
    let lacking = account.gaps.prefix(5).map { gap in
      gap.count == 1 ? "\(gap.lowerBound)" : "\(gap.lowerBound) to \(gap.upperBound)"
    }
    let more = account.gaps.count > 5 ? " and \(account.gaps.count - 5) more gaps" : ""
    workbench.console.warn(
      "\(QuotedName(source)) has gaps: \(lacking.joined(separator: ", "))\(more) "
        + (account.gaps.count == 1 && account.gaps[0].count == 1 ? "is missing" : "are missing"))
  }
}
