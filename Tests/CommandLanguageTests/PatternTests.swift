import CommandLanguage
import Testing

@Suite("A pattern of file names")
struct PatternTests {
  private struct Arguments: Sendable, Equatable {
    var paths: [String] = []
    var split: String?
    var pattern: String?
    var output: String?
  }

  private struct OneArgument: Sendable {
    var image = ""
    var output = ""
  }

  /// The tree over a disk that holds `disk`, of which `*` fits all names and `?` those of one letter.
  private func tree(
    _ disk: [String]?
  ) -> CommandTree<Int, [String]> {
    let many = CommandSpec<Arguments, Int, [String]>(
      "run", abstract: "x", defaults: .init(),
      parameters: [
        .rest("path", \.paths, .input("PATH"), help: "x"),
        .option("split", \.split, .input(), help: "x"),
        .option("pattern", \.pattern, .text("PATTERN"), help: "x"),
        .option("overlay", \.output, .path(), help: "x"),
      ], examples: []
    ) { arguments, _ in
      arguments.paths + [arguments.split, arguments.pattern, arguments.output].compactMap(\.self)
    }
    let one = CommandSpec<OneArgument, Int, [String]>(
      "draw", abstract: "x", defaults: .init(),
      parameters: [
        .positional("image", \.image, .input("IMAGE"), help: "x"),
        .positional("output", \.output, .path("OUT.png"), help: "x"),
      ], examples: []
    ) { arguments, _ in [arguments.image, arguments.output] }
    guard let disk else { return CommandTree([many.erased, one.erased]) }
    return CommandTree([many.erased, one.erased]) { pattern in
      disk.filter { pattern.contains("*") || $0.count == 1 }
    }
  }

  private func run(_ line: String, _ disk: [String]? = ["a", "b", "c1"]) throws -> [String] {
    let words = try LineParser.commands(in: line).first ?? []
    guard case .run(let body) = try tree(disk).read(words).action else { return [] }
    return try body(0)
  }

  @Test(
    "is what is not quoted",
    arguments: [
      ("*.jpg", "*.jpg"), ("a?[0-9]", "a?[0-9]"), ("'*'.jpg", nil), ("\"a?\"", nil), ("a\\*", nil),
      ("'[1]'*", "\\[1\\]*"), ("\\**", "\\**"), ("a]", nil), ("plain", nil), ("'a\\b'*", "a\\\\b*"),
    ] as [(String, String?)])
  func words(text: String, pattern: String?) throws {
    let words = try LineParser.commands(in: "run \(text) next")[0]
    #expect(words[1].pattern == pattern)
    #expect(words[2].pattern == nil)
  }

  @Test("stands for the files it fits, where files are read")
  func expanded() throws {
    #expect(try run("run *") == ["a", "b", "c1"])
    #expect(try run("run x ? y") == ["x", "a", "b", "y"])
    #expect(try run("run x --split=*", ["only"]) == ["x", "only"])
    #expect(try run("run x --split *", ["only"]) == ["x", "only"])
    #expect(try run("draw * out.png", ["-x"]) == ["-x", "out.png"])
  }

  @Test("is a plain word where it is quoted, where no file is read, and where nobody looks")
  func literal() throws {
    #expect(try run("run '*' \\?") == ["*", "?"])
    #expect(try run("run x --pattern *.pgm --overlay ?.png") == ["x", "*.pgm", "?.png"])
    #expect(try run("draw a *") == ["a", "*"])
    #expect(try run("run *", nil) == ["*"])
    guard case .run(let body) = try tree(["a"]).read([Word("run"), Word("*")]).action else {
      Issue.record("nothing to run")
      return
    }
    #expect(try body(0) == ["*"])
  }

  @Test("that fits nothing, or too much, is refused with its place")
  func refused() {
    #expect {
      try run("run x a[1].pgm", [])
    } throws: {
      let error = $0 as? UsageError
      return error?.message == "no file fits 'a[1].pgm'" && error?.column == 6
        && error?.hint?.hasSuffix("'a[1].pgm'") == true && error?.kind == "no_match"
    }
    #expect {
      try run("draw * out.png", ["a", "b", "c", "d"])
    } throws: {
      let error = $0 as? UsageError
      return error?.message == "'*' fits 4 files, and IMAGE takes one"
        && error?.hint == "name one of them: a, b, c, …" && error?.kind == "several_matches"
    }
  }
}
