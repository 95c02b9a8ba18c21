import Testing

@testable import CommandLanguage

@Suite struct ManualPageTests {
  @Test func aCommandStandsWithItsParametersAndExamples() {
    let page = ManualPage.roff(
      program: "sample", version: "1.0", abstract: "show how", synopsis: ["COMMAND"],
      [SampleCommands.train.declaration], globals: SampleCommands.tree.globals,
      closing: [.init("exit status", entries: [("0", "Done.")])])
    #expect(page.hasPrefix(".TH SAMPLE 1 \"\" \"sample 1.0\"\n.SH NAME\nsample \\- show how\n"))
    #expect(
      page.contains(
        """
        .SS model train
        Fit a recogniser.
        .PP
        model train NAME \\-\\-on DATASET
        """))
    #expect(page.contains(".TP\n.B \\-\\-margin F\n"))
    #expect(page.contains(".nf\nmodel train gate \\-\\-on orl\n.fi"))
    #expect(page.hasSuffix(".SH EXIT STATUS\n.TP\n.B 0\nDone.\n"))
  }

  @Test(
    "text is printed as it stands",
    arguments: [
      ("a\\b", "a\\(rsb"), (".TH", "\\&.TH"), ("'quoted'", "\\&'quoted'"), ("-1", "\\-1"),
      ("two\nlines", "two lines"), ("", ""),
    ])
  func escaping(_ text: String, _ escaped: String) {
    #expect(ManualPage.escaped(text) == escaped)
  }
}
