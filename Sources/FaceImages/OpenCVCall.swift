import COpenCVShim
import FaceVocabulary

/// Every call into the C++ shim passes here: pictures are borrowed, words about a failure picked up.
enum OpenCVCall {
  /// Settings of the library that must hold before its first use in this process.
  private static let started: Void = fcv_start()

  /// Why the library around OpenCV is not there; nil where it is.
  static let absence: String? = run(roomForWords: 4096) { fcv_available($0, $1) }

  /// Runs `body` with room for a message; a result other than 0 becomes the message.
  static func run(
    roomForWords: Int = 256, _ body: (UnsafeMutablePointer<CChar>, Int) -> Int32
  ) -> String? {
    _ = started
    var message = [CChar](repeating: 0, count: roomForWords)
    let status = message.withUnsafeMutableBufferPointer { buffer -> Int32 in
      guard let base = buffer.baseAddress else { return 1 }
      return body(base, buffer.count)
    }
    if status == 0 { return nil }
    return String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension GrayImage {
  /// Lends the levels to C for one call.
  func withPicture<Result>(_ body: (fcv_picture) -> Result) -> Result {
    pixels.withUnsafeBufferPointer {
      body(fcv_picture(levels: $0.baseAddress, width: Int32(width), height: Int32(height)))
    }
  }
}
