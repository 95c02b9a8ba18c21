package import CooperativeWork
package import FaceDatasets
package import FaceVocabulary

extension SplitPlan {
  /// The division of `dataset`: as an evaluation with this plan has it.
  ///
  /// - Parameters:
  ///   - given: the roles that were read from a file, for `list`, `enrol` and `pairs`.
  ///   - readingPixels: whether pictures that were never read are read now, so that no
  ///     near-duplicate is missed.
  /// - Throws: ``SplitError``, ``DatasetError``, `Cancelled`.
  package func split(
    of dataset: Dataset, given: Split?, readingPixels: Bool = true, work: Work
  ) throws -> Split {
    let all = try dataset.records(jobs: work.jobs)
    if all.isEmpty { throw ExperimentError.noFaces(dataset: dataset.name) }
    return try divide(all, of: dataset, given: given, readingPixels: readingPixels, work: work)
      .split
  }

  /// The faces that take part, their groups and their division.
  ///
  /// Mirror images are made from training faces when asked for; stored ones stand in a split only
  /// where a file names them.
  func divide(
    _ all: [FaceRecord], of dataset: Dataset, given: Split?, allowingLeaks: Bool = false,
    readingPixels: Bool = true, work: Work
  ) throws -> (records: [FaceRecord], groups: [Int], split: Split) {
    let mirrors = Set(all.lazy.filter(\.isMirror).map(\.file))
    let namesMirrors = given?.rows.contains { mirrors.contains($0.file) } ?? false
    let records = namesMirrors || mirrors.isEmpty ? all : all.filter { !$0.isMirror }
    let groups = try dataset.groups(
      of: records, rule: groupRule, readingPixels: readingPixels, work: work)
    return (
      records, groups,
      try split(records, groups: groups, given: given, allowingLeaks: allowingLeaks)
    )
  }

  /// Divides `records` as this plan says.
  ///
  /// - Parameters:
  ///   - groups: group number of each record; faces of one group never stand on two sides.
  ///   - given: the roles that were read from a file, for `list`, `enrol` and `pairs`.
  /// - Throws: ``SplitError``, a leak by the names of its files included; with the name of the file
  ///   that the roles were read from.
  func split(
    _ records: [FaceRecord], groups: [Int], given: Split?, allowingLeaks: Bool = false
  ) throws -> Split {
    do {
      return try planned(records, groups: groups, given: given, allowingLeaks: allowingLeaks)
    } catch let error as SplitError {
      guard kind.readsFile, let file else { throw error }
      throw SplitError.inFile(file, error)
    }
  }

  private func planned(
    _ records: [FaceRecord], groups: [Int], given: Split?, allowingLeaks: Bool
  ) throws -> Split {
    if kind == .model { return allProbes(records) }
    let rounds = kind == .folds ? max(1, repeats) : 1
    var rows: [Split.Row] = []
    for round in 0..<rounds {
      var settings = SplitSettings(
        plan: try planner(given: given), seed: seed &+ UInt64(round))
      settings.allowUnmated = allowUnmated
      settings.allowLeaks = allowingLeaks
      settings.unknown =
        switch unknown {
        case .none: .none
        case .fraction(let share): .fraction(share)
        case .named(let people): .named(people)
        }
      settings.development =
        switch development {
        case .none: .none
        case .fraction(let share): .fraction(share)
        case .files(let files): .files(Set(files))
        }
      let split = try SplitPlanner(settings: settings).plan(records, groups: groups)
      if rounds == 1 { return split }
      rows += split.rows.map {
        Split.Row(
          repetition: $0.repetition + round, fold: $0.fold, role: $0.role, subject: $0.subject,
          file: $0.file)
      }
    }
    return Split(rows: rows)
  }

  private func planner(given: Split?) throws -> SplitProtocol {
    switch kind {
    case .leaveOneOut: return .leaveOneOut
    case .folds: return .folds(folds, by: foldBy == .index ? .index : .seed)
    case .perPerson: return .perPerson(training: trainPerPerson, repeats: max(1, repeats))
    case .session: return .leaveOneSessionOut
    case .sweep: return .leaveOneSweepOut
    case .angle: return .leaveOneAngleOut(step: angleStep)
    case .anglePair: return .anglePairs(step: angleStep)
    case .person: return .leaveOnePersonOut
    case .enrol, .list, .pairs, .model:
      guard let given else { throw ExperimentError.splitFileMissing(protocolWord: kind.rawValue) }
      switch kind {
      case .enrol: return .enrol(given)
      case .pairs where given.rows.contains(where: { $0.role == .world }): return .pairRoles(given)
      case .pairs: return .pairs(try PairList(given))
      default: return .list(given)
      }
    }
  }

  /// Every original once a probe, for models that are trained already.
  private func allProbes(_ records: [FaceRecord]) -> Split {
    Split(
      rows: records.filter { !$0.isMirror }.map {
        Split.Row(repetition: 1, fold: 1, role: .probe, subject: $0.subject, file: $0.file)
      })
  }
}
