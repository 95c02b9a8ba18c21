package import CooperativeWork
import DurableFiles
import FaceImages
import FaceVocabulary
import Glibc
import SQLiteStore

extension Dataset {
  /// Everything about the dataset that a person should know before trusting it.
  ///
  /// - Returns: findings by kind, then by person and file.
  /// - Throws: ``DatasetError``, ``SplitError`` for a split that names unknown faces, ``Cancelled``.
  package func check(_ settings: CheckSettings, work: Work) throws -> [DatasetFinding] {
    var records = try records(jobs: work.jobs)
    var findings = try unreadable(records, readingPixels: settings.pixels, work: work)
    if settings.pixels || settings.split != nil {
      let mayFindMirrors = try unreadFaces() > 0
      try readMissingPixels(passingOverDamage: true, work: work)
      if mayFindMirrors { records = try self.records(jobs: work.jobs) }
    }
    findings += oddSizes(records)
    findings += try duplicates(records, work: work)
    findings += fewImages(records, minimum: settings.minimumImages)
    findings += try poorPictures(records, limits: settings.quality)
    if let split = settings.split { findings += try leaks(in: split, records, work: work) }
    return findings
  }

  /// Pictures that are missing, cut off or changed since they were stored.
  private func unreadable(
    _ records: [FaceRecord], readingPixels: Bool, work: Work
  ) throws -> [DatasetFinding] {
    let folder = folder
    return try work.mapRuns(
      count: records.count, of: Dataset.picturesARun, activity: "checking files"
    ) { run -> [DatasetFinding] in
      let lengths = FileLengths(folder: folder)
      return records[run].compactMap { record in
        let reason = readingPixels ? fault(of: record) : fault(of: record, by: lengths)
        return reason.map {
          DatasetFinding(
            file: record.file, subject: record.subject, kind: .unreadable, reason: $0)
        }
      }
    }.flatMap { $0 }
  }

  /// Pictures that one thread looks at in a row: those of a few people, who share a folder.
  private static let picturesARun = 256

  /// Why the picture is not what was stored; nil where it is.
  private func fault(of record: FaceRecord) -> String? {
    do throws(DatasetError) {
      let image = try image(of: record)
      guard let digest = record.pixelDigest, digest != PixelFacts.digest(image) else { return nil }
      return "its pixels are not those that were stored"
    } catch {
      guard case .damagedPicture(_, _, let reason) = error else { return error.message }
      return reason
    }
  }

  /// What is wrong with the length of the file, by the size in the catalogue; nil where nothing is.
  private func fault(of record: FaceRecord, by lengths: FileLengths) -> String? {
    do throws(SystemCode) {
      let found = try lengths.length(of: record.file)
      let needed = PortableGraymap.byteCount(of: record.size)
      return found == needed ? nil : "it has \(found) bytes, \(record.size) needs \(needed)"
    } catch {
      return error.number == ENOENT ? "it is missing" : "it could not be read: \(error.words)"
    }
  }

  /// Faces of another size than most; nothing where no size has the majority.
  private func oddSizes(_ records: [FaceRecord]) -> [DatasetFinding] {
    let counts = records.countedRuns(by: \.size)
    guard counts.count > 1, let common = counts.max(by: { $0.value < $1.value }),
      common.value * 2 > records.count
    else { return [] }
    return records.lazy.filter { $0.size != common.key }.map {
      DatasetFinding(file: $0.file, subject: $0.subject, kind: .oddSize)
    }
  }

  /// Originals that show the same or nearly the same, within a person and across people.
  private func duplicates(_ records: [FaceRecord], work: Work) throws -> [DatasetFinding] {
    let originals = records.indices.filter { !records[$0].isMirror }
    var pairs = try NearDuplicates.pairs(
      among: StoredThumbnails(of: originals.map { records[$0].id }, in: catalogue()), work: work)
    pairs += flatTwins(originals.lazy.map { records[$0].pixelDigest }, beside: pairs)
    return pairs.sorted { ($0.first, $0.second) < ($1.first, $1.second) }.map { pair in
      let one = records[originals[pair.first]]
      let other = records[originals[pair.second]]
      let isSame = one.pixelDigest != nil && one.pixelDigest == other.pixelDigest
      let kind: DatasetFinding.Kind =
        one.subject != other.subject
        ? .duplicateAcrossSubjects : isSame ? .duplicate : .nearDuplicate
      return DatasetFinding(
        file: other.file, subject: other.subject, kind: kind, otherFile: one.file,
        value: pair.correlation, measure: "correlation")
    }
  }

