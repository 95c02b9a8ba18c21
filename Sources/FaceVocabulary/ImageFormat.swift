/// The picture formats that are read, told apart by content and never by suffix.
package enum ImageFormat: String, CaseIterable, Codable, Sendable {
  case jpeg
  case png
  /// PBM, PGM or PPM, plain or raw, 8 or 16 bits.
  case netpbm
  case bmp
  case tiff
  case webp
  /// The first frame only.
  case gif

  /// The name people use for it.
  package var title: String {
    switch self {
    case .jpeg: "JPEG"
    case .png: "PNG"
    case .netpbm: "PBM/PGM/PPM"
    case .bmp: "BMP"
    case .tiff: "TIFF"
    case .webp: "WebP"
    case .gif: "GIF"
    }
  }
}
