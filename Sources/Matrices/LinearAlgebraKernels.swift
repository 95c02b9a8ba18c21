import CLAPACK

/// Which of its kernels OpenBLAS uses.
package enum LinearAlgebraKernels {
  /// Makes OpenBLAS use what this processor can, unless OPENBLAS_CORETYPE says otherwise.
  ///
  /// To be called once at the start of a program, after its arguments were read and before it makes a
  /// thread: it changes the environment.
  package static func choose() { fla_kernels_choose() }
}
