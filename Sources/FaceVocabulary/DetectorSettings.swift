/// What a cascade is run with, and on which versions of the picture.
package struct DetectorSettings: Hashable, Sendable {
  /// Name of an installed cascade without `.xml`, or the path of a file.
  package var cascade = "haarcascade_frontalface_default"
  /// Ratio between neighbouring window sizes, at least 1.01.
  package var scale = 1.1
  /// Raw hits that must agree before a face is reported; 0 reports every raw hit.
  package var neighbors = 3
  /// Smallest window side looked for, pixels.
  package var minSize = 24
  /// Largest window side looked for, pixels; nil for no limit.
  package var maxSize: Int?
  /// Whether the picture's histogram is made even before it is searched.
  package var equalize = false
  /// Whether the mirror image is searched too: a profile cascade knows one side only.
  package var flip = false
  /// Degrees by which the picture is searched turned as well, to both sides; 0 for upright alone.
  package var rotation = 0.0

  package init() {}
}

extension DetectorSettings: Codable {
  private enum CodingKeys: String, CodingKey {
    case cascade, scale, neighbors, minSize, maxSize, equalize, flip, rotation
  }

  /// Reads settings; what older files do not have stays as it was meant then.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    cascade = try container.decode(String.self, forKey: .cascade)
    scale = try container.decode(Double.self, forKey: .scale)
    neighbors = try container.decode(Int.self, forKey: .neighbors)
    minSize = try container.decode(Int.self, forKey: .minSize)
    maxSize = try container.decodeIfPresent(Int.self, forKey: .maxSize)
    equalize = try container.decodeIfPresent(Bool.self, forKey: .equalize) ?? false
    flip = try container.decodeIfPresent(Bool.self, forKey: .flip) ?? false
    rotation = try container.decodeIfPresent(Double.self, forKey: .rotation) ?? 0
  }

  /// Writes what differs from a single plain search only where it does, so that recipes without it
  /// keep their bytes.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(cascade, forKey: .cascade)
    try container.encode(scale, forKey: .scale)
    try container.encode(neighbors, forKey: .neighbors)
    try container.encode(minSize, forKey: .minSize)
    try container.encodeIfPresent(maxSize, forKey: .maxSize)
    if equalize { try container.encode(equalize, forKey: .equalize) }
    if flip { try container.encode(flip, forKey: .flip) }
    if rotation != 0 { try container.encode(rotation, forKey: .rotation) }
  }
}
