import CommandLanguage
import FaceImages

/// Changes to the limits on faces, for `settings set` or for one command only.
struct QualityOptions: Sendable {
  var minimumSharpness: Double?
  var exposure: ClosedRange<Double>?
  var mostClipped: Double?
  var minimumContrast: Double?
  var minimumWidth: Int?

  /// `limits` with the changes made.
  func applied(to limits: QualityLimits) -> QualityLimits {
    var changed = limits
    if let minimumSharpness { changed.minimumSharpness = minimumSharpness }
    if let exposure { changed.exposure = exposure }
    if let mostClipped { changed.mostClipped = mostClipped }
    if let minimumContrast { changed.minimumContrast = minimumContrast }
    if let minimumWidth { changed.minimumWidth = minimumWidth }
    return changed
  }

  /// The options under the heading of every command that has them.
  static let group = OptionGroup<QualityOptions>(
    "Quality of a face",
    [
      .option(
        "min-sharpness", \.minimumSharpness, .number(0...1_000_000, placeholder: "X"),
        help: "Least variance of the Laplacian with the face at 100 pixels width"),
      .option(
        "exposure", \.exposure, GreyRange.domain,
        help: "Mean grey levels of a well exposed face"),
      .option(
        "max-clipped", \.mostClipped, .share(),
        help: "Largest share of pixels that are black, and that are white"),
      .option(
        "min-contrast", \.minimumContrast, .number(0...128),
        help: "Least standard deviation of the grey levels"),
      .option(
        "min-face", \.minimumWidth, .integer(1...65_535, placeholder: "PX"),
        help: "Least width of a face"),
    ])
}

/// A range of grey levels as it is typed: `40:215`.
enum GreyRange {
  static func spelled(_ range: ClosedRange<Double>) -> String {
    "\(NumberText.text(range.lowerBound)):\(NumberText.text(range.upperBound))"
  }

  /// `LO:HI`, both from 0 to 255.
  static let domain = Domain<ClosedRange<Double>>(
    placeholder: "LO:HI", description: "range LO:HI of grey levels from 0 to 255",
    badSamples: ["", "40", "40:", ":200", "200:40", "40:256", "-1:40", "a:b", "40:200:5"],
    spell: { spelled($0) }
  ) { text throws(DomainError) in
    let ends = text.split(separator: ":", omittingEmptySubsequences: false).map {
      NumberText.number(String($0))
    }
    guard ends.count == 2, let low = ends[0], let high = ends[1], low >= 0, high <= 255, low <= high
    else { throw DomainError("is no range LO:HI of grey levels from 0 to 255") }
    return low...high
  }
}
