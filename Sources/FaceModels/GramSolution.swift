import CooperativeWork
import FaceVocabulary
import Matrices

/// Axes as combinations of the training faces less their mean: nothing here has pixels.
struct GramSolution: Sendable {
  /// k values, descending: variance along the axis (Eigenfaces, grey level²) or the ratio of
  /// variance between people to that within (Fisherfaces).
  var values: [Double]
  /// k×n; axis j is Σ weights[j, t]·(face t − mean), of unit length up to rounding.
  var weights: Matrix

  /// The axes in `range`.
  func selecting(_ range: Range<Int>) -> GramSolution {
    GramSolution(
      values: Array(values[range]), weights: weights.selecting(rows: Array(range)))
  }
}

/// Eigenvalues at and below this share of the largest are rounding.
func rankTolerance(size: Int) -> Double { 4 * Double(size) * Double.ulpOfOne }

/// Runs a solver, turning its error into the stage's.
func solving<Result>(_ solve: () throws -> Result) throws -> Result {
  do {
    return try solve()
  } catch EigenError.solverFailed(let routine, let info) {
    throw TrainingError.solverFailed(routine: routine, info: info)
  } catch ByteProductError.byteProductFailed(let status) {
    throw TrainingError.solverFailed(routine: "gemm_u8s8s32", info: status)
  }
}
