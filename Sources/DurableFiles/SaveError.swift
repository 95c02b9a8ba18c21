import Glibc

/// Why a file was not saved. Whatever stood at the path before stands there still.
package enum SaveError: Error, Equatable, Sendable {
  /// A system call failed.
  case failed(step: SaveStep, path: String, code: SystemCode, replacing: Bool)
  /// The disk returned other bytes than were written.
  case readBackDiffers(path: String, replacing: Bool)
  /// The path names something a file cannot replace.
  case notReplaceable(path: String, found: String)
}

/// The steps of a save, in their order.
package enum SaveStep: String, Sendable, CaseIterable {
  case inspect = "look at"
  case create = "create a temporary file beside"
  case write = "write"
  case synchronize = "bring to disk"
  case readBack = "read back"
  case close = "close"
  case rename = "put in place"
}

extension SaveError {
  /// The path that was to be saved.
  package var path: String {
    switch self {
    case .failed(_, let path, _, _), .readBackDiffers(let path, _), .notReplaceable(let path, _):
      path
    }
  }

  /// What happened and what is still intact: lower case, no full stop.
  package var message: String {
    switch self {
    case .failed(let step, let path, let code, let replacing):
      "could not \(step.rawValue) \(path): \(code.words); \(SaveError.intact(replacing))"
    case .readBackDiffers(let path, let replacing):
      "\(path) did not read back as written; \(SaveError.intact(replacing))"
    case .notReplaceable(let path, let found):
      "\(path) is \(found), not a file to save to; it is untouched"
    }
  }

  /// What to do next; nil when nothing general can be said.
  package var hint: String? {
    switch self {
    case .failed(let step, _, let code, _):
      switch (step, code.number) {
      case (.create, ENOENT): "its folder does not exist: make that first, or name another path"
      default: code.hint
      }
    case .readBackDiffers: "the disk or its memory is failing: save to another disk"
    case .notReplaceable: "name a file inside it, or another path"
    }
  }

  /// A stable word for scripts.
  package var kind: String {
    switch self {
    case .failed: "not_saved"
    case .readBackDiffers: "read_back_differs"
    case .notReplaceable: "not_a_file"
    }
  }

  private static func intact(_ replacing: Bool) -> String {
    replacing ? "the file that was there is intact" : "nothing was left behind"
  }
}
