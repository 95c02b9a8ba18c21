/// What a face must be like to be kept, and outside which it is reported.
package struct QualityLimits: Equatable, Sendable {
  /// Least ``FaceQuality/sharpness``; below it a face is blurred. A sharp face of 100 pixels and more
  /// has 150 to 3,000 (AT&T, Caltech), one of 46 pixels about 20 to 100; a blur as wide as 2 % of the
  /// face leaves 15 or less.
  package var minimumSharpness = 15.0
  /// Mean grey levels of a well exposed face.
  package var exposure: ClosedRange<Double> = 40...215
  /// Largest share of clipped pixels, dark and bright each.
  package var mostClipped = 0.25
  /// Least standard deviation of the grey levels.
  package var minimumContrast = 12.0
  /// Least width of a face, pixels.
  package var minimumWidth = 24

  package init() {}

  /// Everything about `quality` that lies outside, the gravest first.
  package func faults(of quality: FaceQuality) -> [QualityFault] {
    var faults: [QualityFault] = []
    func add(_ kind: QualityFault.Kind, _ value: Double, _ limit: Double) {
      faults.append(QualityFault(kind: kind, value: value, limit: limit))
    }
    if quality.width < minimumWidth { add(.small, Double(quality.width), Double(minimumWidth)) }
    if quality.mean < exposure.lowerBound { add(.dark, quality.mean, exposure.lowerBound) }
    if quality.mean > exposure.upperBound { add(.bright, quality.mean, exposure.upperBound) }
    if quality.clippedDark > mostClipped { add(.clippedDark, quality.clippedDark, mostClipped) }
    if quality.clippedBright > mostClipped {
      add(.clippedBright, quality.clippedBright, mostClipped)
    }
    if quality.contrast < minimumContrast { add(.flat, quality.contrast, minimumContrast) }
    if quality.sharpness < minimumSharpness {
      add(.blurred, quality.sharpness, minimumSharpness)
    }
    return faults
  }
}

/// One measure of a face outside its limits.
package struct QualityFault: Equatable, Sendable {
  package let kind: Kind
  package let value: Double
  /// The limit that was not kept.
  package let limit: Double

  package init(kind: Kind, value: Double, limit: Double) {
    self.kind = kind
    self.value = value
    self.limit = limit
  }

  package enum Kind: String, CaseIterable, Sendable {
    case small, dark, bright
    case clippedDark = "clipped_dark"
    case clippedBright = "clipped_bright"
    case flat, blurred

    /// The measure that it is about, as tables name it.
    package var measure: String {
      switch self {
      case .small: "face_px"
      case .dark, .bright: "mean"
      case .clippedDark, .clippedBright: rawValue
      case .flat: "contrast"
      case .blurred: "sharpness"
      }
    }
  }

  /// The fault in words: "blurred, sharpness 41 of at least 60".
  package var description: String {
    switch kind {
    case .small: "too small, \(Int(value)) pixels wide of at least \(Int(limit))"
    case .dark: "too dark, mean \(Self.rounded(value)) of at least \(Self.rounded(limit))"
    case .bright: "too bright, mean \(Self.rounded(value)) of at most \(Self.rounded(limit))"
    case .clippedDark:
      "badly exposed, \(Self.percent(value)) of it black, at most \(Self.percent(limit))"
    case .clippedBright:
      "badly exposed, \(Self.percent(value)) of it white, at most \(Self.percent(limit))"
    case .flat: "without contrast, \(Self.rounded(value)) of at least \(Self.rounded(limit))"
    case .blurred: "blurred, sharpness \(Self.rounded(value)) of at least \(Self.rounded(limit))"
    }
  }

  /// One decimal below 10, none above: enough to see on which side of a limit a value lies.
  private static func rounded(_ value: Double) -> String {
    let tenths = (value * 10).rounded() / 10
    return abs(tenths) >= 10 || tenths == tenths.rounded()
      ? String(Int(tenths.rounded())) : tenths.description
  }

  private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}
