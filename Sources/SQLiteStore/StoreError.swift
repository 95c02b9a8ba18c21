/// Why a database could not do what it was asked for.
package enum StoreError: Error, Equatable, Sendable {
  /// SQLite returned a code that means failure.
  case failed(StoreFailure)
  /// The file was written by a later version of the program.
  case newerSchema(path: String, found: Int, known: Int)
  /// The file is a database of another program.
  case foreignDatabase(path: String, applicationID: Int32)
  /// The tables or the layout number are such as no version of the program writes.
  case badLayout(path: String, found: String)
  /// A stored value is not what the column is declared to hold.
  case unexpectedValue(column: String, path: String, sql: String)
}

/// What SQLite said about a call that failed.
package struct StoreFailure: Equatable, Sendable {
  /// Primary result code, such as 5 for a busy database.
  package let code: Int32
  /// Extended result code, whose low byte is ``code``.
  package let extendedCode: Int32
  /// SQLite's own words.
  package let reason: String
  /// The statement that was running, if any.
  package let sql: String?
  /// The database file.
  package let path: String
  /// The `errno` of the call of the system that made SQLite fail; 0 where none did.
  package let systemNumber: Int32
}

extension StoreFailure {
  /// The kinds of failure that a caller or a person reacts to differently.
  package enum Nature: Equatable, Sendable {
    case busy, full, readOnly, cannotOpen, notADatabase, damaged, constraint, interrupted, other
    /// The statement does not fit the tables: they are not those of the layout number.
    case layout
  }

  /// The kind of failure by SQLite's primary code.
  package var nature: Nature {
    switch code {
    case 1: .layout
    case 5, 6: .busy
    case 13: .full
    case 8: .readOnly
    case 14: .cannotOpen
    case 26: .notADatabase
    case 11: .damaged
    case 19: .constraint
    case 9: .interrupted
    default: .other
    }
  }
}

extension StoreError {
  /// What was found and what was needed, for a person.
  package var message: String {
    switch self {
    case .failed(let failure):
      let statement = failure.sql.map { " while executing '\($0)'" } ?? ""
      return switch failure.nature {
      case .busy: "'\(failure.path)' is in use by another process"
      case .full: "no space left to write '\(failure.path)'"
      case .readOnly: "'\(failure.path)' may not be written"
      case .cannotOpen: "cannot open '\(failure.path)'"
      case .notADatabase: "'\(failure.path)' is not a catalogue"
      case .damaged: "'\(failure.path)' is damaged"
      case .layout:
        "'\(failure.path)' has other tables than its layout number says: \(failure.reason)"
      default:
        "error \(failure.extendedCode) in '\(failure.path)': \(failure.reason)\(statement)"
      }
    case .newerSchema(let path, let found, let known):
      return "'\(path)' has layout \(found); this program knows layouts up to \(known)"
    case .foreignDatabase(let path, let identifier):
      return "'\(path)' is a database of another program (application id \(identifier))"
    case .badLayout(let path, let found):
      return "'\(path)' is damaged: it has \(found)"
    case .unexpectedValue(let column, let path, _):
      return "'\(path)' is damaged: column '\(column)' holds a value of another type"
    }
  }

  /// What to do next; nil when there is nothing useful to say.
  package var hint: String? {
    switch self {
    case .failed(let failure):
      switch failure.nature {
      case .busy: "wait until the other command has ended, then try again"
      case .full: "free some space and run the command again; nothing was lost"
      case .readOnly, .cannotOpen: "check the permissions of the file and its folder"
      case .notADatabase, .damaged, .layout: "restore the file from a copy"
      default: nil
      }
    case .newerSchema: "use the newer facebench that wrote it"
    case .badLayout, .unexpectedValue: "restore the file from a copy"
    case .foreignDatabase: nil
    }
  }

  /// The `errno` that stands behind a file that could not be opened, read or written; nil where none
  /// does.
  package var systemNumber: Int32? {
    guard case .failed(let failure) = self, failure.systemNumber != 0,
      [.cannotOpen, .readOnly, .full, .other].contains(failure.nature)
    else { return nil }
    return failure.systemNumber
  }

  /// The database file that no longer is what was written; nil where another cause stopped the call.
  package var damagedPath: String? {
    switch self {
    case .failed(let failure):
      [.notADatabase, .damaged, .layout].contains(failure.nature) ? failure.path : nil
    case .badLayout(let path, _), .unexpectedValue(_, let path, _), .foreignDatabase(let path, _):
      path
    case .newerSchema: nil
    }
  }

  /// A stable word for scripts.
  package var kind: String {
    switch self {
    case .failed(let failure):
      switch failure.nature {
      case .busy: "busy"
      case .full: "no_space"
      case .readOnly: "read_only"
      case .cannotOpen: "cannot_open"
      case .notADatabase: "not_a_catalogue"
      case .damaged, .layout: "damaged_catalogue"
      case .constraint: "constraint"
      case .interrupted: "interrupted"
      case .other: "store_failed"
      }
    case .newerSchema: "newer_layout"
    case .foreignDatabase: "foreign_database"
    case .badLayout, .unexpectedValue: "damaged_catalogue"
    }
  }
}
