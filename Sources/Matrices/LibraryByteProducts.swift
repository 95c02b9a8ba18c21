import CDNNL
import CMatrixKernels
import CooperativeWork

/// Products of bytes by a library, tile by tile.
struct LibraryByteProducts {
  /// What multiplies, and how many values it may sum in one go.
  enum Library {
    case oneDNN, blas

    /// 1,024 · 128² = 2²⁴ is the last whole number a float holds exactly; 65,000 · 255 · 128 fits
    /// 32 bits.
    var depth: Int {
      switch self {
      case .oneDNN: 65_000
      case .blas: 1_020
      }
    }
  }

  /// Variables (rows or columns) a tile is wide.
  static let tile = 256

  let bytes: ByteMatrix
  /// Whether the variables are the columns (a scatter matrix) or the rows (a Gram matrix).
  let betweenColumns: Bool
  let library: Library

  private var variables: Int { betweenColumns ? bytes.columns : bytes.rows }
  private var samples: Int { betweenColumns ? bytes.rows : bytes.columns }

  /// Adds the products to `target`, a symmetric variables×variables matrix.
  func add(to target: inout Matrix, work: Work) throws {
    let count = variables
    precondition(target.rows == count && target.columns == count)
    guard count > 0, samples > 0 else { return }
    let tiles = (count + Self.tile - 1) / Self.tile
    let pairs = (0..<tiles).flatMap { row in (0...row).map { (row, $0) } }
    let sums = sums()
    try bytes.elements.withUnsafeBufferPointer { source in
      try target.elements.withUnsafeMutableBufferPointer { result in
        guard let result = DisjointMemory(result), let source = ReadOnlyMemory(source) else {
          return
        }
        _ = try work.map(count: pairs.count, makeLane: { Lane(library: library) }) { lane, index in
          let (row, column) = pairs[index]
          try multiply(
            source.start, tileRange(row), tileRange(column), sums: sums, lane: lane,
            into: result.start)
        }
      }
    }
  }

  private func tileRange(_ tile: Int) -> Range<Int> {
    tile * Self.tile..<min((tile + 1) * Self.tile, variables)
  }

  /// Sum of every variable's bytes.
  private func sums() -> [Int] { betweenColumns ? bytes.columnSums() : bytes.rowSums() }

  /// One tile and its mirror image.
  private func multiply(
    _ source: UnsafePointer<UInt8>, _ rows: Range<Int>, _ columns: Range<Int>, sums: [Int],
    lane: Lane, into result: UnsafeMutablePointer<Double>
  ) throws {
    let cells = rows.count * columns.count
    lane.total.start.update(repeating: 0, count: cells)
    for first in stride(from: 0, to: samples, by: library.depth) {
      let depth = min(library.depth, samples - first)
      switch library {
      case .blas:
        multiplyFloats(source, rows, columns, from: first, depth: depth, lane: lane)
        fmk_floats_add(lane.floatProducts.start, cells, lane.total.start)
      case .oneDNN:
        try multiplyBytes(source, rows, columns, from: first, depth: depth, lane: lane)
        fmk_ints_add(lane.intProducts.start, cells, lane.total.start)
      }
    }
    // The libraries saw bytes less 128; what that took away comes back exactly.
    let count = variables
    let both = library == .blas
    let constant = both ? -128 * 128 * samples : 0
    for row in rows {
      let rowShare = 128 * sums[row] + constant
      for column in columns {
        let cell = (row - rows.lowerBound) * columns.count + column - columns.lowerBound
        let restored = both ? rowShare + 128 * sums[column] : rowShare
        let value = lane.total.start[cell] + Double(restored)
        guard column <= row else { continue }
        let sum = result[row * count + column] + value
        result[row * count + column] = sum
        if column != row { result[column * count + row] = sum }
      }
    }
  }

  private func multiplyFloats(
    _ source: UnsafePointer<UInt8>, _ rows: Range<Int>, _ columns: Range<Int>, from first: Int,
    depth: Int, lane: Lane
  ) {
    let left = floats(source, rows, from: first, depth: depth, into: lane.left)
    let right =
      rows == columns ? left : floats(source, columns, from: first, depth: depth, into: lane.right)
    SingleThreadedBLAS.multiply(
      transposingA: betweenColumns, transposingB: !betweenColumns, rows.count, columns.count,
      depth, left, betweenColumns ? rows.count : depth, right,
      betweenColumns ? columns.count : depth, lane.floatProducts.start, columns.count)
  }

  /// The bytes of `variables` over `depth` samples, less 128: variables×depth between rows,
  /// depth×variables between columns.
  private func floats(
    _ source: UnsafePointer<UInt8>, _ variables: Range<Int>, from first: Int, depth: Int,
    into scratch: Scratch<Float>
  ) -> UnsafePointer<Float> {
    let stride = bytes.columns
    if betweenColumns {
      for sample in 0..<depth {
        fmk_bytes_centre(
          source + (first + sample) * stride + variables.lowerBound, variables.count,
          scratch.start + sample * variables.count)
      }
    } else {
      for variable in variables {
        fmk_bytes_centre(
          source + variable * stride + first, depth,
          scratch.start + (variable - variables.lowerBound) * depth)
      }
    }
    return UnsafePointer(scratch.start)
  }

  private func multiplyBytes(
    _ source: UnsafePointer<UInt8>, _ rows: Range<Int>, _ columns: Range<Int>, from first: Int,
    depth: Int, lane: Lane
  ) throws {
    let stride = bytes.columns
    let right = lane.signed(count: columns.count * depth)
    let left: UnsafePointer<UInt8>
    if betweenColumns {
      left = source + first * stride + rows.lowerBound
      for sample in 0..<depth {
        fmk_bytes_sign(
          source + (first + sample) * stride + columns.lowerBound, columns.count,
          right + sample * columns.count)
      }
    } else {
      left = source + rows.lowerBound * stride + first
      for variable in columns {
        fmk_bytes_sign(
          source + variable * stride + first, depth,
          right + (variable - columns.lowerBound) * depth)
      }
    }
    let status = fdn_bytes_multiply(
      left, stride, right, betweenColumns ? columns.count : depth, betweenColumns ? 1 : 0,
      rows.count, columns.count, depth, lane.intProducts.start)
    guard status == 0 else { throw ByteProductError.byteProductFailed(status: Int(status)) }
  }
}

extension LibraryByteProducts {
  /// What one thread computes in.
  private final class Lane {
    let total = Scratch<Double>(count: tile * tile)
    let left: Scratch<Float>
    let right: Scratch<Float>
    let floatProducts: Scratch<Float>
    let intProducts: Scratch<Int32>
    private var signedBytes = Scratch<Int8>(count: 0)

    init(library: Library) {
      let usesFloats = library == .blas
      left = Scratch(count: usesFloats ? tile * library.depth : 0)
      right = Scratch(count: usesFloats ? tile * library.depth : 0)
      floatProducts = Scratch(count: usesFloats ? tile * tile : 0)
      intProducts = Scratch(count: usesFloats ? 0 : tile * tile)
    }

    /// Room for `count` signed bytes.
    func signed(count: Int) -> UnsafeMutablePointer<Int8> {
      if signedBytes.count < count { signedBytes = Scratch(count: count) }
      return signedBytes.start
    }
  }
}
