import CooperativeWork
import FaceEvaluation
import FaceVocabulary
import Glibc
import Matrices
import Testing

@testable import FaceReports

/// gnuplot, where it is installed.
enum Plotting {
  static let gnuplot = try? Gnuplot.find(in: "/usr/bin:/usr/local/bin")
  static let isPresent = gnuplot != nil
}

@Suite("Charts")
struct ChartTests {
  static let table: TrialTable = {
    var generator = SeededGenerator(seed: 1)
    let people = (0..<12).map { SubjectID("p" + String($0 + 10)) }
    var probes: [TrialTable.Probe] = []
    var distances: [Double] = []
    for person in 0..<15 {
      for image in 0..<5 {
        let subject = person < 12 ? people[person] : SubjectID("s\(person)")
        probes.append(
          .init(
            file: "\(person)/\(image)", subject: subject, isMated: person < 12,
            yawDegrees: Double(image) * 15 - 30))
        for column in 0..<12 {
          distances.append(
            (column == person ? 700 + 700 * generator.uniform() : 1200 + 500 * generator.uniform()))
        }
      }
    }
    return TrialTable(
      gallery: people, probes: probes,
      distances: Matrix(rows: probes.count, columns: 12, elements: distances))
  }()

  static let charts: [Chart] = {
    let curve = ThresholdCurve(table)
    return [
      .roc([("eigen", curve)]), .det([("eigen", curve)]), .cmc([("eigen", RankCurve(table))]),
      .scores(curve, threshold: 1200), .thresholds(curve, threshold: 1200),
      .angles([("eigen", AngleProfile(table))]),
      .detector([
        .init(group: "alt2", falsePerMegapixel: 0.4, recall: 0.9, isPareto: true),
        .init(group: "default", falsePerMegapixel: 2.4, recall: 0.93, isPareto: true),
        .init(group: "default", falsePerMegapixel: 2.9, recall: 0.9, isPareto: false),
      ]),
    ]
  }()

  @Test(
    "every kind of chart is drawn as SVG, PNG and text",
    .enabled(if: Plotting.isPresent, "no gnuplot"),
    arguments: charts)
  func drawn(chart: Chart) throws {
    let gnuplot = try #require(Plotting.gnuplot)
    let svg = try gnuplot.svg(chart)
    #expect(svg.contains("<svg") && svg.contains("</svg>") && svg.contains(chart.title))
    let png = try gnuplot.png(chart)
    #expect(Array(png.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(png.count > 3000)
    let text = try gnuplot.text(chart, columns: 79, rows: 24)
    #expect(text.contains(chart.title))
    #expect(text.split(separator: "\n").allSatisfy { DisplayWidth.of($0) <= 80 })
    if let folder = getenv("FACEBENCH_CHARTS") {
      let name = chart.title.split(whereSeparator: { !$0.isLetter }).joined(separator: "-")
      let path = String(cString: folder) + "/" + name
      for (suffix, bytes) in [(".png", png), (".svg", Array(svg.utf8)), (".txt", Array(text.utf8))]
      {
        let file = fopen(path + suffix, "w")
        fwrite(bytes, 1, bytes.count, file)
        if let file { fclose(file) }
      }
    }
  }

  @Test(
    "text of users is drawn as it is and never run", .enabled(if: Plotting.isPresent, "no gnuplot"),
    arguments: [
      "it's", "`touch /tmp/facebench-pwned`", "'; system('touch /tmp/facebench-pwned'); '",
      "@macro", "\\n", "a\nsystem 'touch /tmp/facebench-pwned'", "<script>alert(1)</script>",
      "a_{b}^c",
      "\"; !touch /tmp/facebench-pwned", "三四",
    ])
  func escaped(name: String) throws {
    let gnuplot = try #require(Plotting.gnuplot)
    let chart = Chart(
      title: name, x: Chart.Axis(name), y: Chart.Axis(name),
      series: [Chart.Series(name, points: [Chart.Point(x: 0, y: 0), Chart.Point(x: 1, y: 1)])],
      markers: [Chart.Marker(x: 0.5, name: name)])
    let svg = try gnuplot.svg(chart)
    #expect(svg.contains("</svg>"))
    #expect(!svg.contains("<script>alert"))
    #expect(access("/tmp/facebench-pwned", F_OK) != 0)
  }

