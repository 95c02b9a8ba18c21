import Glibc
import TestSupport
import Testing

@testable import FaceShell

/// Patterns such as `*.jpg` at the prompt, in scripts and after `-c`.
@Suite("Patterns of file names")
struct FilePatternTests {
  private let folder = TestSupport.TemporaryFolder()

  private func make(_ names: [String]) throws {
    for name in names { _ = try folder.write(Array("P5\n2 2\n255\n0000".utf8), as: name) }
  }

  @Test("find files in one order, hidden ones and other folders left alone")
  func found() throws {
    try make(["b.pgm", "a10.pgm", "a2.pgm", ".c.pgm", "ä.pgm", "d.png", "B.pgm"])
    func names(_ pattern: String) -> [String] {
      FilePatterns.paths(folder.path + "/" + pattern).map {
        String($0.dropFirst(folder.path.count + 1))
      }
    }
    #expect(names("*.pgm") == ["B.pgm", "a10.pgm", "a2.pgm", "b.pgm", "ä.pgm"])
    #expect(names("?.pgm") == ["B.pgm", "b.pgm", "ä.pgm"])
    #expect(names("[a-c]*.pgm") == ["a10.pgm", "a2.pgm", "b.pgm"])
    #expect(names("\\*.pgm") == [])
    #expect(names("*.jpg") == [])
  }

  @Test("that fit nothing name the file of that name")
  func literalName() throws {
    try make(["a[1].pgm"])
    #expect(FilePatterns.paths(folder.file("a[1].pgm")) == [folder.file("a[1].pgm")])
    #expect(FilePatterns.paths(folder.file("a\\[1\\].pgm")) == [folder.file("a[1].pgm")])
    try make(["a1.pgm"])
    #expect(FilePatterns.paths(folder.file("a[1].pgm")) == [folder.file("a1.pgm")])
    #expect(FilePatterns.paths(folder.file("a\\[1\\].pgm")) == [folder.file("a[1].pgm")])
  }

  @Test("stand for files in scripts and after -c, and are plain words in the program's arguments")
  func everywhere() throws {
    for name in ["n2", "n10", "other"] {
      try writeFile(folder.file("\(name).md"), "# \(name)\n")
    }
    let here = folder.path
    let two = try Program.run(["-c", "notebook check n*.md"], folder: here)
    #expect(two.output.contains("n10.md") && two.output.contains("n2.md"), "\(two)")
    #expect(!two.output.contains("other.md"))
    #expect(try Program.run([], input: "notebook check n*.md\n", folder: here).output == two.output)
    #expect(two.code == 0)
    let quoted = try Program.run(["-c", "notebook check 'n*.md'"], folder: here)
    #expect(quoted.code == 1 && quoted.errors.contains("n*.md"))
    let words = try Program.run(["notebook", "check", "n*.md"], folder: here)
    #expect(words.code == 1 && words.errors == quoted.errors)
    let none = try Program.run(["-c", "notebook check x*.md"], folder: here)
    #expect(none.code == 2)
    #expect(none.errors.contains("error: no file fits 'x*.md'"))
    #expect(none.errors.contains("hint:  '*', '?' and '[' make a word a pattern"))
    let several = try Program.run(["-c", "notebook run n*.md"], folder: here)
    #expect(several.errors.contains("'n*.md' fits 2 files, and FILE takes one"))
  }

  @Test("follow the home folder, whose own name is no pattern")
  func home() throws {
    let home = folder.file("home [x]")
    mkdir(home, 0o755)
    try writeFile(home + "/one.md", "# one\n")
    let run = try Program.run(
      ["-c", "notebook check ~/*.md"], environment: ["HOME": home], folder: folder.path)
    #expect(run.code == 0, "\(run)")
    #expect(run.output.contains("one.md"))
  }
}
