import FaceDatasets
import FaceVocabulary

/// The sentences that dataset commands say to people.
enum DatasetSentences {
  /// `orl: 400 faces of 40 people, 92x112, 10 each (README passed over)`.
  static func imported(
    _ report: ImportReport, dataset: Dataset, subjects: [SubjectSummary]
  ) throws -> String {
    let summary = try dataset.summary()
    var parts = [
      "\(counted(summary.originals, "face")) of \(counted(summary.subjects, "person", "people"))"
    ]
    parts.append(summary.size.map(\.description) ?? "several sizes")
    let each = Set(subjects.map { $0.faces - $0.mirrored })
    if let only = each.first, each.count == 1 {
      parts.append("\(only) each")
    } else if let fewest = each.min(), let most = each.max() {
      parts.append("\(fewest) to \(most) each")
    }
    if report.unchanged > 0 {
      parts.append("\(report.imported) new")
    }
    var sentence = "\(dataset.name): " + parts.joined(separator: ", ")
    if !report.skipped.isEmpty { sentence += ", \(report.skipped.count) skipped" }
    if !report.passedOver.isEmpty {
      sentence += " (\(Suggestion.listed(report.passedOver)) passed over)"
    }
    return sentence
  }

  /// What is unknown while the pixels of `count` faces have not been read; nothing for 0.
  ///
  /// - Parameter wereTried: whether reading them has just failed.
  static func unread(_ count: Int, of dataset: String, wereTried: Bool = false) -> [String] {
    if count == 0 { return [] }
    return [
      "pixels of \(counted(count, "face")) never read: near-duplicates and flipped copies among them "
        + "are unknown"
        + (wereTried
          ? ", because the pictures are damaged"
          : "; 'dataset check \(dataset) --pixels' reads them")
    ]
  }

  /// "1 face", "3 faces".
  static func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(count) \(count == 1 ? one : many ?? one + "s")"
  }
}
