import CDNNL

/// What multiplies bytes. Both are exact and give the same whole numbers.
package enum ByteProductEngine: String, CaseIterable, Sendable {
  /// oneDNN's byte products, on processors that have instructions for them.
  case byteInstructions
  /// Single-precision BLAS on bytes − 128, over so few values at a time that nothing is rounded.
  case floats

  /// Whether this processor does ``byteInstructions`` without saturation.
  package static let hasByteInstructions = fdn_bytes_are_exact() == 1

  /// The faster one of those that are exact here.
  package static let best: ByteProductEngine = hasByteInstructions ? .byteInstructions : .floats

  /// Values summed in one go: 1,024 · 128² = 2²⁴ is the last whole number a float holds exactly,
  /// 65,000 · 255 · 128 fits 32 bits.
  var depth: Int {
    switch self {
    case .byteInstructions: 65_000
    case .floats: 1_020
    }
  }
}
