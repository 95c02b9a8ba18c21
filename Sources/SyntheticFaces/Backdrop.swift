import FaceVocabulary
import Matrices

/// What is out of focus behind a single head: a wall with soft patches and edges, from a seed.
struct Backdrop: Sendable {
  private let level: Float
  private let slope: (x: Float, y: Float)
  private let patches: [(x: Float, y: Float, size: Float, height: Float)]
  /// A soft upright edge, such as a curtain's.
  private let edge: (x: Float, softness: Float, step: Float)

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed, stream: 0xBAC0)
    func draw(_ low: Float, _ high: Float) -> Float {
      low + (high - low) * Float(generator.uniform())
    }
    level = draw(0.08, 0.62)
    slope = (draw(-0.12, 0.12), draw(-0.15, 0.10))
    patches = (0..<3).map { _ in
      (draw(-0.6, 0.6), draw(-0.6, 0.6), draw(0.2, 0.6), draw(-0.18, 0.18))
    }
    edge = (draw(-0.6, 0.6), draw(0.01, 0.06), draw(-0.2, 0.2))
  }

  /// Light at (x, y), both in picture heights from the middle.
  func light(x: Float, y: Float) -> Float {
    var value = level + slope.x * x + slope.y * y
    for patch in patches {
      let dx = (x - patch.x) / patch.size
      let dy = (y - patch.y) / patch.size
      let square = dx * dx + dy * dy
      value += patch.height / (1 + square * square)
    }
    let t = max(0, min(1, (x - edge.x) / edge.softness * 0.5 + 0.5))
    value += edge.step * t * t * (3 - 2 * t)
    return max(0.01, value)
  }
}
