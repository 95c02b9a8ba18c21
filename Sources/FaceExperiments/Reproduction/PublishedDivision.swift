package import FaceDatasets
package import FaceVocabulary
import Matrices

/// How somebody divided faces into training and probes, quirks included.
///
/// Unlike the protocols of ``SplitPlan`` these keep nothing together: they repeat what was done.
package enum PublishedDivision: Hashable, Sendable {
  case leaveOneOut
  /// Fold = (position − 1) mod k.
  case foldsByIndex(Int)
  /// k folds of ⌊n / k⌋ shuffled images of each person; what is left over always trains.
  case wholeFolds(Int, runs: Int)
  /// So many random images of each person train, the rest are probes.
  case perPerson(Int, repeats: Int)
  /// Fold f tests the images f·r … (f + 1)·r, both ends included, with r = ⌊n / k⌋: neighbouring
  /// windows overlap. Images and people are in the order of their names' bytes; `losingLast` leaves
  /// the last person out.
  case overlappingWindows(Int, losingLast: Bool)
  /// This share of all images is tested, whoever they show; drawn anew for each repeat, from the
  /// first `people` by number of images, by name; nil for all.
  case random(share: Double, repeats: Int, people: Int?)
  /// People by the number in their name: `world` trains, of the others the images `gallery` are
  /// enrolled and the images `probes` looked for.
  case enrolment(world: Set<Int>, gallery: Set<Int>, probes: Set<Int>)
  /// LFW's pairs.
  case pairs

  /// The rows of the division of `records`, originals in the dataset's order.
  ///
  /// - Parameter pairs: what a list of pairs told; needed for ``pairs`` only.
  package func split(
    of records: [FaceRecord], pairs: Split?, seed: UInt64
  ) -> Split {
    let people = Dictionary(grouping: records.filter { !$0.isMirror }, by: \.subject)
      .sorted { $0.key < $1.key }.map(\.value)
    switch self {
    case .leaveOneOut:
      return Split(
        rows: people.joined().enumerated().flatMap { number, probe in
          rows(people, fold: number + 1) { $0.id == probe.id }
        })
    case .foldsByIndex(let count):
      return folds(people, count) { position, fold in position % count == fold }
    case .wholeFolds(let count, let runs):
      return Split(
        rows: (0..<runs).flatMap { run -> [Split.Row] in
          var generator = SeededGenerator(seed: seed, stream: UInt64(run))
          let shuffled = people.map { generator.shuffled($0) }
          return foldRows(shuffled, count, repetition: run + 1) { position, fold, size in
            position / max(1, size / count) == fold && position < size / count * count
          }
        })
    case .perPerson(let training, let repeats):
      return Split(
        rows: (0..<repeats).flatMap { repetition -> [Split.Row] in
          var generator = SeededGenerator(seed: seed, stream: UInt64(repetition))
          return people.flatMap { images in
            generator.shuffled(images).enumerated().map { position, record in
              row(position < training ? .train : .probe, record, repetition: repetition + 1)
            }
          }
        })
    case .overlappingWindows(let count, let losingLast):
      let named = people.map { images in
        images.sorted { $0.file.utf8.lexicographicallyPrecedes($1.file.utf8) }
      }
      return folds(losingLast ? Array(named.dropLast()) : named, count) { position, fold, size in
        position >= fold * (size / count) && position <= (fold + 1) * (size / count)
      }
    case .random(let share, let repeats, let limit):
      let ranked = people.sorted {
        $0.count != $1.count ? $0.count > $1.count : $0[0].subject < $1[0].subject
      }
      let images = Array(ranked.prefix(limit ?? ranked.count).joined())
      // scikit-learn rounds the tested share up.
      let tested = Int((share * Double(images.count)).rounded(.up))
      return Split(
        rows: (0..<repeats).flatMap { repetition -> [Split.Row] in
          var generator = SeededGenerator(seed: seed, stream: UInt64(repetition))
          return generator.shuffled(images).enumerated().map { position, record in
            row(position < tested ? .probe : .train, record, repetition: repetition + 1)
          }
        })
    case .enrolment(let world, let gallery, let probes):
      return Split(
        rows: people.joined().compactMap { record in
          let isWorld = Self.number(of: record.subject).map(world.contains) ?? false
          if isWorld { return row(.world, record) }
          if gallery.contains(record.index) { return row(.gallery, record) }
          return probes.contains(record.index) ? row(.probe, record) : nil
        })
    case .pairs: return pairs ?? Split(rows: [])
    }
  }

  /// People that the folder must give; nil where that is left open.
  var peopleNeeded: Int? {
    if case .random(_, _, let people) = self { return people }
    return nil
  }

  /// The number at the end of a person's name: 12 for `s12`.
  static func number(of subject: SubjectID) -> Int? {
    Int(String(subject.name.reversed().prefix { $0.isASCII && $0.isNumber }.reversed()))
  }

  private func folds(
    _ people: [[FaceRecord]], _ count: Int, isProbe: (Int, Int) -> Bool
  ) -> Split {
    folds(people, count) { position, fold, _ in isProbe(position, fold) }
  }

  private func folds(
    _ people: [[FaceRecord]], _ count: Int, isProbe: (Int, Int, Int) -> Bool
  ) -> Split {
    Split(rows: foldRows(people, count, repetition: 1, isProbe: isProbe))
  }

  /// - Parameter isProbe: position within the person, fold from 0, images of the person.
  private func foldRows(
    _ people: [[FaceRecord]], _ count: Int, repetition: Int, isProbe: (Int, Int, Int) -> Bool
  ) -> [Split.Row] {
    (0..<count).flatMap { fold in
      people.flatMap { images in
        images.enumerated().map { position, record in
          row(
            isProbe(position, fold, images.count) ? .probe : .train, record,
            repetition: repetition, fold: fold + 1)
        }
      }
    }
  }

  private func rows(
    _ people: [[FaceRecord]], fold: Int, isProbe: (FaceRecord) -> Bool
  ) -> [Split.Row] {
    people.joined().map { row(isProbe($0) ? .probe : .train, $0, fold: fold) }
  }

  private func row(
    _ role: Split.Role, _ record: FaceRecord, repetition: Int = 1, fold: Int = 1
  ) -> Split.Row {
    Split.Row(
      repetition: repetition, fold: fold, role: role, subject: record.subject, file: record.file)
  }
}
