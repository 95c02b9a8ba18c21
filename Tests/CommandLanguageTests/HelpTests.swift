import CommandLanguage
import Testing
import NearWords

@Suite struct HelpTests {
  @Test func helpBeginsWithExamples() {
    #expect(
      HelpText.command(SampleCommands.train.declaration, globals: SampleCommands.tree.globals)
        == """
        model train: fit a recogniser

          model train gate --on orl
              the usual way

        Usage
          model train NAME --on DATASET [--method eigen|fisher|lbph] [--components K]
              [--threshold F] [--mirrors] [--light none|equalize] [--margin F]
          'train' is short for it.

        Parameters
          NAME                        Name of the new model
          --on DATASET                Dataset to learn from (required)
          --method eigen|fisher|lbph  Kind of recogniser (default: eigen)
          --components K              Axes; whole number from 1 to 10000 (default: 30)
          --threshold F               Largest distance accepted; number from 0
          --mirrors                   Learn mirrored faces too

        Recipe, for this command only
          --light none|equalize  How light is evened out (default: none)
          --margin F             Share added around the box; number from -0.4 to 1
                                 (default: 0)

        Every command also takes: --seed, --json ('help options').

        """)
  }

  @Test("help keeps to its width", arguments: [40, 60, 80, 120])
  func width(_ width: Int) {
    for declaration in SampleCommands.tree.declarations {
      for line in HelpText.command(declaration, width: width).split(separator: "\n") {
        #expect(line.count <= max(width, 50))
      }
    }
  }

  @Test("commands of one noun stand together, wherever they were declared")
  func overviewByNoun() {
    let scattered = [
      SampleCommands.choose.declaration, SampleCommands.report.declaration,
      SampleCommands.attempt.declaration,
    ]
    let names = HelpText.overview(scattered).split(separator: "\n").compactMap {
      $0.split(separator: " ").first.map(String.init)
    }
    #expect(names == ["threshold", "threshold", "report"])
  }

  @Test func theReferencePageNamesEveryOption() {
    let page = ReferencePage.markdown(
      SampleCommands.tree.declarations, globals: SampleCommands.tree.globals, title: "Commands",
      introduction: "All.")
    for declaration in SampleCommands.tree.declarations {
      #expect(page.contains("### \(declaration.name)\n"))
      for parameter in declaration.parameters where parameter.isOption {
        #expect(page.contains("`--\(parameter.name)"))
      }
    }
    #expect(page.contains("| `--method eigen\\|fisher\\|lbph` | Kind of recogniser |"))
  }

  @Test(
    "the nearest word is what was meant",
    arguments: [
      ("fishr", "fisher"), ("eigne", "eigen"), ("lbhp", "lbph"), ("eig", "eigen"), ("svm", nil),
      ("", nil),
    ])
  func nearest(text: String, word: String?) {
    #expect(EditDistance.nearest(to: text, among: ["eigen", "fisher", "lbph"]) == word)
  }

  @Test func editDistanceIsADistance() {
    let words = ["", "a", "ab", "ba", "abc", "kitten", "sitting", "李"]
    for first in words {
      #expect(EditDistance.between(first, first) == 0)
      for second in words {
        #expect(EditDistance.between(first, second) == EditDistance.between(second, first))
      }
    }
    #expect(EditDistance.between("kitten", "sitting") == 3)
    #expect(EditDistance.between("ab", "ba") == 1)
  }
}
