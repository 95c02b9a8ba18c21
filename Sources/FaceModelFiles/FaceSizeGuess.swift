import FaceVocabulary

/// The likely width and height of faces of which only the number of pixels is known.
enum FaceSizeGuess {
  /// Sizes of well-known collections and of recipes in wide use: AT&T, Yale, Extended Yale B, …
  private static let known = [
    PixelSize(width: 92, height: 112), PixelSize(width: 320, height: 243),
    PixelSize(width: 168, height: 192), PixelSize(width: 47, height: 62),
    PixelSize(width: 80, height: 100), PixelSize(width: 90, height: 100),
  ]

  /// A known size, else a square, else the most square upright shape; nil when that is longer than
  /// 3:2, as no face is.
  static func size(of pixels: Int) -> PixelSize? {
    guard pixels >= 1, pixels <= 1 << 30 else { return nil }
    if let size = known.first(where: { $0.area == pixels }) { return size }
    var width = Int(Double(pixels).squareRoot())
    while width > 1 && !pixels.isMultiple(of: width) { width -= 1 }
    let height = pixels / width
    guard height * 2 <= width * 3 else { return nil }
    return PixelSize(width: width, height: height)
  }
}
