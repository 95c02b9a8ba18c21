import FaceEvaluation

/// The commands that draw one chart.
///
/// Text of users stands between single quotes only, where gnuplot knows neither escapes, commands in
/// backquotes nor macros, and an apostrophe in it becomes ’: gnuplot 5.4 misreads a doubled one at the
/// start of a string. Values are numbers in data blocks.
struct GnuplotScript {
  let chart: Chart
  let output: Output

  enum Output: Equatable {
    /// Pixels; antialiased by cairo where gnuplot was built with it.
    case png(width: Int, height: Int)
    case svg(width: Int, height: Int)
    /// Characters.
    case text(columns: Int, rows: Int)
  }

  /// Colours that the colour-blind tell apart (Okabe and Ito, 2008).
  private static let colours = [
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000",
  ]

  var text: String {
    var lines = ["set encoding utf8", "set decimalsign '.'"]
    lines += terminal
    lines += [
      "set title \(quoted(title))",
      "set xlabel \(quoted(label(chart.x)))\(isText ? "" : " offset 0,0.4")",
      "set ylabel \(quoted(label(chart.y)))",
      // Below the drawing, for above it the legend would stand over the title.
      "set key outside bottom center horizontal\(isText ? " width 2" : " height 1")",
    ]
    if !isText {
      lines += [
        "set grid linetype 1 linewidth 0.7 linecolor rgb '#E2E5E9'",
        "set border linecolor rgb '#555555'",
      ]
    }
    lines += axis("x", chart.x) + roomAside + axis("y", chart.y) + roomAbove
    for (number, line) in chart.series.enumerated() { lines += block(number, line) }
    for marker in chart.markers where marker.x.isFinite {
      let x = number(scaled(marker.x, chart.x))
      lines.append("set arrow from \(x), graph 0 to \(x), graph 1 nohead dashtype 2")
      lines.append("set label \(quoted(marker.name)) at \(x), graph 0.96 offset 0.5,0 noenhanced")
    }
    if chart.series.contains(where: { $0.style == .bars }) {
      lines.append("set style fill transparent solid 0.5 noborder")
    }
    lines.append("plot " + chart.series.enumerated().map(clause).joined(separator: ", "))
    return lines.map { $0 + "\n" }.joined()
  }

  private var terminal: [String] {
    switch output {
    case .svg(let width, let height):
      return ["set terminal svg noenhanced size \(width),\(height) font 'sans-serif,13'"]
    case .png(let width, let height):
      return [
        "if (strstrt(GPVAL_TERMINALS, 'pngcairo')) {",
        "  set terminal pngcairo noenhanced size \(width),\(height) font 'Sans,11'", "} else {",
        "  set terminal png noenhanced size \(width),\(height)", "}",
      ]
    case .text(let columns, let rows):
      return ["set terminal dumb noenhanced nofeed mono size \(columns),\(rows)"]
    }
  }

  /// The width of all values of a horizontal axis without a range of its own.
  private var span: ClosedRange<Double>? {
    let values = chart.series.flatMap(\.points).map { scaled($0.x, chart.x) }.filter(\.isFinite)
    guard chart.x.range == nil, !chart.x.scale.isLogarithmic, let low = values.min(),
      let high = values.max(), low < high
    else { return nil }
    return low...high
  }

  /// Room left and right, so that intervals and points at the ends are not cut by the frame, and no
  /// axis of counts goes far below zero.
  private var roomAside: [String] {
    guard chart.series.contains(where: { [.points, .intervals].contains($0.style) }), let span
    else { return [] }
    let room = (span.upperBound - span.lowerBound) * 0.04
    return ["set xrange [\(number(span.lowerBound - room)):\(number(span.upperBound + room))]"]
  }

  /// Room above the highest bar, which would look cut at the frame.
  private var roomAbove: [String] {
    let heights = chart.series.filter { $0.style == .bars }.flatMap(\.points)
      .map { scaled($0.y, chart.y) }.filter(\.isFinite)
    guard chart.y.range == nil, let highest = heights.max(), highest > 0 else { return [] }
    return ["set yrange [0:\(number(highest * 1.06))]"]
  }

