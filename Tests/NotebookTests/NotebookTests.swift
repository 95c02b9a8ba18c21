import Glibc
import TestSupport
import Testing

/// Replays every notebook of the project and the tour of its front page, as their readers would.
@Suite(.serialized) struct NotebookTests {
  static let top = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
  static let folder = top + "/notebooks-txt"

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
  func notebookHolds(name: String) throws { try check("\(Self.folder)/\(name)", as: name) }

  @Test("the tour of the front page holds what its commands print")
  func tourHolds() throws { try check("\(Self.top)/README.md", as: "README.md") }

  private func check(_ path: String, as name: String) throws {
    var environment: [String: String] = [:]
    if let data = RealFaces.folder { environment["FACEBENCH_DATA"] = data }
    // The corrected text must not land among the sources.
    let copy = try scratchFolder() + "/" + name
    try writeFile(copy, readFile(path))
    let run = try Program.run(["notebook", "check", copy], environment: environment, seconds: 400)
    #expect(run.code == 0, "\(run.errors)")
  }
}
