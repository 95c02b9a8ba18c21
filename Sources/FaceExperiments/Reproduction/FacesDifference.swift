import FaceDatasets
import FaceVocabulary

/// How the faces of a folder differ from those that a published table is about.
struct FacesDifference: Equatable, Sendable {
  /// Such as "4 people instead of 15"; empty where they agree in all that is known.
  let reasons: [String]

  /// In one line; nil where nothing differs.
  var words: String? { reasons.isEmpty ? nil : reasons.joined(separator: ", ") }

  /// - Parameters:
  ///   - records: what was taken of the folder.
  ///   - expected: what the table is about.
  ///   - pairs: the pairs to be told, where the table is about pairs.
  init(of records: [FaceRecord], from expected: PublishedTable.Faces, pairs: Split? = nil) {
    let originals = records.filter { !$0.isMirror }
    let counts = Dictionary(grouping: originals, by: \.subject).mapValues(\.count)
    var reasons: [String] = []
    func note(_ found: String, _ wanted: String) { reasons.append("\(found) instead of \(wanted)") }
    if let people = expected.people, counts.count != people {
      note(counts.count == 1 ? "1 person" : "\(counts.count) people", "\(people)")
    }
    if let images = expected.images, let fewest = counts.values.min(),
      let most = counts.values.max(), fewest != images || most != images
    {
      note(
        (fewest == most ? "\(most)" : "\(fewest) to \(most)")
          + " \(most == 1 ? "picture" : "pictures") of each", "\(images)")
    }
    if let pictures = expected.pictures, originals.count != pictures {
      note("\(originals.count) \(originals.count == 1 ? "picture" : "pictures")", "\(pictures)")
    }
    if let wanted = expected.pairs, let pairs {
      // One probe a pair.
      let found = pairs.rows.count { $0.role == .probe }
      if found != wanted { note(found == 1 ? "1 pair" : "\(found) pairs", "\(wanted)") }
    }
    if let size = expected.taken {
      let others = originals.filter { $0.size != size }
      if let first = others.first {
        note(
          others.count == originals.count && others.allSatisfy { $0.size == first.size }
            ? "\(first.size) pixels" : "\(others.count) pictures of other sizes", "\(size)")
      }
    }
    self.reasons = reasons
  }
}
