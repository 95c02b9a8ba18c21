/// How large a picture may be, and how long its decoding may take, before it is refused.
///
/// Width and height are read from the file's header before any pixel is decoded, so a small file
/// that claims a huge picture costs nothing.
package struct DecodingLimits: Equatable, Sendable {
  /// Most pixels a picture may have.
  package var pixels = 64_000_000
  /// Longest side, pixels.
  package var side = 16_384
  /// Largest file, bytes.
  package var fileBytes = 64 << 20
  /// Processor seconds one file may take.
  package var secondsPerFile = 10
  /// Whether a truncated or damaged JPEG is taken as far as it goes, with a note, instead of refused.
  package var allowPartial = false

  package init() {}

  /// The limits that apply unless the user says otherwise.
  package static let standard = DecodingLimits()
}
