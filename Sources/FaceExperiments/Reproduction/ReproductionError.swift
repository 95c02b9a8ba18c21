import FaceVocabulary

/// Why a published table could not be measured on a folder.
package enum ReproductionError: Error, Equatable, Sendable {
  /// The folder holds fewer than two people.
  case tooFewPeople(table: String, people: Int)
  /// The division of the table leaves nobody of the folder to train on, or to look for.
  case nothingToMeasure(table: String, difference: String)
  /// The table is about pairs, and the folder lists none.
  case noPairs(table: String, path: String)
}

extension ReproductionError: ExplainedError {
  package var message: String {
    switch self {
    case .tooFewPeople(let table, let people):
      "table '\(table)' tells people apart, the folder gives "
        + (people == 1 ? "1 person" : "\(people) people")
    case .nothingToMeasure(let table, let difference):
      "no figure of table '\(table)' can be measured on these faces: \(difference)"
    case .noPairs(let table, let path): "table '\(table)' is about pairs, and there is no \(path)"
    }
  }

  package var hint: String? {
    switch self {
    case .tooFewPeople, .nothingToMeasure:
      "'reproduce list' names the set that it is about and where its owners offer it"
    case .noPairs:
      "put LFW's pairs.txt beside the folder 'lfw' of pictures, and name the folder above"
    }
  }

  package var kind: String {
    switch self {
    case .tooFewPeople: "too_few_people"
    case .nothingToMeasure: "nothing_to_measure"
    case .noPairs: "no_pairs"
    }
  }
}
