package import FaceVocabulary

/// The faces of a split that may serve as gallery or probe at will: those of people who trained
/// nothing, because a separate world set did.
package enum FreeFaces {
  /// Above so many faces their mutual distances are not kept: 3,000 faces take 18 MB.
  package static let limit = 3_000

  /// Files of the gallery faces and evaluation probes of everybody who has both, in the split's order.
  ///
  /// - Throws: ``NoDraws`` when the split has no such faces, and why.
  package static func files(of split: Split) throws(NoDraws) -> [String] {
    let world = split.rows.filter { $0.role == .world }
    guard !world.isEmpty, !split.rows.contains(where: { $0.role == .train }) else {
      throw .noWorldSet
    }
    let rounds = Set(world.map { [$0.repetition, $0.fold] })
    guard rounds.count == 1 else { throw .severalTrainings(rounds.count) }
    let trained = Set(world.map(\.subject))
    let enrolled = split.rows.filter { $0.role == .gallery }
    let probes = split.rows.filter { $0.role == .probe }
    let shared = trained.intersection((enrolled + probes).map(\.subject)).sorted()
    guard shared.isEmpty else { throw .worldPeopleTested(shared) }
    let people = Set(enrolled.map(\.subject)).intersection(probes.map(\.subject))
    guard people.count > 1 else { throw .tooFewPeople(people.count) }
    let files = (enrolled + probes).filter { people.contains($0.subject) }.map(\.file)
    guard files.count <= limit else { throw .tooManyFaces(files.count) }
    return files
  }
}

/// Why two results cannot be compared over draws of gallery and probe.
package enum NoDraws: Error, Equatable, Sendable {
  /// Gallery faces trained the axes, or nothing was trained.
  case noWorldSet
  /// Each training measures with axes of its own.
  case severalTrainings(Int)
  /// The world set shows people who are tested.
  case worldPeopleTested([SubjectID])
  /// Fewer than two people have both a gallery face and a probe.
  case tooFewPeople(Int)
  case tooManyFaces(Int)
  /// A result of a version that kept no distances between single faces.
  case notKept(result: String)
  /// The two results could prepare different faces.
  case differentFaces

  /// The reason as it follows "because".
  package var reason: String {
    switch self {
    case .noWorldSet: "the split has no world set apart from the gallery"
    case .severalTrainings(let count):
      "the split has \(count) trainings, each with distances of its own"
    case .worldPeopleTested(let people):
      "people of the world set are tested too: "
        + people.prefix(3).map(\.name).joined(separator: ", ") + (people.count > 3 ? ", …" : "")
    case .tooFewPeople(let count):
      "draws need two people with faces to draw from, and there "
        + (count == 1 ? "is 1" : "are \(count)")
    case .tooManyFaces(let count):
      "\(count) faces are more than the \(FreeFaces.limit) whose mutual distances are kept"
    case .notKept(let result):
      "'\(result)' keeps no distances between single faces; 'results rerun \(result) --as NAME' does"
    case .differentFaces: "faces could be prepared for one of the two results only"
    }
  }
}
