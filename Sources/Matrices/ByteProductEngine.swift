import CDNNL
import CMatrixKernels

/// What multiplies bytes. All are exact and give the same whole numbers.
package enum ByteProductEngine: String, CaseIterable, Sendable {
  /// oneDNN's byte products, on processors that have instructions for them.
  case byteInstructions
  /// Pairs of short integers, on processors that multiply sixteen of them at once.
  case shortIntegers
  /// Single-precision BLAS on bytes − 128, over so few values at a time that nothing is rounded.
  case floats

  /// Whether this processor does ``byteInstructions`` without saturation.
  package static let hasByteInstructions = fdn_bytes_are_exact() == 1

  /// Those that are exact here, the fastest first.
  package static let exact: [ByteProductEngine] =
    (hasByteInstructions ? [.byteInstructions] : [])
    + (fmk_has_short_products() == 1 ? [.shortIntegers] : []) + [.floats]

  /// The fastest one of those that are exact here.
  package static let best: ByteProductEngine = exact[0]
}
