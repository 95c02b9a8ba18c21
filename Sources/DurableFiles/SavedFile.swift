/// What a finished save can promise.
package struct SavedFile: Equatable, Sendable {
  /// Where it went; differs from the path asked for when that was a link.
  package let path: String
  /// Bytes of the file.
  package let byteCount: Int
  /// SHA-256 of the file, 64 hexadecimal digits, of bytes read back from the disk.
  package let digest: String
  /// Whether the name is known to be on the disk.
  package let durability: Durability

  /// The file is complete and in place in every case; only a power cut can tell these apart.
  package enum Durability: Equatable, Sendable {
    /// Contents and name are on the disk.
    case durable
    /// The contents are on the disk; the folder's list of names may not be.
    case unknown(SystemCode)
  }

  /// What to tell the user besides success; nil when all is well.
  package var warning: String? {
    switch durability {
    case .durable: nil
    case .unknown(let code):
      "\(path) is saved, but may be gone after a power cut: its folder could not be brought to "
        + "disk: \(code.words)"
    }
  }
}
