import CooperativeWork

/// What one run of the program is asked for: a row, files, and settings by name.
struct Request {
  let row: String
  let files: [String]
  private let settings: [String: String]

  /// Reads the arguments without the program's name.
  init(_ arguments: [String]) throws(RequestError) {
    guard let row = arguments.first else { throw RequestError("which row?") }
    self.row = row
    var files: [String] = []
    var settings: [String: String] = [:]
    var rest = arguments.dropFirst()
    while let word = rest.popFirst() {
      guard word.hasPrefix("--") else {
        files.append(word)
        continue
      }
      guard let value = rest.popFirst() else { throw RequestError("\(word) needs a value") }
      settings[String(word.dropFirst(2))] = value
    }
    self.files = files
    self.settings = settings
  }

  /// The file at `index`.
  func file(_ index: Int) throws(RequestError) -> String {
    guard files.indices.contains(index) else { throw RequestError("a file is missing") }
    return files[index]
  }

  /// A whole number by name.
  func integer(_ name: String, else standard: Int) throws(RequestError) -> Int {
    guard let text = settings[name] else { return standard }
    guard let value = Int(text) else { throw RequestError("--\(name) \(text) is no whole number") }
    return value
  }

  /// A word by name.
  func word(_ name: String) -> String? { settings[name] }

  /// Runs after the first, which warms up.
  var runs: Int { get throws(RequestError) { try integer("runs", else: 5) } }

  /// Threads the rows may use.
  var work: Work { get throws(RequestError) { Work(jobs: try integer("jobs", else: 2)) } }
}

/// Why a row was not measured.
struct RequestError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
