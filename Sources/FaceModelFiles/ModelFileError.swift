package import DurableFiles
package import FaceVocabulary

/// Why a model file could not be read or written. Nothing was changed in either case.
package enum ModelFileError: Error, Equatable, Sendable {
  /// The file could not be read at all.
  case unreadable(FileReadError)
  /// The file could not be saved; what was there is intact.
  case notSaved(SaveError)
  /// The name does not tell a kind of file.
  case unknownSuffix(path: String)
  /// The file is something else.
  case notAModel(path: String, found: ForeignContent)
  /// The text or the packing is damaged.
  case damaged(path: String, line: Int?, fault: TextFault)
  /// The file is well formed but no usable model.
  case invalid(path: String, fault: ModelFault)
  /// The model in memory is not fit for a file.
  case unsavable(ModelFault)
  /// The file leaves open what only the user can tell.
  case needsAnswers(path: String, layout: ModelLayout, method: Bool, size: Bool)
  /// The user said something else than the file.
  case contradicts(path: String, asked: String, found: String)
  /// A text of this size is not read by OpenCV.
  case textTooLarge(path: String, bytes: Int, limit: Int)
  /// The numbers are not those that were saved.
  case digestDiffers(path: String)
  /// HDF5 refused, in its own words.
  case library(path: String, problem: String)
}

/// What the text of a model file can suffer from.
package enum TextFault: Error, Equatable, Sendable {
  case empty
  case cutOff
  case binaryBytes
  case tab
  case nestedTooDeep(limit: Int)
  case unexpected(found: String, needed: String)
  case duplicateKey(String)
  case notANumber(String)
  case notFinite
  case numberOutOfRange(String)
  case count(declared: Int, found: Int)
  case matrixHeader(String)
  case tooManyNumbers(declared: Int, possible: Int)
  case base64
  case gzip
  /// More than so many bytes come out of the packing.
  case unpacksTooLarge(limit: Int)
  case documentType
}

/// What a model can be refused for, whatever its format.
package enum ModelFault: Error, Equatable, Sendable {
  case missing(key: String)
  case wrongType(key: String, needed: String)
  case shape(key: String, found: String, needed: String)
  case disagreement(key: String, found: Int, other: String, needed: Int)
  case notFinite(key: String)
  case outOfRange(key: String, found: String, needed: String)
  case histogramSum(face: Int, cell: Int)
  case untrained
  case newerVersion(found: Int, known: Int)
  case name(SubjectLabel, problem: NameProblem)
  case textTooLong(key: String, bytes: Int, limit: Int)
  case damagedSettings(key: String)
  case declaredBeyondStored(key: String, declared: Int, stored: Int)

  package enum NameProblem: Equatable, Sendable {
    case holdsZeroByte
    case tooLong(bytes: Int, limit: Int)
    case twice
  }
}
