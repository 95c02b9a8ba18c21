import CLAPACK

/// OpenBLAS, which is kept to one thread.
///
/// Parallelism comes from calling it on fixed tiles from several threads; that was also faster.
enum SingleThreadedBLAS {
  /// c (m×n) = a (m×k) · b (k×n), each row-major with its stride, `a` or `b` transposed on request.
  static func multiply(
    transposingA: Bool = false, transposingB: Bool = false, _ m: Int, _ n: Int, _ k: Int,
    _ a: UnsafePointer<Double>, _ strideA: Int, _ b: UnsafePointer<Double>, _ strideB: Int,
    scale: Double = 1, keeping kept: Double = 0, _ c: UnsafeMutablePointer<Double>, _ strideC: Int
  ) {
    fla_doubles_multiply(
      transposingA ? 1 : 0, transposingB ? 1 : 0, Int32(m), Int32(n), Int32(k), scale, a,
      Int32(strideA), b, Int32(strideB), kept, c, Int32(strideC))
  }

  /// As ``multiply(transposingA:transposingB:_:_:_:_:_:_:_:scale:keeping:_:_:)`` in single
  /// precision.
  static func multiply(
    transposingA: Bool, transposingB: Bool, _ m: Int, _ n: Int, _ k: Int,
    _ a: UnsafePointer<Float>, _ strideA: Int, _ b: UnsafePointer<Float>, _ strideB: Int,
    _ c: UnsafeMutablePointer<Float>, _ strideC: Int
  ) {
    fla_floats_multiply(
      transposingA ? 1 : 0, transposingB ? 1 : 0, Int32(m), Int32(n), Int32(k), a, Int32(strideA),
      b, Int32(strideB), c, Int32(strideC))
  }
}
