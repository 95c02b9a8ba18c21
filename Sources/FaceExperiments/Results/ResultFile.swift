import DurableFiles
import FoundationEssentials
import Glibc

/// Reads the files that results consist of; every fault names the file once.
enum ResultFile {
  /// What a result's number may be: the next one must be one too.
  static let numbers = 0...1 << 53

  /// The bytes of the file at `path`.
  ///
  /// - Parameter limit: files with more bytes are refused before anything is allocated.
  /// - Throws: ``ResultError/damaged(file:found:)`` for a file that is missing or no file, and
  ///   ``ResultError/fileFailed(operation:path:code:)`` for what the system refused.
  static func bytes(_ path: String, limit: Int = Int.max) throws(ResultError) -> [UInt8] {
    do throws(FileReadError) {
      return try FileBytes.read(path, limit: limit)
    } catch {
      switch error {
      case .failed(_, let code) where code.number == ENOENT:
        throw .damaged(file: path, found: "it is missing")
      case .failed(_, let code):
        throw .fileFailed(operation: "read", path: path, code: code)
      case .notAFile(_, let found):
        throw .damaged(file: path, found: "it is \(found), not a file")
      case .tooLarge(_, let bytes, let limit):
        throw .damaged(file: path, found: "\(bytes) bytes, more than the \(limit) allowed here")
      case .becameShorter:
        throw .damaged(file: path, found: "a file that became shorter while it was read")
      }
    }
  }

  /// The value that the JSON file at `path` holds.
  ///
  /// - Parameter limit: as in ``bytes(_:limit:)``.
  static func decoded<Value: Decodable>(
    _ path: String, limit: Int = 256 << 20
  ) throws(ResultError) -> Value {
    let bytes = try bytes(path, limit: limit)
    do {
      return try JSONDecoder().decode(Value.self, from: Data(bytes))
    } catch {
      let name = path.split(separator: "/").last ?? "file"
      throw .damaged(file: path, found: "text that is no \(name) of a result")
    }
  }

  /// The JSON text of `value`, as it is kept.
  static func encoded(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return Array(try encoder.encode(value)) + [10]
  }
}
