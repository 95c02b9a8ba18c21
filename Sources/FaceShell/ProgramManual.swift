import CommandLanguage
import FaceVocabulary

/// What the manual page of facebench says beside its commands.
enum ProgramManual {
  static func roff(_ declarations: [Declaration]) -> String {
    ManualPage.roff(
      program: "facebench", version: ProductVersion.number,
      abstract: "train, test and compare classical face recognition",
      synopsis: ["[OPTION…]", "[OPTION…] COMMAND", "-c COMMAND [-c COMMAND…]", "-f FILE"],
      declarations, globals: GlobalOptions.reader.descriptions, closing: [exitStatus, files, words])
  }

  private static let exitStatus = ManualPage.Section(
    "exit status",
    entries: ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) })

  private static let files = ManualPage.Section(
    "files",
    entries: [
      (
        "datasets/, models/, results/",
        "In the workspace: the current folder, or the one that --workspace names."
      ),
      (
        "$XDG_STATE_HOME/facebench/history",
        "Lines typed at the prompt; XDG_STATE_HOME is ~/.local/state unless set."
      ),
    ])

  private static let words = ManualPage.Section(
    "see also",
    paragraphs: [
      "docs/measures.md in the source says what every printed number means, docs/words.md what "
        + "the words mean."
    ])
}
