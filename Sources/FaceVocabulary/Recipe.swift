/// How a picture becomes the face that a model sees: versioned, stored in every model and result.
///
/// Steps run in the order of the members. Two faces are comparable only under equal recipes.
package struct Recipe: Hashable, Sendable, Codable {
  /// Version of the meaning of this value; raised when a step changes what it computes.
  package var version = 1
  /// Which face of the picture is taken.
  package var locate = Locate.none
  /// The detector that finds it; used only when `locate` is not `none`.
  package var detector = DetectorSettings()
  /// Share of the box's side added on every side before the crop, −0.4 … 1.
  package var margin = 0.0
  /// Whether the face is turned so that the eyes lie on a level line.
  package var align = Align.none
  /// Size every face is brought to.
  package var size = TargetSize.auto
  /// How light is evened out.
  package var light = Light.none
  /// What is blanked after that.
  package var mask = Mask.none

  package init() {}

  package enum Locate: String, CaseIterable, Codable, Sendable {
    /// The picture is the face.
    case none
    /// The largest face found.
    case largest
    /// The only face found; none or several is a failure.
    case only
  }

  package enum Align: String, CaseIterable, Codable, Sendable {
    case none
    case eyes
  }

  package enum TargetSize: Hashable, Sendable {
    /// The dataset's own size where all faces share one, else 70x70.
    case auto
    case fixed(PixelSize)
  }

  package enum Light: String, CaseIterable, Codable, Sendable {
    case none
    case equalize
    case clahe
    /// Tan and Triggs 2010 with alpha 0.1, tau 10, gamma 0.2, sigma 1 and 2, then scaled to 0–255.
    case tantriggs
  }

  package enum Mask: String, CaseIterable, Codable, Sendable {
    case none
    /// Everything outside the ellipse inscribed in the face is set to 128.
    case ellipse
  }
}

extension Recipe.TargetSize: LosslessStringConvertible {
  package init?(_ text: String) {
    if text == "auto" {
      self = .auto
    } else if let size = PixelSize(text) {
      self = .fixed(size)
    } else {
      return nil
    }
  }

  package var description: String {
    switch self {
    case .auto: "auto"
    case .fixed(let size): size.description
    }
  }
}

extension Recipe.TargetSize: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let size = Recipe.TargetSize(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is no size like 92x112 or auto")
    }
    self = size
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
