import CommandLanguage
import Testing

@Suite struct CompletionTests {
  private let completer = Completer(
    SampleCommands.tree.declarations, globals: SampleCommands.tree.globals,
    sources: CompletionSources(
      names: { ["dataset": ["orl", "orl two", "yale"], "result": ["r1"]][$0] ?? [] },
      entries: { folder in
        [
          "pages/": ["a.html", "notes.txt", "deep/"], ".": ["x.html", "pages/", ".git/", "y.txt"],
        ][
          folder] ?? []
      }))

  @Test(
    "Tab offers what can stand at the end",
    arguments: [
      ("", ["model", "report", "threshold"]), ("mo", ["model"]), ("tr", ["train"]),
      ("model ", ["train"]), ("threshold ", ["choose", "try"]), ("threshold c", ["choose"]),
      ("model train g --on ", ["orl", "orl two", "yale"]),
      ("model train g --on o", ["orl", "orl two"]),
      ("model train g --on 'orl t", ["orl two"]), ("train g --on y", ["yale"]),
      ("model train g --method ", ["eigen", "fisher", "lbph"]),
      ("model train g --method=f", ["--method=fisher"]),
      ("report r1 --method eigen,", ["eigen,fisher", "eigen,lbph"]),
      ("model train g --m", ["--margin", "--method", "--mirrors"]),
      ("model train g --mirrors --mi", []), ("model train g --se", ["--seed"]),
      ("--se", ["--seed"]), ("--seed 3 mo", ["model"]), ("model train g --light e", ["equalize"]),
      ("model train g # --m", []), ("report ", ["r1"]), ("model train g --components ", []),
      ("threshold try 5 ", []), ("threshold choose ", ["--eer", "--fmr"]), ("nonsense ", []),
    ])
  func offers(line: String, expected: [String]) {
    #expect(completer.candidates(endOf: line) == expected)
  }

  @Test func filesAreNarrowedBySuffixAndFoldersGoOn() {
    struct Page: Sendable { var file = "" }
    let open = CommandSpec<Page, Int, String>(
      "open", abstract: "x", defaults: Page(),
      parameters: [.positional("file", \.file, .path(suffixes: [".html"]), help: "x")],
      examples: []
    ) { _, _ in "" }
    let completer = Completer(
      [open.declaration], globals: [], sources: self.completer.sources)
    #expect(completer.candidates(endOf: "open ") == ["pages/", "x.html"])
    #expect(completer.candidates(endOf: "open pages/") == ["pages/a.html", "pages/deep/"])
    #expect(completer.candidates(endOf: "open .g") == [".git/"])
  }
}