  /// Equal pictures that have no thumbnail or a flat one, so that no correlation pairs them.
  private func flatTwins(
    _ digests: some Sequence<String?>, beside pairs: [NearDuplicates.Pair]
  ) -> [NearDuplicates.Pair] {
    var seen: [String: Int] = [:]
    let paired = Set(pairs.map(\.second))
    var twins: [NearDuplicates.Pair] = []
    for (place, digest) in digests.enumerated() {
      guard let digest else { continue }
      if let first = seen[digest] {
        if !paired.contains(place) {
          twins.append(NearDuplicates.Pair(first: first, second: place, correlation: 1))
        }
      } else {
        seen[digest] = place
      }
    }
    return twins
  }

  private func fewImages(_ records: [FaceRecord], minimum: Int) -> [DatasetFinding] {
    let counts = records.countedRuns(by: \.subject) { $0.isMirror ? 0 : 1 }
    return counts.filter { $0.value < minimum }.sorted { $0.key < $1.key }.map {
      DatasetFinding(
        file: nil, subject: $0.key, kind: .fewImages, value: Double($0.value),
        measure: "faces")
    }
  }

  /// Faces outside the limits: one finding a face and kind, with the gravest measure of it. Mirror
  /// images are as good as their originals and not reported beside them.
  private func poorPictures(
    _ records: [FaceRecord], limits: QualityLimits?
  ) throws -> [DatasetFinding] {
    guard let limits else { return [] }
    let measured = try reading { catalogue throws(StoreError) in try catalogue.qualities() }
    var findings: [DatasetFinding] = []
    for record in records where !record.isMirror {
      guard let quality = measured[record.id] else { continue }
      let faults = limits.faults(of: quality)
      for kind in [DatasetFinding.Kind.blurred, .badlyExposed] {
        guard let fault = faults.first(where: { DatasetFinding.Kind($0.kind) == kind }) else {
          continue
        }
        findings.append(
          DatasetFinding(
            file: record.file, subject: record.subject, kind: kind, value: fault.value,
            measure: fault.kind.measure))
      }
    }
    return findings
  }

  private func leaks(
    in split: Split, _ records: [FaceRecord], work: Work
  ) throws -> [DatasetFinding] {
    let groups = try groups(of: records, rule: .capture, readingPixels: false, work: work)
    let owners = Dictionary(
      records.map { ($0.file, $0.subject) }, uniquingKeysWith: { first, _ in first })
    let leaks = try SplitValidator(records: records, groups: groups).leaks(in: split)
    return leaks.map { leak in
      DatasetFinding(
        file: leak.probe, subject: owners[leak.probe] ?? "", kind: .leak, otherFile: leak.other)
    }
  }
}

extension [FaceRecord] {
  /// How many records have each value, by `weight`; neighbours mostly have the same.
  fileprivate func countedRuns<Value: Hashable>(
    by value: KeyPath<FaceRecord, Value>, weight: (FaceRecord) -> Int = { _ in 1 }
  ) -> [Value: Int] {
    var counts: [Value: Int] = [:]
    var run: (value: Value, count: Int)?
    for record in self {
      let own = record[keyPath: value]
      if let current = run, current.value == own {
        run?.count += weight(record)
      } else {
        if let ended = run { counts[ended.value, default: 0] += ended.count }
        run = (own, weight(record))
      }
    }
    if let ended = run { counts[ended.value, default: 0] += ended.count }
    return counts
  }
}

extension DatasetFinding.Kind {
  /// What a check calls a fault of quality; nil for a face that is merely small.
  init?(_ fault: QualityFault.Kind) {
    switch fault {
    case .small: return nil
    case .blurred: self = .blurred
    case .dark, .bright, .clippedDark, .clippedBright, .flat: self = .badlyExposed
    }
  }
}