  private func axis(_ name: String, _ axis: Chart.Axis) -> [String] {
    var lines: [String] = []
    if let step = axis.tickStep { lines.append("set \(name)tics \(number(step))") }
    if !axis.extraTicks.isEmpty {
      let marks = axis.extraTicks.map { number(scaled($0, axis)) }
      lines.append("set \(name)tics add (\(marks.joined(separator: ", ")))")
    }
    if axis.scale.isLogarithmic { lines.append("set logscale \(name)") }
    // Plain numbers: 0.01 and not 10 to the power of -2.
    if axis.scale == .logarithmicPercent { lines.append("set format \(name) '%g'") }
    if axis.scale == .probit {
      let shares = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 0.99]
      let marks = shares.map { share -> String in
        let shown = Table.displayed(.number(share * 100), as: .plain)
        return "'\(shown)' \(number(NormalDistribution.quantile(share)))"
      }
      lines.append("set \(name)tics (" + marks.joined(separator: ", ") + ")")
    }
    if let range = axis.range {
      let low = scaled(range.lowerBound, axis)
      let high = scaled(range.upperBound, axis)
      // A little air, so that a curve along the frame is seen apart from it.
      let air = axis.scale == .percent ? (high - low) * (isText ? 0.05 : 0.01) : 0
      lines.append("set \(name)range [\(number(low - air)):\(number(high + air))]")
    }
    return lines
  }

  /// The points of a series as numbers in drawing coordinates; those that have none are left out.
  private func block(_ index: Int, _ series: Chart.Series) -> [String] {
    var lines = ["$series\(index) << END"]
    for (place, point) in series.points.enumerated() {
      // Of several points beyond the frame, the last stands on it: no line runs along it.
      if chart.x.scale == .logarithmicPercent, let least = chart.x.range?.lowerBound,
        point.x < least, place + 1 < series.points.count, series.points[place + 1].x < least
      {
        continue
      }
      let x = scaled(point.x, chart.x)
      let y = scaled(point.y, chart.y)
      guard x.isFinite, y.isFinite else { continue }
      if (chart.x.scale.isLogarithmic && x <= 0) || (chart.y.scale.isLogarithmic && y <= 0) {
        continue
      }
      var row = number(x + shift(of: index, series)) + " " + number(y)
      if series.style == .intervals {
        row += " " + number(scaled(point.low ?? point.y, chart.y))
        row += " " + number(scaled(point.high ?? point.y, chart.y))
      }
      lines.append(row)
    }
    return lines + ["END"]
  }

  /// How far a series of intervals is moved aside, so that those of several results stand apart.
  private func shift(of index: Int, _ series: Chart.Series) -> Double {
    guard series.style == .intervals, !isText, chart.series.count > 1, let span else { return 0 }
    let middle = Double(chart.series.count - 1) / 2
    return (Double(index) - middle) * (span.upperBound - span.lowerBound) * 0.008
  }

  private func clause(_ index: Int, _ series: Chart.Series) -> String {
    let colour = GnuplotScript.colours[index % GnuplotScript.colours.count]
    let ink = "linecolor rgb '\(colour)'"
    let style =
      switch series.style {
      case .line: "with lines linewidth 2 \(ink)"
      case .steps: "with steps linewidth 2 \(ink)"
      case .points: "with points pointtype \(index % 7 + 4) pointsize 0.8 \(ink)"
      case .bars: isText ? "with impulses \(ink)" : "with boxes \(ink)"
      case .intervals:
        isText ? "using 1:2 with linespoints \(ink)" : "with yerrorlines linewidth 2 \(ink)"
      }
    return "$series\(index) \(style) title \(quoted(series.name)) noenhanced"
  }

  /// The heading; in characters with the name of the vertical axis, which gnuplot leaves out there.
  private var title: String {
    isText ? chart.title + " (" + label(chart.y) + ")" : chart.title
  }

  private var isText: Bool {
    if case .text = output { return true }
    return false
  }

  private func label(_ axis: Chart.Axis) -> String {
    [.percent, .probit, .logarithmicPercent].contains(axis.scale)
      ? axis.title + " (%)" : axis.title
  }

  private func scaled(_ value: Double, _ axis: Chart.Axis) -> Double {
    switch axis.scale {
    case .linear, .logarithmic: return value
    case .percent: return value * 100
    case .logarithmicPercent: return max(value, axis.range?.lowerBound ?? value) * 100
    case .probit:
      // Rates of 0 and 1 lie infinitely far out; they are drawn on the frame.
      let range = axis.range ?? 0.0005...0.9995
      return NormalDistribution.quantile(min(max(value, range.lowerBound), range.upperBound))
    }
  }

  private func number(_ value: Double) -> String { value.isFinite ? value.description : "NaN" }

  private func quoted(_ text: String) -> String {
    let safe = VisibleText.of(text).unicodeScalars.map { $0 == "'" ? "’" : $0 }
    return "'" + String(String.UnicodeScalarView(safe)) + "'"
  }
}
