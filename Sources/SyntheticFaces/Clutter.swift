import FaceVocabulary
import Matrices

/// A room of boxes, frames, discs and patterns behind the heads of a scene, from a seed.
struct Clutter: Sendable {
  private enum Kind: Sendable { case box, disc, frame, stripes, grain }

  private struct Piece: Sendable {
    let kind: Kind
    let x: Float
    let y: Float
    let width: Float
    let height: Float
    let tone: Float
    let slope: Float
    let period: Float
    let seed: UInt32
  }

  private let size: PixelSize
  private let wall: Backdrop
  private let pieces: [Piece]
  private let benchTone: Float

  init(seed: UInt64, size: PixelSize) {
    self.size = size
    wall = Backdrop(seed: seed)
    var generator = SeededGenerator(seed: seed, stream: 0xC107)
    func draw(_ low: Float, _ high: Float) -> Float {
      low + (high - low) * Float(generator.uniform())
    }
    let kinds: [Kind] = [.box, .box, .box, .disc, .frame, .stripes, .grain]
    let side = Float(min(size.width, size.height))
    pieces = (0..<26).map { _ in
      Piece(
        kind: kinds[generator.below(kinds.count)], x: draw(-0.1, 1) * Float(size.width),
        y: draw(-0.1, 1) * Float(size.height), width: draw(0.06, 0.35) * side,
        height: draw(0.06, 0.45) * side, tone: draw(0.02, 0.7), slope: draw(-0.15, 0.15),
        period: draw(4, 22), seed: UInt32(truncatingIfNeeded: generator.next()))
    }
    benchTone = draw(0.05, 0.35)
  }

  /// Light at a pixel of the room without its people.
  func light(x: Int, y: Int) -> Float {
    let height = Float(size.height)
    var value = wall.light(
      x: (Float(x) - Float(size.width) / 2) / height, y: (Float(y) - height / 2) / height)
    for piece in pieces {
      let u = (Float(x) - piece.x) / piece.width
      let v = (Float(y) - piece.y) / piece.height
      guard u >= 0, u <= 1, v >= 0, v <= 1 else { continue }
      if let tone = Self.tone(of: piece, u: u, v: v, x: x, y: y) { value = tone }
    }
    return max(0.005, value)
  }

  /// Light of a piece at (u, v), both 0 … 1 across it; nil where it does not cover.
  private static func tone(of piece: Piece, u: Float, v: Float, x: Int, y: Int) -> Float? {
    let shaded = piece.tone + piece.slope * (u + v - 1)
    switch piece.kind {
    case .box: return shaded
    case .disc:
      let square = (u - 0.5) * (u - 0.5) + (v - 0.5) * (v - 0.5)
      return square < 0.25 ? shaded * (1.2 - 2 * square) : nil
    case .frame:
      let inner = u > 0.12 && u < 0.88 && v > 0.12 && v < 0.88
      return inner ? shaded * 0.5 + 0.1 * v : shaded
    case .stripes:
      let phase = (Float(x) * 0.8 + Float(y) * 0.6) / piece.period
      return phase - phase.rounded(.down) < 0.5 ? shaded : shaded * 0.45
    case .grain:
      let cellX = UInt32(truncatingIfNeeded: x / 3)
      let cellY = UInt32(truncatingIfNeeded: y / 3)
      var hash = (cellX &* 0x8DA6_B343 ^ cellY &* 0xD816_3841) &+ piece.seed
      hash = (hash ^ (hash >> 15)) &* 0x2C1B_3C6D
      return shaded * (0.6 + 0.8 * Float(hash >> 24) / 255)
    }
  }

  /// The back of a bench in front of a person, from where the rendered body ends.
  func layBench(below head: SceneHead, over light: inout [Float]) {
    let pixels = head.heightPixels
    let top = max(0, Int((head.center.y + 0.88 * pixels).rounded()))
    let bottom = min(size.height, Int((head.center.y + 1.25 * pixels).rounded()))
    let left = max(0, Int((head.center.x - 0.98 * pixels).rounded()))
    let right = min(size.width, Int((head.center.x + 0.98 * pixels).rounded()))
    guard top < bottom, left < right else { return }
    for y in top..<bottom {
      let rim = Double(y - top) < 0.03 * pixels
      let tone = rim ? benchTone * 1.6 : benchTone * (1 - 0.4 * Float(y - top) / Float(pixels))
      for x in left..<right { light[y * size.width + x] = tone }
    }
  }
}
