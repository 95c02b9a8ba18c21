package import CooperativeWork
package import FaceVocabulary

/// How an import turns files into grey pictures.
///
/// A closure rather than the helper itself, so that tests can import without starting a process.
package struct PictureDecoder: Sendable {
  /// Decodes the files at the given paths, one outcome each, in their order.
  package let decode: @Sendable ([String], Work) throws -> [PictureOutcome]

  package init(decode: @escaping @Sendable ([String], Work) throws -> [PictureOutcome]) {
    self.decode = decode
  }
}

/// What became of one file that was to be decoded.
package enum PictureOutcome: Equatable, Sendable {
  case picture(GrayImage)
  /// The reason as a person should read it, and its stable word.
  case unreadable(reason: String, kind: String)
}
