import FaceEvaluation
import FaceExperiments
import FaceReports
import FaceVocabulary

extension BreakdownTable {
  /// One row a person who was looked for.
  ///
  /// Other people tell nothing of this one, so a row's interval is over the person's own pictures.
  var subjects: Table {
    let people = result.trials.personResults(threshold: threshold, reconstructionThreshold: gate)
    let macro = result.trials.macroMean(threshold: threshold, reconstructionThreshold: gate)
    let intervals = ownIntervals
    var notes =
      macro.map {
        ["Mean over people: \(Table.displayed(.number($0), as: .percent(2)))."]
      } ?? []
    if !people.isEmpty {
      notes.append(
        "Intervals: what further pictures of that person alone would give, groups of pictures taken as "
          + "independent.")
    }
    return Table(
      columns: [
        .init("result", title: nil), .init("subject", title: "subject"),
        .init("accuracy", title: "accuracy", display: .percent(2)),
        .forPeople("95% interval"), .init("correct", title: "correct"),
        .init("probes", title: "probes"), .init("failures", title: "failures"),
        .init("mistaken_for", title: "mistaken for"), .init("mistakes", title: "times"),
        .init("interval_low", title: nil), .init("interval_high", title: nil),
        .init("interval_over", title: nil), .init("optimistic", title: nil),
      ],
      rows: people.map {
        let interval = intervals[$0.subject]
        return [
          .text(result.name), .text($0.subject.name), .number($0.accuracy),
          .interval(from: interval?.low, to: interval?.high), .integer($0.correct),
          .integer($0.probes), .integer($0.failures), .optional($0.mistakenFor?.name),
          .integer($0.mistakes), .measured(interval?.low), .measured(interval?.high),
          .text("groups"), .boolean(result.isOptimistic),
        ]
      }, notes: notes)
  }

  /// The interval of each person's accuracy over that person's groups of pictures: the rule for people,
  /// with groups in their place.
  private var ownIntervals: [SubjectID: ProportionInterval] {
    struct Count {
      var right = 0
      var probes = 0
    }
    var counts: [SubjectID: [Int: Count]] = [:]
    for decision in result.trials.decisions(in: .evaluation, reconstructionThreshold: gate)
    where limit != nil || decision.isMated {
      let subject = result.trials.probes[decision.probe].subject
      let group = result.groups[decision.probe]
      counts[subject, default: [:]][group, default: Count()].probes += 1
      if isRight(decision) { counts[subject]?[group]?.right += 1 }
    }
    return counts.compactMapValues { groups in
      ProportionInterval(
        byPerson: groups.sorted { $0.key < $1.key }.map { group, count in
          PersonTally(subject: SubjectID("\(group)"), events: count.right, trials: count.probes)
        })
    }
  }
}
