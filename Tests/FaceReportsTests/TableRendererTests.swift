import FaceReports
import FaceVocabulary
import Testing

/// Cells that try to break a renderer.
enum Awkward {
  static let texts = [
    "", " ", "plain", "a,b", "say \"hi\"", "line\nbreak", "tab\there", "back\\slash", "pipe|pipe",
    "<script>alert(1)</script>", "R&D", "100 % $5 #1 _x_ {y} ~z ^w", "三四", "e\u{301}", "👩‍👩‍👧",
    "'single'",
    "`id`", "\u{1B}[31mred", "-", "null", "NaN", "=1+1", "\u{202E}evil", "[x]", "a\rb", "\u{0}",
    "\u{2028}",
  ]

  static let table = Table(
    title: "Awkward <title> & 100 %",
    columns: [
      Table.Column("name", title: "name"), Table.Column("value", title: "value | x"),
      Table.Column("share", title: "share", display: .percent(2)),
      Table.Column("hidden", title: nil), .forPeople("only people"),
      Table.Column("train_ms", title: "train ms", display: .decimals(1)),
    ],
    rows: texts.enumerated().map { index, text in
      [
        .text(text), .number(Double(index) / 3), .number(0.98254), .boolean(index % 2 == 0),
        .text("x" + text), index % 5 == 0 ? .null : .number(12.345),
      ]
    } + [[.null, .number(.infinity), .number(.nan), .null, .null, .null], [.text("short row")]],
    notes: ["One note with <b> & _x_ and a % sign."])
}

