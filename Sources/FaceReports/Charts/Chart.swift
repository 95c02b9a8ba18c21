/// A drawing of measured values, free of any output format; ``Gnuplot`` turns it into pictures.
package struct Chart: Equatable, Sendable {
  package var title: String
  package var x: Axis
  package var y: Axis
  package var series: [Series]
  /// Vertical lines, such as the threshold in use.
  package var markers: [Marker]

  package init(title: String, x: Axis, y: Axis, series: [Series], markers: [Marker] = []) {
    self.title = title
    self.x = x
    self.y = y
    self.series = series
    self.markers = markers
  }

  /// What an axis shows.
  package struct Axis: Equatable, Sendable {
    package var title: String
    package var scale: Scale
    /// In the values' own unit; nil fits the data.
    package var range: ClosedRange<Double>?
    /// Values that are marked besides those gnuplot chooses.
    package var extraTicks: [Double]
    /// Distance of the values that are marked; nil lets gnuplot choose.
    package var tickStep: Double?

    package init(
      _ title: String, _ scale: Scale = .linear, range: ClosedRange<Double>? = nil,
      extraTicks: [Double] = [], tickStep: Double? = nil
    ) {
      self.title = title
      self.scale = scale
      self.range = range
      self.extraTicks = extraTicks
      self.tickStep = tickStep
    }
  }

  package enum Scale: Equatable, Sendable {
    case linear
    /// Shares 0 … 1 shown in per cent.
    case percent
    /// Shares 0 … 1 spread by the normal distribution, as DET curves need: a straight line is two bells.
    case probit
    /// Powers of ten; values that are not positive are left out.
    case logarithmic
    /// Shares 0 … 1 shown in per cent by powers of ten; those below the range are drawn on the frame.
    case logarithmicPercent
  }

  /// Points that belong together.
  package struct Series: Equatable, Sendable {
    package var name: String
    package var style: Style
    package var points: [Point]

    package init(_ name: String, _ style: Style = .line, points: [Point]) {
      self.name = name
      self.style = style
      self.points = points
    }
  }

  /// How the FMR of a ROC is spread.
  package enum RateAxis: String, CaseIterable, Sendable {
    /// Logarithmic where the curves have points at 1 % and below, else linear.
    case auto
    case linear
    case log
  }

  package enum Style: Equatable, Sendable {
    case line
    /// Holds each value until the next point.
    case steps
    case points
    /// Boxes centred on x, as wide as the distance to the next one.
    case bars
    /// A line with a vertical interval at each point.
    case intervals
  }

  package struct Point: Equatable, Sendable {
    package var x: Double
    package var y: Double
    /// The interval of y, for ``Style/intervals``.
    package var low: Double?
    package var high: Double?

    package init(x: Double, y: Double, low: Double? = nil, high: Double? = nil) {
      self.x = x
      self.y = y
      self.low = low
      self.high = high
    }
  }

  package struct Marker: Equatable, Sendable {
    package var x: Double
    package var name: String

    package init(x: Double, name: String) {
      self.x = x
      self.name = name
    }
  }
}

extension Chart.Scale {
  /// Whether equal steps are equal factors.
  var isLogarithmic: Bool { self == .logarithmic || self == .logarithmicPercent }
}

extension Chart {
  /// The drawn values as rows `series, x, y, low, high`, for users who plot with something else.
  package var table: Table {
    var table = Table(
      title: title,
      columns: [
        Table.Column("series", title: "series"), Table.Column("x", title: x.title),
        Table.Column("y", title: y.title), Table.Column("low", title: "low"),
        Table.Column("high", title: "high"),
      ])
    for line in series {
      for point in line.points {
        table.rows.append([
          .text(line.name), .number(point.x), .number(point.y), .measured(point.low),
          .measured(point.high),
        ])
      }
    }
    return table
  }
}
