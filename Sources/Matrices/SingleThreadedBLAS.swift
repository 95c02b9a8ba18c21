import CLAPACK

/// OpenBLAS kept to one thread, the only way it gives the same bytes for any number of jobs.
///
/// Parallelism comes from calling it on fixed tiles from several threads; that was also faster.
enum SingleThreadedBLAS {
  /// Touch this before any other call.
  static let ready: Void = openblas_set_num_threads(1)

  /// c (m×n) = a (m×k) · b (k×n), each row-major with its stride, `a` or `b` transposed on request.
  static func multiply(
    transposingA: Bool = false, transposingB: Bool = false, _ m: Int, _ n: Int, _ k: Int,
    _ a: UnsafePointer<Double>, _ strideA: Int, _ b: UnsafePointer<Double>, _ strideB: Int,
    scale: Double = 1, keeping kept: Double = 0, _ c: UnsafeMutablePointer<Double>, _ strideC: Int
  ) {
    _ = ready
    cblas_dgemm(
      CblasRowMajor, transposingA ? CblasTrans : CblasNoTrans,
      transposingB ? CblasTrans : CblasNoTrans, Int32(m), Int32(n), Int32(k), scale, a,
      Int32(strideA), b, Int32(strideB), kept, c, Int32(strideC))
  }

  /// As ``multiply(transposingA:transposingB:_:_:_:_:_:_:_:scale:keeping:_:_:)`` in single
  /// precision.
  static func multiply(
    transposingA: Bool, transposingB: Bool, _ m: Int, _ n: Int, _ k: Int,
    _ a: UnsafePointer<Float>, _ strideA: Int, _ b: UnsafePointer<Float>, _ strideB: Int,
    _ c: UnsafeMutablePointer<Float>, _ strideC: Int
  ) {
    _ = ready
    cblas_sgemm(
      CblasRowMajor, transposingA ? CblasTrans : CblasNoTrans,
      transposingB ? CblasTrans : CblasNoTrans, Int32(m), Int32(n), Int32(k), 1, a,
      Int32(strideA), b, Int32(strideB), 0, c, Int32(strideC))
  }
}