@Suite("All renderers of a table")
struct TableRendererTests {
  @Test("no renderer prints a non-finite number", arguments: TableFormat.allCases)
  func finite(format: TableFormat) {
    var table = Awkward.table
    table.rows = table.rows.filter { $0[0] != .text("NaN") }
    let text = table.rendered(as: format)
    for word in ["nan", "NaN", "inf", "Inf"] { #expect(!text.contains(word)) }
  }

  @Test("the same table gives the same text, ended by a line feed", arguments: TableFormat.allCases)
  func repeatable(format: TableFormat) {
    let text = Awkward.table.rendered(as: format)
    #expect(text == Awkward.table.rendered(as: format))
    #expect(text.last == "\n")
  }

  @Test(
    "no control character reaches the output of forms for people", arguments: TableFormat.allCases)
  func safe(format: TableFormat) {
    let text = Awkward.table.rendered(as: format)
    let forbidden = text.unicodeScalars.filter { scalar in
      scalar == "\u{1B}" || scalar == "\u{0}" || scalar == "\u{202E}"
    }
    if !format.isForMachines { #expect(forbidden.isEmpty) }
    if format == .json { #expect(!forbidden.contains("\u{1B}") && !forbidden.contains("\u{0}")) }
  }

  @Test("a table without rows still says what its columns are", arguments: TableFormat.allCases)
  func empty(format: TableFormat) {
    let table = Table(columns: [Table.Column("faces", title: "faces")])
    let text = table.rendered(as: format)
    if format == .json { #expect(text.isEmpty) } else { #expect(text.contains("faces")) }
  }

  @Test("timing cells are masked and nothing else", arguments: TableFormat.allCases)
  func masked(format: TableFormat) {
    var other = Awkward.table
    for row in other.rows.indices where other.rows[row].count == 6 && other.rows[row][5] != .null {
      other.rows[row][5] = .number(99_999.5)
    }
    #expect(other.rendered(as: format) != Awkward.table.rendered(as: format))
    #expect(other.masked().rendered(as: format) == Awkward.table.masked().rendered(as: format))
    #expect(Awkward.table.masked().rows[0][2] == Awkward.table.rows[0][2])
  }
}

@Suite("Text tables")
struct TextTableTests {
  static let results = Table(
    columns: [
      Table.Column("method", title: "method"), Table.Column("components", title: "K"),
      Table.Column("accuracy", title: "accuracy", display: .percent(2)),
      .forPeople("95% interval"), .forPeople("correct"),
      Table.Column("train_ms_median", title: "train ms", display: .decimals(1)),
    ],
    rows: [
      [
        .text("eigen"), .integer(30), .number(0.9825), .interval(from: 0.9612, to: 0.992),
        .text("393/400"), .number(48.25),
      ],
      [
        .text("lbph"), .null, .number(0.98), .interval(from: 0.956, to: 0.99), .text("392/400"),
        .null,
      ],
    ],
    notes: ["10 folds by index, groups: image."])

  @Test("numbers are rounded and flush right, texts flush left, null is a dash")
  func aligned() {
    #expect(
      Self.results.text() == """
        method   K  accuracy  95% interval   correct  train ms
        eigen   30   98.25 %  96.12 – 99.20  393/400      48.3
        lbph     -   98.00 %  95.60 – 99.00  392/400         -
        10 folds by index, groups: image.

        """)
  }

  @Test("every line fits the width, whatever it is", arguments: Array(10...90))
  func fits(width: Int) {
    for table in [Self.results, Awkward.table] {
      for line in table.text(width: width).split(separator: "\n") {
        #expect(DisplayWidth.of(line) <= width, "\(line)")
      }
    }
  }

  @Test("headings wrap before columns go, and what is left out is said")
  func narrow() {
    var table = Self.results
    table.columns[table.columns.count - 1].key = "trainings"
    let wrapped = table.text(width: 50)
    #expect(wrapped.contains("train\n") && !wrapped.contains("not shown"))
    let dropped = table.text(width: 32)
    #expect(dropped.contains("(not shown at this width:"))
    #expect(dropped.contains("eigen") && dropped.contains("98.25 %"))
  }

  @Test("names are never broken: other columns shrink, then go", arguments: [100, 70, 60, 40, 30])
  func wholeNames(width: Int) {
    let name = "a-name-that-was-given-by-a-person"
    let table = Table(
      columns: [
        .init("result", title: "result"), .init("dataset", title: "dataset"),
        .init("light", title: "light"), .init("accuracy", title: "accuracy", display: .percent(2)),
      ], rows: [[.text(name), .text("faces"), .text("a long way to even light"), .number(0.9825)]])
    let text = table.text(width: width)
    #expect(text.contains(name) || width < name.count)
    #expect(text.contains("(not shown at this width:") == (width < 64))
    #expect(!text.contains("not shown") || text.contains("--wide"))
    #expect(table.text().split(separator: "\n").count == 2)
  }

  @Test("cells stay on one line while headings can be wrapped")
  func headingsFirst() {
    let table = Table(
      columns: [
        .init("part", title: "part"), .init("", title: "FPIR"), .init("", title: "FNIR"),
        .init("", title: "probes (known + unknown)"),
      ],
      rows: [
        [
          .text("dev"), .text("100.00 % [20.65 – 100.00]"), .text("0.00 % [0.00 – 39.03]"),
          .text("60 (45 + 15)"),
        ]
      ])
    let lines = table.text(width: 72).split(separator: "\n")
    #expect(lines.count == 3, "two of the heading, one of the row")
    #expect(lines[2].contains("100.00 % [20.65 – 100.00]  0.00 % [0.00 – 39.03]  60 (45 + 15)"))
    // No heading takes a third line, however little stands below it.
    let narrow = Table(
      columns: [.init("finding", title: "finding"), .init("", title: "what to do")],
      rows: [[.text("encodes pictures; no new rights, system calls filtered"), .null]])
    #expect(narrow.text(width: 40).split(separator: "\n").prefix { !$0.contains("enc") }.count == 2)
  }

  @Test(
    "words of up to 20 letters are never broken, longer ones where there is no room",
    arguments: [200, 60, 50, 40, 33])
  func wholeWords(width: Int) {
    let words = ["first-eigen-30", "badly_exposed", "p01/image_0016.pgm", "c7fda1e53e30f2e6"]
    let digest = String(repeating: "0123456789", count: 6)
    let table = Table(
      columns: words.indices.map { .init("k\($0)", title: "t\($0)") }
        + [.init("digest", title: "fingerprint")],
      rows: [words.map { .text($0) } + [.text(digest)]])
    let text = table.text(width: width)
    let shown = words.filter { text.contains($0) }
    #expect(shown.count == words.filter { text.contains($0.prefix(8)) }.count)
    #expect(shown.first == words.first)
    #expect(text.contains(digest) == (width == 200))
  }

  @Test("a faster or slower run moves no column", arguments: [0.01, 12.5, 99_999.5])
  func timingWidth(milliseconds: Double) {
    func lines(_ value: Double) -> [Substring] {
      let table = Table(
        columns: [
          Table.Column("detect_ms", title: "ms", display: .decimals(1)),
          Table.Column("pareto", title: "Pareto"),
        ], rows: [[.number(value), .boolean(true)]])
      return table.text(width: 40).split(separator: "\n")
    }
    let usual = lines(1)
    let other = lines(milliseconds)
    #expect(usual[0] == other[0])
    #expect(usual[1].count == other[1].count)
  }

  @Test("wide and combining letters keep the columns straight")
  func wide() {
    let table = Table(
      columns: [Table.Column("a", title: "name"), Table.Column("b", title: "n")],
      rows: [
        [.text("三四"), .integer(1)], [.text("e\u{301}e\u{301}"), .integer(22)],
        [.text("👩‍👩‍👧"), .integer(3)],
      ])
    #expect(table.text() == "name   n\n三四   1\ne\u{301}e\u{301}    22\n👩‍👩‍👧     3\n")
    #expect(DisplayWidth.of("ｶﾅ") == 2)
    #expect(DisplayWidth.of("한국") == 4)
    #expect(DisplayWidth.of("❤\u{FE0F}") == 2)
  }

  @Test("rounding starts from the digits people see")
  func rounding() {
    let cases: [(Double, Table.Display, String)] = [
      (2.675, .decimals(2), "2.68"), (-0.001, .decimals(2), "-0.001"),
      (0.9825, .percent(2), "98.25 %"),
      (0.07, .percent(0), "7 %"), (1e21, .plain, "1e21"), (123_456_789, .plain, "123457000"),
      (1.0 / 3, .plain, "0.333333"), (1e-7, .plain, "1e-7"),
      (.leastNonzeroMagnitude, .decimals(3), "0.000"),
      (0, .plain, "0"), (-0.0, .plain, "0"), (999.9999999, .decimals(1), "1000.0"),
      (0.0005, .decimals(3), "0.001"), (12, .decimals(0), "12"), (0.99996, .percent(2), "99.996 %"),
      (1e300, .plain, "1e300"), (-1234.5678, .plain, "-1234.57"),
    ]
    for (value, display, text) in cases {
      #expect(Table.displayed(.number(value), as: display) == text)
    }
  }
}

@Suite("Machine forms of a table")
struct MachineTableTests {
  @Test("CSV reads back as it was written")
  func csvRoundTrip() {
    let records = CSVReader.records(Awkward.table.csv())
    #expect(records[0] == ["name", "value", "share", "hidden", "train_ms"])
    for (index, text) in Awkward.texts.enumerated() {
      #expect(records[index + 1][0] == text)
      #expect(Double(records[index + 1][1]) == Double(index) / 3)
    }
    #expect(records.count == Awkward.table.rows.count + 1)
    #expect(records.allSatisfy { $0.count == 5 })
  }

  @Test("an empty text and a missing value differ in CSV")
  func csvNull() {
    let table = Table(
      columns: [Table.Column("a", title: nil), Table.Column("b", title: nil)],
      rows: [[.text(""), .null], [.text("x\"y"), .list([.integer(1), .null])]])
    #expect(table.csv() == "a,b\n\"\",\n\"x\"\"y\",\"[1,null]\"\n")
    #expect(table.csv(header: false).hasPrefix("\"\""))
    // What stands unquoted at the start of a line would be read as a comment.
    let comment = Table(columns: [.init("a", title: nil)], rows: [[.text("#1")], [.text("2")]])
    #expect(CSVText.fields(of: comment.csv()) == [["a"], ["#1"], ["2"]])
    #expect(table.tsv() == "a\tb\n\t\nx\"y\t[1,null]\n")
  }

  @Test("TSV has one line a row and the same number of tabs in each")
  func tsv() {
    let lines = Awkward.table.tsv().split(separator: "\n")
    #expect(lines.count == Awkward.table.rows.count + 1)
    #expect(lines.allSatisfy { line in line.count { $0 == "\t" } == 4 })
  }

  @Test("JSON lines have full precision, null, nesting and escapes")
  func json() {
    let table = Table(
      columns: [
        Table.Column("x", title: "x", display: .decimals(1)), Table.Column("who", title: nil),
        .forPeople("people only"), Table.Column("candidates", title: nil),
      ],
      rows: [
        [
          .number(1.0 / 3), .text("a\"\\\n\u{1}三"), .text("hidden"),
          .list([.object([Table.Field("d", .number(0.1)), Table.Field("n", .null)])]),
        ], [.number(.nan), .null, .null, .list([])],
      ])
    #expect(
      table.json()
        == "{\"x\":0.3333333333333333,\"who\":\"a\\\"\\\\\\n\\u0001三\","
        + "\"candidates\":[{\"d\":0.1,\"n\":null}]}\n{\"x\":null,\"who\":null,\"candidates\":[]}\n")
  }

  @Test("LaTeX and HTML and Markdown escape what they would act on")
  func escapes() {
    let table = Table(
      title: "50 % & more", columns: [Table.Column("a", title: "a_b")],
      rows: [[.text("<x> & $1 # {2} \\ ~ ^ | 'q'")]])
    #expect(table.latex().contains("\\caption{50 \\% \\& more}"))
    #expect(
      table.latex().contains(
        "\\textless{}x\\textgreater{} \\& \\$1 \\# \\{2\\} \\textbackslash{} \\textasciitilde{} "
          + "\\textasciicircum{} \\textbar{} 'q' \\\\"))
    let signs = Table(columns: [Table.Column("a", title: "a − b")], rows: [[.text("d′ · 2 × 3")]])
    #expect(signs.latex().contains("a \\ensuremath{-} b \\\\"))
    #expect(
      signs.latex().contains("d\\ensuremath{'} \\ensuremath{\\cdot} 2 \\ensuremath{\\times} 3"))
    #expect(signs.latex().unicodeScalars.allSatisfy { $0.isASCII })
    #expect(table.html().contains("<td>&lt;x&gt; &amp; $1 # {2} \\ ~ ^ | &#39;q&#39;</td>"))
    #expect(table.markdown().contains("&lt;x&gt; &amp; $1 \\# {2} \\\\ \\~ ^ \\| 'q'"))
    #expect(!Awkward.table.html().contains("<script>"))
  }
}

/// A reader of RFC 4180, for tests.
enum CSVReader {
  static func records(_ text: String) -> [[String]] {
    var records: [[String]] = []
    var record: [String] = []
    var field = String.UnicodeScalarView()
    var isQuoted = false
    var scalars = text.unicodeScalars.makeIterator()
    var pending = scalars.next()
    while let scalar = pending {
      pending = scalars.next()
      if isQuoted {
        if scalar != "\"" {
          field.append(scalar)
        } else if pending == "\"" {
          field.append(scalar)
          pending = scalars.next()
        } else {
          isQuoted = false
        }
      } else if scalar == "\"" {
        isQuoted = true
      } else if scalar == "," || scalar == "\n" {
        record.append(String(field))
        field = String.UnicodeScalarView()
        if scalar == "\n" {
          records.append(record)
          record = []
        }
      } else {
        field.append(scalar)
      }
    }
    return records
  }
}
