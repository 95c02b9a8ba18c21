import FaceVocabulary

/// Why a published table could not be measured on a folder.
package enum ReproductionError: Error, Equatable, Sendable {
  /// The folder holds other numbers of people or pictures than the table is about.
  case otherShape(
    table: String, people: Int, fewest: Int, most: Int, neededPeople: Int?, neededImages: Int?)
  /// The table is about pairs, and the folder lists none.
  case noPairs(table: String, path: String)
}

extension ReproductionError: ExplainedError {
  package var message: String {
    switch self {
    case .otherShape(let table, let people, let fewest, let most, let neededPeople, let images):
      "table '\(table)' needs "
        + [
          neededPeople.map { "\($0) people" }, images.map { "\($0) pictures of each" },
        ].compactMap(\.self).joined(separator: " with ")
        + (neededPeople == nil && images == nil ? "2 or more people" : "")
        + ", the folder gives \(people) people with "
        + (fewest == most ? "\(fewest)" : "\(fewest) to \(most)")
    case .noPairs(let table, let path): "table '\(table)' is about pairs, and there is no \(path)"
    }
  }

  package var hint: String? {
    switch self {
    case .otherShape:
      "'reproduce list' names the set that it is about and where its owners offer it"
    case .noPairs:
      "put LFW's pairs.txt beside the folder 'lfw' of pictures, and name the folder above"
    }
  }

  package var kind: String {
    switch self {
    case .otherShape: "other_shape"
    case .noPairs: "no_pairs"
    }
  }
}
