import Glibc
import TestSupport
import Testing

/// Replays every notebook of the project, as its readers would.
@Suite(.serialized) struct NotebookTests {
  static let folder =
    #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/notebooks-txt"

  /// Notebooks in order of their names.
  static let notebooks: [String] = {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(".md") { names.append(name) }
    }
    return names.sorted()
  }()

  @Test("a notebook holds what its commands print", arguments: notebooks)
  func holds(name: String) throws {
    var environment: [String: String] = [:]
    if let data = RealFaces.folder { environment["FACEBENCH_DATA"] = data }
    // The corrected text must not land among the sources.
    let copy = try scratchFolder() + "/" + name
    try writeFile(copy, readFile("\(Self.folder)/\(name)"))
    let run = try Program.run(["notebook", "check", copy], environment: environment)
    #expect(run.code == 0, "\(run.errors)")
  }
}
