import CommandLanguage
import CooperativeWork
import FaceDatasets
import FaceExperiments

/// Makes what the setup lines of a plan name, each once.
///
/// Which lines are done is noted in the folder of the cells. A line is begun only while what it makes
/// is not there, and noted before: so what a killed run left behind is known, and is made again once
/// that was confirmed. Nothing else that is there is ever replaced.
struct SweepSetup {
  let sweep: PlannedSweep
  let ledger: SweepLedger

  /// Runs what is not done.
  ///
  /// - Returns: what the lines passed over, such as pictures that could not be read.
  func run() throws -> [SkippedItem] {
    let lines = sweep.plan.setup.filter { $0.effect != .session }
    guard !lines.isEmpty else { return [] }
    var notes = ledger.setup()
    let texts = lines.map(\.text)
    // Lines that were changed, moved or taken out made something else than the plan says now.
    let doneCount = texts.starts(with: notes.done) ? notes.done.count : 0
    let begun = notes.begun
    var made: Set<String> = []
    var ranAny = false
    var skipped: [SkippedItem] = []
    for (index, line) in lines.enumerated() {
      guard case .making(let kind, let name, let isNew) = line.effect else { continue }
      let target = "\(kind.rawValue) \(name)"
      let isFirst = made.insert(target).inserted && isNew
      let wasDone = index < doneCount
      if isFirst, exists(kind, name) {
        if wasDone { continue }
        guard begun == line.text else {
          throw PlanError.alreadyThere(line.place, kind: kind.rawValue, name: name)
        }
        try sweep.workbench.confirm(
          "remove the \(kind.rawValue) '\(name)', which a run of this plan began and did not end?",
          what: "removing '\(name)'")
        try remove(kind, name)
      } else if !isFirst, wasDone, !ranAny {
        continue
      }
      notes.done = Array(texts[..<index])
      notes.begun = line.text
      try ledger.store(notes)
      ranAny = true
      let outcome: Outcome
      do {
        outcome = try sweep.run(line, work: sweep.workbench.work)
      } catch {
        // It was not there before, so half of it is this line's.
        if isFirst, exists(kind, name) { try? remove(kind, name) }
        notes.begun = nil
        try? ledger.store(notes)
        throw error
      }
      tell(outcome, of: line)
      skipped += outcome.skipped
    }
    if notes.done != texts || notes.begun != nil {
      notes.done = texts
      notes.begun = nil
      try ledger.store(notes)
    }
    return skipped
  }

  private func exists(_ kind: PlannedCommand.Product.Kind, _ name: String) -> Bool {
    switch kind {
    case .dataset: (try? sweep.workbench.datasets.names().contains(name)) ?? false
    case .model: sweep.workbench.models.contains(name)
    }
  }

  private func remove(_ kind: PlannedCommand.Product.Kind, _ name: String) throws {
    switch kind {
    case .dataset: try sweep.workbench.datasets.remove(name)
    case .model: try sweep.workbench.models.remove(name)
    }
  }

  /// Says what a line made, with its place.
  private func tell(_ outcome: Outcome, of line: SweepPlan.SetupLine) {
    for part in outcome.parts {
      guard case .sentence(let sentence, _, _) = part else { continue }
      sweep.workbench.console.say("\(line.place.text): \(sentence)")
    }
  }
}
