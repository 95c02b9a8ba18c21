import FaceEvaluation
import FaceVocabulary
import Matrices

/// Tables of trials drawn from a seed, ties, failures, strangers and both parts included.
enum RandomTrials {
  static func table(
    seed: UInt64, people: Int = 7, images: Int = 4, strangers: Int = 3, levels: Int = 12,
    failureShare: Double = 0.1, missingShare: Double = 0.05
  ) -> TrialTable {
    var generator = SeededGenerator(seed: seed)
    let gallery = (0..<people).map { SubjectID("p" + String($0 + 10)) }
    var probes: [TrialTable.Probe] = []
    var distances: [Double] = []
    for person in 0..<people + strangers {
      for image in 0..<images {
        let isMated = person < people
        let failed = generator.uniform() < failureShare
        let name = isMated ? gallery[person] : SubjectID("s" + String(person))
        probes.append(
          TrialTable.Probe(
            file: "\(name)/\(image).png", subject: name, repetition: 1 + image % 2,
            part: image % 2 == 0 ? .evaluation : .development, isMated: isMated, failed: failed,
            reconstructionError: failed ? nil : generator.uniform(),
            yawDegrees: Double(image * 15 - 30)))
        for column in 0..<people {
          var level = generator.below(levels)
          if column == person { level /= 2 }
          let isMissing = failed || generator.uniform() < missingShare
          distances.append(isMissing ? .nan : Double(level) / 8)
        }
      }
    }
    return TrialTable(
      gallery: gallery, probes: probes,
      distances: Matrix(rows: probes.count, columns: people, elements: distances))
  }

  /// A table of mated probes with the given own and other distances: one row a probe.
  static func table(
    _ rows: [(subject: String, file: String, distances: [Double])], gallery: [String]
  )
    -> TrialTable
  {
    TrialTable(
      gallery: gallery.map { SubjectID($0) },
      probes: rows.map {
        TrialTable.Probe(
          file: $0.file, subject: SubjectID($0.subject), isMated: gallery.contains($0.subject))
      },
      distances: Matrix(
        rows: rows.count, columns: gallery.count, elements: rows.flatMap(\.distances)))
  }
}

/// The definitions, computed score by score without any sorting.
enum PlainReference {
  struct Rates: Equatable {
    var fmr: Double?
    var fnmr: Double?
    var fpir: Double?
    var fnir: Double?
    var accuracy: Double?
  }

  static func rates(
    _ table: TrialTable, _ part: TrialTable.Part, at threshold: Double, gate: Double? = nil
  ) -> Rates {
    var genuine = [0, 0]
    var impostor = [0, 0]
    var mated = [0, 0]
    var strangers = [0, 0]
    var correct = 0
    for (row, probe) in table.probes.enumerated() where probe.part == part {
      let passes =
        gate.map { limit in probe.reconstructionError.map { $0 < limit } ?? true } ?? true
      var own = Double.nan
      var others: [Double] = []
      for (column, person) in table.gallery.enumerated() {
        let distance = table.distances[row, column]
        if person == probe.subject {
          own = distance
        } else if !distance.isNaN {
          others.append(distance)
        }
      }
      if !probe.failed {
        impostor[1] += others.count
        impostor[0] += others.count { passes && $0 < threshold }
      }
      if probe.isMated {
        let isUnder = passes && !probe.failed && !own.isNaN && own < threshold
        genuine[1] += 1
        mated[1] += 1
        if !isUnder { genuine[0] += 1 }
        let isFirst = others.allSatisfy { $0 > own }
        if isUnder && isFirst { correct += 1 } else { mated[0] += 1 }
      } else {
        strangers[1] += 1
        if passes && !probe.failed && others.contains(where: { $0 < threshold }) {
          strangers[0] += 1
        } else {
          correct += 1
        }
      }
    }
    func share(_ counts: [Int]) -> Double? {
      counts[1] > 0 ? Double(counts[0]) / Double(counts[1]) : nil
    }
    return Rates(
      fmr: share(impostor), fnmr: share(genuine), fpir: share(strangers), fnir: share(mated),
      accuracy: share([correct, mated[1] + strangers[1]]))
  }
}
