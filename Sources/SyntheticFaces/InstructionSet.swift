internal import CHeadKernels

/// Which instructions the loops that render heads use: the same bytes from each, at different speed.
package enum InstructionSet: String, CaseIterable, Sendable {
  /// What every processor of the kind has.
  case baseline
  /// AVX2 and what came with it (x86-64-v3).
  case avx2
  /// AVX-512 on vectors of 256 bits (x86-64-v4).
  case avx512

  /// Those that this processor has, slowest first.
  package static let available = allCases.filter { $0.found != nil }

  /// The fastest one of this processor.
  package static let best = available.last ?? .baseline

  private var found: UnsafePointer<fhk_kernels>? {
    let number =
      switch self {
      case .baseline: FHK_BASELINE
      case .avx2: FHK_AVX2
      case .avx512: FHK_AVX512
      }
    return fhk_kernels_for(Int32(number.rawValue))
  }

  /// The loops; those of ``baseline`` where the processor lacks the instructions.
  var kernels: fhk_kernels {
    guard let found = found ?? Self.baseline.found else {
      preconditionFailure("every processor has the baseline")
    }
    return found.pointee
  }
}
