import Glibc

/// Why a file could not be read.
package enum FileReadError: Error, Equatable, Sendable {
  case failed(path: String, code: SystemCode)
  case notAFile(path: String, found: String)
  case tooLarge(path: String, bytes: Int, limit: Int)
  case becameShorter(path: String)
}

extension FileReadError {
  /// What was found and what was needed: lower case, no full stop.
  package var message: String {
    switch self {
    case .failed(let path, let code): "could not read \(path): \(code.words)"
    case .notAFile(let path, let found): "\(path) is \(found), not a file"
    case .tooLarge(let path, let bytes, let limit):
      "\(path) has \(bytes) bytes, more than the \(limit) allowed here"
    case .becameShorter(let path): "\(path) became shorter while it was read"
    }
  }

  /// What to do next; nil when nothing general can be said.
  package var hint: String? {
    switch self {
    case .failed(_, let code) where code.number == ENOENT: "check the spelling with 'ls'"
    case .failed(let path, let code) where code.number == EACCES:
      "make it readable with 'chmod +r \(path)', and its folder with 'chmod +x'"
    case .failed(_, let code): code.hint
    case .becameShorter: "wait until the program that writes it is done"
    default: nil
    }
  }

  /// A stable word for scripts.
  package var kind: String {
    switch self {
    case .failed(_, let code) where code.number == ENOENT: "file_not_found"
    case .failed, .becameShorter: "file_not_readable"
    case .notAFile: "not_a_file"
    case .tooLarge: "file_too_large"
    }
  }
}
