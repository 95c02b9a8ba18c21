import FaceDatasets
import FaceVocabulary

/// One fold of a split with its faces as indices of records.
struct FoldRoles: Sendable {
  let repetition: Int
  let fold: Int
  /// Faces that train the axes: roles world and train.
  var training: [Int] = []
  /// Faces that probes are compared with: roles train and gallery.
  var gallery: [Int] = []
  /// Faces that are looked for, with the part they count in.
  var probes: [Probe] = []

  struct Probe: Sendable {
    let record: Int
    let isDevelopment: Bool
    /// The one face it is compared with, under `pairs`; nil for the whole gallery.
    var reference: Int?
  }

  /// The folds of `split` in order; faces in the order of `records`.
  ///
  /// - Precondition: every file of the split is a record's.
  static func folds(of split: Split, records: [FaceRecord]) -> [FoldRoles] {
    let index = Dictionary(
      records.enumerated().map { ($1.file, $0) }, uniquingKeysWith: { first, _ in first })
    var folds: [FoldKey: FoldRoles] = [:]
    for row in split.rows {
      guard let record = index[row.file] else {
        preconditionFailure("the split names \(row.file), which is no record")
      }
      let key = FoldKey(repetition: row.repetition, fold: row.fold)
      var roles = folds[key] ?? FoldRoles(repetition: row.repetition, fold: row.fold)
      switch row.role {
      case .world: roles.training.append(record)
      case .train:
        roles.training.append(record)
        roles.gallery.append(record)
      case .gallery: roles.gallery.append(record)
      case .probe: roles.probes.append(Probe(record: record, isDevelopment: false))
      case .developmentProbe: roles.probes.append(Probe(record: record, isDevelopment: true))
      }
      folds[key] = roles
    }
    return folds.keys.sorted().compactMap { key in
      folds[key].map { roles in
        var roles = roles
        roles.training.sort()
        roles.gallery.sort()
        roles.probes.sort { $0.record < $1.record }
        return roles
      }
    }
  }

  private struct FoldKey: Hashable, Comparable {
    let repetition: Int
    let fold: Int

    static func < (left: FoldKey, right: FoldKey) -> Bool {
      (left.repetition, left.fold) < (right.repetition, right.fold)
    }
  }

  /// The folds of a split of pairs: each repeat of a fold is one pair, and its world set is that of
  /// the first.
  ///
  /// - Precondition: every file of the split is a record's, every repeat of a fold one pair.
  static func pairFolds(of split: Split, records: [FaceRecord]) -> [FoldRoles] {
    var merged: [FoldRoles] = []
    let pairs = folds(of: split, records: records).sorted {
      ($0.fold, $0.repetition) < ($1.fold, $1.repetition)
    }
    for pair in pairs {
      if merged.last?.fold != pair.fold {
        merged.append(FoldRoles(repetition: 1, fold: pair.fold))
      }
      merged[merged.count - 1].training += pair.training
      merged[merged.count - 1].gallery += pair.gallery
      merged[merged.count - 1].probes += pair.probes.map {
        Probe(record: $0.record, isDevelopment: false, reference: pair.gallery.first)
      }
    }
    return merged.map { fold in
      var fold = fold
      fold.gallery = Set(fold.gallery).sorted()
      return fold
    }
  }

  /// Records among `candidates` whose mirror image may train in this fold.
  ///
  /// Under `angle` a mirror image shows the opposite yaw: one that lands in the probed bin would
  /// put a frame of the probed angle into the training.
  func mirrorable(
    _ candidates: [Int], records: [FaceRecord], angleStep: Double?, byAngle: Bool
  ) -> [Int] {
    let originals = candidates.filter { !records[$0].isMirror }
    guard byAngle else { return originals }
    func bin(_ degrees: Double) -> Double {
      guard let angleStep, angleStep > 0 else { return degrees }
      return (degrees / angleStep).rounded()
    }
    let probed = Set(probes.compactMap { records[$0.record].yawDegrees.map(bin) })
    return originals.filter { record in
      guard let yaw = records[record].yawDegrees else { return true }
      // 0 - yaw and not -yaw, which would make -0.0 of 0.
      return !probed.contains(bin(0 - yaw))
    }
  }
}
