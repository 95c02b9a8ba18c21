import DurableFiles
import FaceVocabulary
import FoundationEssentials

/// What became of one cell: its rows, or the error it ended in.
///
/// A file of three lines: what is the same whenever and wherever the cell runs, what depends on time,
/// and the SHA-256 of these two lines.
package struct CellRecord: Equatable, Sendable {
  package var outcome: CellOutcome
  package var timing: CellTiming

  package init(outcome: CellOutcome, timing: CellTiming) {
    self.outcome = outcome
    self.timing = timing
  }

  package var isFinished: Bool { outcome.failure == nil }

  /// The file's bytes.
  package func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var bytes = Array(try encoder.encode(outcome)) + [10]
    bytes += Array(try encoder.encode(timing)) + [10]
    return bytes + Array("{\"sha256\":\"\(ContentDigest.hex(of: bytes))\"}\n".utf8)
  }

  /// Reads the file at `path` of the cell `id`.
  ///
  /// - Throws: ``SweepError/damaged(file:found:)``, or what reading files throws.
  package static func read(_ path: String, id: String) throws -> CellRecord {
    let bytes = try FileBytes.read(path, limit: longest)
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    guard lines.count == 4, lines[3].isEmpty else {
      throw SweepError.damaged(file: path, found: "it is no whole file of a cell")
    }
    let content = bytes.prefix(lines[0].count + lines[1].count + 2)
    let digest = "{\"sha256\":\"\(ContentDigest.hex(of: Array(content)))\"}"
    guard Array(digest.utf8) == Array(lines[2]) else {
      throw SweepError.damaged(file: path, found: "bytes with another digest than its own")
    }
    let decoder = JSONDecoder()
    struct Version: Decodable { var formatVersion: Int }
    guard let version = try? decoder.decode(Version.self, from: Data(lines[0])) else {
      throw SweepError.damaged(file: path, found: "it is no file of a cell")
    }
    guard version.formatVersion <= CellOutcome.currentVersion else {
      throw SweepError.tooNew(file: path, version: version.formatVersion)
    }
    guard let outcome = try? decoder.decode(CellOutcome.self, from: Data(lines[0])),
      let timing = try? decoder.decode(CellTiming.self, from: Data(lines[1]))
    else { throw SweepError.damaged(file: path, found: "it is no file of a cell") }
    guard outcome.id == id else {
      throw SweepError.damaged(file: path, found: "it is of cell \(outcome.id)")
    }
    return CellRecord(outcome: outcome, timing: timing)
  }

  /// Rows of a cell are few: a detector sweep has thousands at most.
  private static let longest = 64 << 20
}

/// What a cell found; the same bytes whenever it runs.
package struct CellOutcome: Equatable, Sendable, Codable {
  package var format = "facebench cell"
  package var formatVersion = CellOutcome.currentVersion
  package var id: String
  /// The command, so that one file tells what it is of.
  package var command: String
  /// Program that ran it.
  package var creator = ProductVersion.creator
  package var rows: CellRows
  /// nil for a cell that finished.
  package var failure: CellFailure?

  package static let currentVersion = 1

  package init(id: String, command: String, rows: CellRows, failure: CellFailure? = nil) {
    self.id = id
    self.command = command
    self.rows = rows
    self.failure = failure
  }
}

/// The error that a cell ended in.
package struct CellFailure: Equatable, Sendable, Codable {
  package var message: String
  package var hint: String?
  package var kind: String

  package init(message: String, hint: String?, kind: String) {
    self.message = message
    self.hint = hint
    self.kind = kind
  }
}

/// Where and how long a cell ran, and its rows' timing columns.
package struct CellTiming: Equatable, Sendable, Codable {
  package var host: String
  package var threads: Int
  /// Seconds from its beginning to its end.
  package var spentSeconds: Double
  package var rows: CellRows

  package init(host: String, threads: Int, spentSeconds: Double, rows: CellRows) {
    self.host = host
    self.threads = threads
    self.spentSeconds = spentSeconds
    self.rows = rows
  }
}

/// A table's values by key.
package struct CellRows: Equatable, Sendable, Codable {
  package var columns: [Column]
  /// One value a column in every row.
  package var rows: [[CellValue]]

  /// A key, and whether its numbers are real: JSON writes 1.0 as 1.
  package struct Column: Hashable, Sendable, Codable {
    package var key: String
    package var isReal: Bool

    package init(key: String, isReal: Bool) {
      self.key = key
      self.isReal = isReal
    }
  }

  package init(columns: [Column] = [], rows: [[CellValue]] = []) {
    self.columns = columns
    self.rows = rows
  }

  /// The value of `key` in one row; nil without such a column.
  package subscript(_ row: Int, _ key: String) -> CellValue? {
    guard let column = columns.firstIndex(where: { $0.key == key }), rows.indices.contains(row),
      rows[row].indices.contains(column)
    else { return nil }
    return rows[row][column]
  }
}

/// One value of a row.
package enum CellValue: Hashable, Sendable, Codable {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case text(String)

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .boolean(flag)
    } else if let integer = try? container.decode(Int.self),
      integer != 0 || !Self.isNegative(container)
    {
      self = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  /// Whether a number has a sign: `-0` is no whole number, or it would lose it.
  private static func isNegative(_ container: any SingleValueDecodingContainer) -> Bool {
    (try? container.decode(Double.self))?.sign == .minus
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let flag): try container.encode(flag)
    case .integer(let integer): try container.encode(integer)
    case .number(let number):
      // JSON has no infinities, and no table shows one.
      if number.isFinite { try container.encode(number) } else { try container.encodeNil() }
    case .text(let text): try container.encode(text)
    }
  }
}