  @Test(
    "the FMR of a ROC is logarithmic where the data reach it, and says so; either can be forced")
  func rateAxis() {
    let curve = ThresholdCurve(Self.table)
    let chart = Chart.roc([("eigen", curve)])
    #expect(chart.x.scale == .logarithmicPercent && chart.x.title == "FMR, logarithmic")
    let least = chart.x.range?.lowerBound ?? 0
    let points = chart.series.flatMap(\.points)
    let smallest = points.map(\.x).filter { $0 > 0 }.min() ?? 0
    #expect(least <= smallest * 1.000_01 && smallest < 10 * least, "one power of ten below")
    let script = GnuplotScript(chart: chart, output: .png(width: 640, height: 480)).text
    let drawn = script.split(separator: "\n").compactMap { line -> (x: Double, y: Double)? in
      let words = line.split(separator: " ")
      guard words.count == 2, let x = Double(words[0]), let y = Double(words[1]) else { return nil }
      return (x, y)
    }
    #expect(points.count { $0.x == 0 } > 1 && drawn.count { $0.x == least * 100 } == 1)
    #expect(drawn.count == points.count { $0.x > 0 } + 1)
    #expect(chart.y.range?.upperBound == 1 && script.contains("set logscale x"))
    #expect(drawn.allSatisfy { $0.y >= 100 * (chart.y.range?.lowerBound ?? 0) })
    let linear = Chart.roc([("eigen", curve)], axis: .linear)
    #expect(linear.x.scale == .percent && linear.x.range == 0...1 && linear.y.range == 0...1)
    let few = TrialTable(
      gallery: ["a", "b"],
      probes: ["a", "b"].map { TrialTable.Probe(file: $0.name, subject: $0) },
      distances: Matrix(rows: 2, columns: 2, elements: [1, 3, 2, 1]))
    let short = [("few", ThresholdCurve(few))]
    #expect(Chart.roc(short).x.scale == .percent, "two impostor scores reach 50 % and no further")
    #expect(Chart.roc(short, axis: .log).x.scale == .logarithmicPercent)
  }

  @Test("the legend stands below the drawing, the title alone above it", arguments: charts)
  func legend(chart: Chart) {
    for output in [
      GnuplotScript.Output.png(width: 640, height: 480), .svg(width: 640, height: 480),
      .text(columns: 79, rows: 24),
    ] {
      let script = GnuplotScript(chart: chart, output: output).text
      #expect(script.contains("set key outside bottom center horizontal"))
    }
  }

  @Test("values that cannot be drawn are left out, and nothing at all is said so")
  func nothing() {
    let chart = Chart(
      title: "none", x: Chart.Axis("x"), y: Chart.Axis("y"),
      series: [Chart.Series("a", points: [Chart.Point(x: .nan, y: 1)])])
    #expect(throws: ChartError.empty(title: "none")) {
      try Gnuplot(path: "/usr/bin/gnuplot").svg(chart)
    }
    #expect(throws: ChartError.gnuplotMissing) { try Gnuplot.find(in: "/nowhere:/proc") }
    #expect(throws: ChartError.gnuplotNotStarted(errno: ENOENT)) {
      try Gnuplot(path: "/nowhere/gnuplot").svg(Self.charts[0])
    }
  }

  @Test("a program that is no gnuplot gives its status and first words")
  func failing() {
    #expect(throws: ChartError.gnuplotFailed(status: 1, said: "no message")) {
      try Gnuplot(path: "/bin/false").svg(Self.charts[0])
    }
  }

  @Test("a raised cancellation stops the drawing")
  func cancelled() {
    let work = Work()
    work.cancellation.cancel()
    #expect(throws: Cancelled.self) {
      try Gnuplot(path: "/usr/bin/gnuplot").png(Self.charts[0], work: work)
    }
  }

  @Test("the drawn values are given as a table too")
  func values() {
    let table = Self.charts[0].table
    #expect(table.columns.map(\.key) == ["series", "x", "y", "low", "high"])
    #expect(table.rows.first == [.text("eigen"), .number(0), .number(0), .null, .null])
    #expect(table.rows.last == [.text("eigen"), .number(1), .number(1), .null, .null])
  }

  @Test("shares of a histogram sum to one")
  func histogram() {
    for series in Chart.scores(ThresholdCurve(Self.table)).series {
      #expect(abs(series.points.reduce(0) { $0 + $1.y } - 1) < 1e-12)
    }
  }

  @Test("the highest bar of a histogram does not touch the frame")
  func roomAboveBars() throws {
    let chart = Chart.scores(ThresholdCurve(Self.table))
    let highest = try #require(chart.series.flatMap(\.points).map(\.y).max()) * 100
    let script = GnuplotScript(chart: chart, output: .svg(width: 400, height: 300)).text
    let line = try #require(script.split(separator: "\n").first { $0.hasPrefix("set yrange [0:") })
    let top = try #require(Double(line.dropFirst("set yrange [0:".count).dropLast()))
    #expect(top > highest && top < highest * 1.2)
  }

  @Test(
    "an axis of angles is marked at angles that are probed",
    arguments: [(15.0, 15.0), (30.0, 30.0)])
  func angleTicks(binDegrees: Double, tick: Double) {
    let bins = (-3...3).map { Double($0) * binDegrees }
    let people = (0..<2).map { SubjectID("p\($0)") }
    let table = TrialTable(
      gallery: people,
      probes: bins.enumerated().map { number, yaw in
        .init(file: "\(number)", subject: people[0], isMated: true, yawDegrees: yaw)
      },
      distances: Matrix(
        rows: bins.count, columns: 2, elements: bins.flatMap { _ in [1.0, 2.0] }))
    let chart = Chart.angles([("eigen", AngleProfile(table, stepDegrees: binDegrees))])
    let script = GnuplotScript(chart: chart, output: .svg(width: 400, height: 300)).text
    #expect(script.contains("\nset xtics \(tick)\n"))
  }
}
