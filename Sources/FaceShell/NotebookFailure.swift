import FaceVocabulary
import TextNotebooks

/// Why a command about notebooks failed.
enum NotebookFailure: ExplainedError, Equatable {
  case malformed(file: String, NotebookError)
  case differs(files: [String])
  case commandsFailed(file: String, failed: Int, first: Int)
  case nothingToPromote(file: String)
  case exists(file: String)
  /// A file that a notebook brings along is there already, with other content.
  case fileInTheWay(String)
  /// The folder of a file to be written is not there, or not to be written to.
  case noFolder(String, file: String)
  case alreadyRecording
  case notRecording

  var message: String {
    switch self {
    case .malformed(let file, let error): "\(file): \(error.message)"
    case .differs(let files):
      "the output differs in \(files.joined(separator: ", "))"
    case .commandsFailed(let file, let failed, let first):
      "\(file): \(failed == 1 ? "one command" : "\(failed) commands") ended otherwise than stated, "
        + "the first in line \(first)"
    case .nothingToPromote(let file): "'\(file).corrected' does not exist"
    case .exists(let file): "'\(file)' exists"
    case .fileInTheWay(let file):
      "the notebook brings a file '\(file)', and one with other content is there"
    case .noFolder(let folder, let file):
      "'\(file)' could not be saved later: there is no folder '\(folder)' that can be written to"
    case .alreadyRecording: "a recording is running"
    case .notRecording: "no recording is running"
    }
  }

  var hint: String? {
    switch self {
    case .malformed(_, let error): error.hint
    case .differs(let files):
      "compare with \(files[0]).corrected; 'notebook promote \(files[0])' takes it over"
    case .commandsFailed: "write '[n]' below a command that is meant to end with exit code n"
    case .nothingToPromote(let file): "'notebook check \(file)' makes it where the output differs"
    case .exists: "record into a new file"
    case .fileInTheWay: "without --workspace it runs in a folder of its own; or move the file away"
    case .noFolder(let folder, _):
      "make it with 'mkdir -p \(folder)', or record into another folder"
    case .alreadyRecording: "'notebook stop' ends it"
    case .notRecording: "'notebook record FILE' begins one"
    }
  }

  var kind: String {
    switch self {
    case .malformed: "notebook_malformed"
    case .differs: "notebook_differs"
    case .commandsFailed: "notebook_failed"
    case .nothingToPromote: "nothing_to_promote"
    case .exists, .fileInTheWay: "file_exists"
    case .noFolder: "folder_not_found"
    case .alreadyRecording: "already_recording"
    case .notRecording: "not_recording"
    }
  }
}
