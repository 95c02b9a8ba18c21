import CooperativeWork
import FaceDatasets
import FaceVocabulary

extension SplitPlan {
  /// Divides `records` as this plan says.
  ///
  /// - Parameters:
  ///   - groups: group number of each record; faces of one group never stand on two sides.
  ///   - given: the roles that were read from a file, for `list` and `enrol`.
  ///   - pairs: the pairs that were read from a file, for `pairs`.
  /// - Throws: ``SplitError``, a leak by the names of its files included.
  func split(
    _ records: [FaceRecord], groups: [Int], given: Split?, pairs: PairList? = nil
  ) throws -> Split {
    if kind == .model { return allProbes(records) }
    let rounds = kind == .folds ? max(1, repeats) : 1
    var rows: [Split.Row] = []
    for round in 0..<rounds {
      var settings = SplitSettings(
        plan: try planner(given: given, pairs: pairs), seed: seed &+ UInt64(round))
      settings.allowUnmated = allowUnmated
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
      rows += split.rows.map {
        Split.Row(
          repetition: $0.repetition + round, fold: $0.fold, role: $0.role, subject: $0.subject,
          file: $0.file)
      }
    }
    return Split(rows: rows)
  }

  private func planner(given: Split?, pairs: PairList?) throws -> SplitProtocol {
    switch kind {
    case .leaveOneOut: return .leaveOneOut
    case .folds: return .folds(folds, by: foldBy == .index ? .index : .seed)
    case .perPerson: return .perPerson(training: trainPerPerson, repeats: max(1, repeats))
    case .session: return .leaveOneSessionOut
    case .sweep: return .leaveOneSweepOut
    case .angle: return .leaveOneAngleOut(step: angleStep)
    case .person: return .leaveOnePersonOut
    case .pairs:
      guard let pairs else { throw ExperimentError.splitFileMissing(protocolWord: kind.rawValue) }
      return .pairs(pairs)
    case .enrol, .list, .model:
      guard let given else { throw ExperimentError.splitFileMissing(protocolWord: kind.rawValue) }
      return .list(given)
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
