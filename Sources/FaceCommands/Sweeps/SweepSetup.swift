import CommandLanguage
import CooperativeWork
import DurableFiles
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
    let lines = sweep.plan.setup
    var notes = ledger.setup()
    let earlier = notes
    let texts = lines.map(text)
    // Lines that were changed, moved or taken out made something else than the plan says now.
    let doneCount = texts.starts(with: notes.done) ? notes.done.count : 0
    // Each line sees what the lines above it set.
    let session = Session()
    var products: [Product] = []
    var ranAny = false
    var skipped: [SkippedItem] = []
    for (index, line) in lines.enumerated() {
      guard case .making(let kind, let name, let isNew) = line.effect else {
        _ = try sweep.run(line, in: session)
        continue
      }
      let product = Product(kind: kind, name: name, place: line.place)
      let isFirst = isNew && !products.contains { $0.key == product.key }
      products.append(product)
      let wasDone = index < doneCount
      if isFirst, exists(product) {
        if wasDone { continue }
        guard earlier.begun == texts[index] else {
          throw PlanError.alreadyThere(line.place, kind: kind.rawValue, name: name)
        }
        try sweep.workbench.confirm(
          "remove the \(kind.rawValue) '\(name)', which a run of this plan began and did not end?",
          what: "removing '\(name)'")
        try remove(product)
      } else if !isFirst, wasDone, !ranAny {
        continue
      }
      notes.done = Array(texts[..<index])
      notes.begun = texts[index]
      notes.made = [:]
      try ledger.store(notes)
      ranAny = true
      do {
        let outcome = try sweep.run(line, in: session)
        tell(outcome, of: line)
        skipped += outcome.skipped
      } catch {
        // It was not there before, so half of it is this line's.
        if isFirst, exists(product) { try? remove(product) }
        notes.begun = nil
        try? ledger.store(notes)
        throw error
      }
    }
    notes.done = texts
    notes.begun = nil
    notes.made = try contents(of: products, known: ranAny ? [:] : earlier.made)
    if notes != earlier { try ledger.store(notes) }
    return skipped
  }

  /// A dataset or a model that a line makes.
  private struct Product {
    let kind: PlannedCommand.Product.Kind
    let name: String
    let place: PlanPlace

    var key: String { "\(kind.rawValue) \(name)" }
  }

  /// What a line is known by: its words, and the run's seed where it can draw on that.
  private func text(_ line: SweepPlan.SetupLine) -> String {
    line.text + (sweep.workbench.seed.map { " (seed \($0))" } ?? "")
  }

  /// Fingerprints of all products, by key.
  ///
  /// - Throws: ``PlanError/changed(_:kind:name:)`` where one is not the `known` one.
  private func contents(
    of products: [Product], known: [String: String]
  ) throws -> [String: String] {
    var contents: [String: String] = [:]
    for product in products where contents[product.key] == nil {
      let found =
        switch product.kind {
        case .dataset:
          try sweep.workbench.datasets.open(product.name).fingerprint(work: sweep.workbench.work)
        case .model:
          ContentDigest.hex(
            of: try FileBytes.read(sweep.workbench.models.path(of: product.name)))
        }
      if let before = known[product.key], before != found {
        throw PlanError.changed(product.place, kind: product.kind.rawValue, name: product.name)
      }
      contents[product.key] = found
    }
    return contents
  }

  private func exists(_ product: Product) -> Bool {
    switch product.kind {
    case .dataset: (try? sweep.workbench.datasets.names().contains(product.name)) ?? false
    case .model: sweep.workbench.models.contains(product.name)
    }
  }

  private func remove(_ product: Product) throws {
    switch product.kind {
    case .dataset: try sweep.workbench.datasets.remove(product.name)
    case .model: try sweep.workbench.models.remove(product.name)
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
