import FaceEvaluation
import FaceVocabulary
import Matrices

/// Scores of a result as files that other evaluation tools read.
package enum ScoreExport: String, CaseIterable, Sendable {
  /// One score a row with everything known about it.
  case csv
  /// Bob's four columns: claimed person, real person, probe, similarity.
  case bob
  /// pyeer's two files of one score a row: `FILE.genuine` and `FILE.impostor`, distances.
  case pyeer

  /// The files to write for `result`: what is added to the wished path, and the text.
  ///
  /// CSV has both parts, named in a column; the other forms have the evaluation part alone. A failed
  /// probe has no score: in the CSV it is a row without a distance, for Bob `nan` (its failure to
  /// acquire) against everybody; pyeer knows no such thing, so there it is missing and must be counted
  /// as a false non-match by whoever reads the file.
  package func files(of result: StoredResult) -> [(suffix: String, text: String)] {
    switch self {
    case .csv: [("", csv(result))]
    case .bob: [("", bob(result))]
    case .pyeer:
      [
        (".genuine", lines(result, genuine: true)), (".impostor", lines(result, genuine: false)),
      ]
    }
  }

  private func csv(_ result: StoredResult) -> String {
    var text = CSVText.line([
      "file", "subject", "repeat", "fold", "part", "mated", "gallery_subject", "distance",
    ])
    for (row, probe) in result.trials.probes.enumerated() {
      let start = [
        probe.file, probe.subject.name, "\(probe.repetition)", "\(probe.fold)",
        probe.part.rawValue, "\(probe.isMated)",
      ]
      if probe.failed {
        text += CSVText.line(start + ["", ""])
        continue
      }
      for (person, distance) in zip(result.trials.gallery, result.trials.distances.row(row))
      where !distance.isNaN {
        text += CSVText.line(start + [person.name, "\(distance)"])
      }
    }
    return text
  }

  private func bob(_ result: StoredResult) -> String {
    var text = ""
    for (row, probe) in result.trials.probes.enumerated() where probe.part == .evaluation {
      for (person, distance) in zip(result.trials.gallery, result.trials.distances.row(row)) {
        // The own person of a stranger is nobody of the gallery.
        if probe.failed ? person == probe.subject && !probe.isMated : distance.isNaN { continue }
        // Bob takes larger for more alike, and blanks part columns.
        let names = [person.name, probe.subject.name, probe.file].map(withoutBlanks)
        text +=
          names.joined(separator: " ") + " " + (probe.failed ? "nan" : "\(0 - distance)") + "\n"
      }
    }
    return text
  }

  private func lines(_ result: StoredResult, genuine: Bool) -> String {
    var text = ""
    for (row, probe) in result.trials.probes.enumerated()
    where probe.part == .evaluation && !probe.failed {
      for (person, distance) in zip(result.trials.gallery, result.trials.distances.row(row))
      where !distance.isNaN && (person == probe.subject) == genuine {
        text += "\(distance)\n"
      }
    }
    return text
  }

  private func withoutBlanks(_ name: String) -> String {
    String(name.map { $0.isWhitespace ? "_" : $0 })
  }
}
