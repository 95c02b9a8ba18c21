import CMatrixKernels
import CooperativeWork

/// Products of bytes as products of pairs of short integers, which processors with AVX2 have.
///
/// Exact, in a third less time than products of floats: bytes become short integers once, in panels
/// of sixteen variables, and every two panels are multiplied with all sums in registers. After
/// Goto and van de Geijn, “Anatomy of high-performance matrix multiplication”, 2008, §4–5.
struct ShortProducts {
  /// Panels a tile is wide: two stretches of panels and their sums fit the second cache.
  private static let tile = 8
  private static let panel = Int(FMK_SHORT_PANEL)
  /// Words of a panel that are multiplied at a time; two stretches stay in the first cache.
  private static let stretch = 128
  /// Samples that 32-bit sums hold: 33,024 · 255² < 2³¹.
  private static let exactSamples = 33_024
  /// Bytes the panels may take.
  private static let panelBytes = 32 << 20

  let bytes: ByteMatrix
  /// Whether the variables are the columns or the rows.
  let betweenColumns: Bool

  private var variables: Int { betweenColumns ? bytes.columns : bytes.rows }
  private var samples: Int { betweenColumns ? bytes.rows : bytes.columns }
  private var panels: Int { (variables + Self.panel - 1) / Self.panel }

  /// Adds the products to `target`, a symmetric variables×variables matrix.
  func add(to target: inout Matrix, work: Work) throws {
    let allowed = max(256, Self.panelBytes / (2 * Self.panel * max(1, panels)))
    let step = min(Self.exactSamples, allowed)
    for first in stride(from: 0, to: samples, by: step) {
      let packed = try packed(first..<min(first + step, samples), work: work)
      try multiply(packed, into: &target, work: work)
    }
  }

  /// The bytes of all variables over `range` of the samples.
  private func packed(_ range: Range<Int>, work: Work) throws -> Packed {
    let packed = Packed(panels: panels, samples: range.count)
    let stride = bytes.columns
    try bytes.elements.withUnsafeBufferPointer { source in
      guard let source = ReadOnlyMemory(source) else { return }
      _ = try work.map(count: panels) { panel in
        let first = panel * Self.panel
        let count = min(Self.panel, variables - first)
        if betweenColumns {
          fmk_shorts_pack_columns(
            source.start + range.lowerBound * stride + first, stride, count, range.count,
            packed.panel(panel))
        } else {
          fmk_shorts_pack_rows(
            source.start + first * stride + range.lowerBound, stride, count, range.count,
            packed.panel(panel))
        }
      }
    }
    return packed
  }

  /// Every two panels, a tile of them a thread.
  private func multiply(_ packed: Packed, into target: inout Matrix, work: Work) throws {
    let tiles = (panels + Self.tile - 1) / Self.tile
    let both = (0..<tiles).flatMap { row in (0...row).map { (row, $0) } }
    try target.elements.withUnsafeMutableBufferPointer { result in
      guard let result = DisjointMemory(result) else { return }
      _ = try work.map(count: both.count, makeLane: { Sums() }) { sums, index in
        let (rows, columns) = (tileRange(both[index].0), tileRange(both[index].1))
        sums.clear()
        for word in stride(from: 0, to: packed.pairs, by: Self.stretch) {
          let count = min(Self.stretch, packed.pairs - word)
          for row in rows {
            let left = packed.panel(row) + word * Self.panel
            for column in columns where column <= row {
              fmk_shorts_multiply(
                left, packed.panel(column) + word * Self.panel, count,
                sums.of(row % Self.tile, column % Self.tile))
            }
          }
        }
        for row in rows {
          for column in columns where column <= row {
            add(sums.of(row % Self.tile, column % Self.tile), row, column, to: result.start)
          }
        }
      }
    }
  }

  private func tileRange(_ tile: Int) -> Range<Int> {
    tile * Self.tile..<min((tile + 1) * Self.tile, panels)
  }

  /// Adds the sums of two panels to both triangles.
  private func add(
    _ sums: UnsafePointer<Int32>, _ rowPanel: Int, _ columnPanel: Int,
    to result: UnsafeMutablePointer<Double>
  ) {
    let count = variables
    let (top, left) = (rowPanel * Self.panel, columnPanel * Self.panel)
    for row in top..<min(top + Self.panel, count) {
      for column in left..<min(left + Self.panel, row + 1) {
        let sum =
          result[row * count + column]
          + Double(sums[(row - top) * Self.panel + column - left])
        result[row * count + column] = sum
        result[column * count + row] = sum
      }
    }
  }
}

extension ShortProducts {
  /// Panels one after the other, each with the words of its samples in turn.
  ///
  /// `@unchecked Sendable`: every panel is written by the one thread that packs it, and only read
  /// once all are packed.
  private final class Packed: @unchecked Sendable {
    /// Words of a panel's variable: one for every two samples.
    let pairs: Int
    private let words: Scratch<Int32>

    init(panels: Int, samples: Int) {
      pairs = (samples + 1) / 2
      words = Scratch(count: panels * pairs * ShortProducts.panel)
    }

    func panel(_ index: Int) -> UnsafeMutablePointer<Int32> {
      words.start + index * pairs * ShortProducts.panel
    }
  }

  /// 32-bit sums of a tile of panels by a tile of panels.
  private final class Sums {
    private let cells = Scratch<Int32>(count: tile * tile * panel * panel)

    func clear() { cells.start.update(repeating: 0, count: cells.count) }

    func of(_ row: Int, _ column: Int) -> UnsafeMutablePointer<Int32> {
      cells.start + (row * tile + column) * panel * panel
    }
  }
}
