package import FaceVocabulary

/// Why a file did not become a picture, and which file.
package struct ImageError: Error, Equatable, Sendable {
  /// The path as the user gave it.
  package let file: String
  package let fault: ImageFault

  package init(file: String, fault: ImageFault) {
    self.file = file
    self.fault = fault
  }
}

/// What can be wrong with a picture file, or with the helper process that decodes it.
package enum ImageFault: Error, Equatable, Sendable {
  case missing
  case folder
  case noPermission
  /// A pipe, socket or device.
  case notRegular
  case empty
  /// The system refused to read it.
  case unreadable(errno: Int32)
  /// Recognised as something else: "a Git LFS pointer", "an HTML page".
  case otherContent(String)
  /// Recognised as nothing.
  case unknownContent
  case tooManyBytes(found: Int, limit: Int)
  case sideTooLong(PixelSize, limit: Int)
  case tooManyPixels(PixelSize, limit: Int)
  /// Content ends before the picture does.
  case truncated(ImageFormat, decoderSays: String)
  case damaged(ImageFormat, decoderSays: String)
  /// A variant that is not read, such as 32-bit floating-point levels.
  case unsupported(ImageFormat, String)
  /// The helper process ended while it worked on this file.
  case helperDied(signal: Int32)
  case helperTimedOut(seconds: Int)
  /// The helper died on this file so often that it is not tried again.
  case quarantined(deaths: Int)
  /// The helper cannot be started at all.
  case helperUnavailable(HelperFault)
}
