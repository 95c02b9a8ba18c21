package import FaceVocabulary

/// Why no honest split could be made.
package enum SplitError: Error, Equatable, Sendable {
  case tooFewPeople(found: Int, needed: Int)
  /// More folds were asked for than any person has images to spread.
  case tooManyFolds(asked: Int, most: Int)
  case badFraction(Double, option: String)
  /// These people's probes have no gallery face left; of `inseparable` there are more images, which
  /// may not stand on another side than the probes.
  case unmated([SubjectID], probes: Int, inseparable: [SubjectID] = [])
  case noSuchSubject(SubjectID)
  /// The faces lack what the protocol divides by: sessions, captures, angles.
  case missingField(String, protocolWord: String, faces: Int)
  /// Nobody has more images than are to be trained on.
  case nothingToProbe(training: Int, most: Int)
  /// Of everybody who has more images than are to be trained on, those left over belong to these.
  case nothingSeparate(training: Int)
  /// The split would have more rows than can be handled.
  case tooLarge(rows: Int, limit: Int)
  /// A row of a split or pairs file is wrong.
  case badRow(file: String, row: Int, reason: String)
  /// A repeat of a split of pairs has other faces than one in the gallery and one to look for.
  case notAPair(repetition: Int, fold: Int, gallery: Int, probes: Int)
  /// People of the world set are enrolled or looked for too.
  case worldNotApart([SubjectID])
  /// A fold of an enrolment file has nobody in these roles.
  case rolesMissing([Split.Role], repetition: Int, fold: Int)
  /// A row names a face that the dataset does not have.
  case unknownFace(String, SplitRowPlace)
  /// A row gives a face to another person than the dataset does.
  case otherSubject(String, SplitRowPlace, said: SubjectID, known: SubjectID)
  /// What is wrong with the roles that a file gives.
  indirect case inFile(String, SplitError)
  /// Faces that belong together stand on both sides.
  case leaks([SplitLeak])
}

/// Where a row of a split stands.
package enum SplitRowPlace: Equatable, Sendable {
  /// In a file, by the number of its line.
  case file(String, line: Int)
  /// In a split that was made elsewhere, counted from 1.
  case row(Int)
}

/// Two faces that belong together and stand on two sides of a split.
package struct SplitLeak: Equatable, Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case sameFace = "same_face"
    case mirror
    case nearDuplicate = "near_duplicate"
    case sameCapture = "same_capture"
    /// A person who is to be unknown stands in the training.
    case trainedStranger = "trained_stranger"
    /// A group stands in both the development and the evaluation part.
    case acrossParts = "across_parts"
  }

  package let kind: Kind
  package let repetition: Int
  package let fold: Int
  package let probe: String
  package let other: String
}
