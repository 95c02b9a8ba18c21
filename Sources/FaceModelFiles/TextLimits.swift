/// Bounds on text models, so that a small file cannot cost much.
package enum TextLimits {
  /// Maps and lists inside each other; OpenCV's own files need five.
  static let depth = 64
  /// Bytes of a text: OpenCV up to 4.6 cannot read back more than 2 GB.
  package static let bytes = 1_500_000_000
  /// Bytes of one text value; OpenCV reads no more than 4,096.
  static let textBytes = 4_000
  /// Bytes of a person's name.
  static let nameBytes = 1_024
}
