package import DurableFiles
package import FaceVocabulary
package import SQLiteStore

/// Why a dataset could not be read, written or made.
package enum DatasetError: Error, Equatable, Sendable {
  /// The name would be unsafe or unreadable as a folder's name.
  case badName(String, reason: String)
  /// No such dataset; `known` are the names there are.
  case notFound(name: String, known: [String])
  case alreadyExists(String)
  case noSuchSubject(SubjectID, dataset: String, known: [SubjectID])
  case noSuchFile(String, dataset: String)
  /// A subject's name is empty, over 1 KiB or no text.
  case badSubject(String, reason: String)
  /// The name or the number already belongs to somebody else.
  case labelConflict(SubjectID, label: SubjectLabel, held: SubjectID, heldLabel: SubjectLabel)
  /// Another process is writing to the dataset.
  case busy(dataset: String)
  /// A stored picture is missing or no longer what was written.
  case damagedPicture(file: String, dataset: String, reason: String)
  /// The target of an export exists and holds something.
  case targetNotEmpty(String)
  /// The folder of a dataset to be made holds files of somebody.
  case foreignFolder(String, holds: String)
  /// A picture to be made is there already, and the catalogue does not know it.
  case strangeFile(String)
  /// A file operation failed, and why the system says it did.
  case fileFailed(operation: String, path: String, code: SystemCode)
  /// A file that was named, or one beside the catalogue, could not be read.
  case notRead(FileReadError)
  /// A file was not saved.
  case notSaved(SaveError)
  /// The dataset holds no faces where some are needed.
  case empty(dataset: String)
  /// The catalogue could not be read or written.
  case store(StoreError)
}
