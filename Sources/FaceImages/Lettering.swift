import COpenCVShim
package import FaceVocabulary

/// Words in a picture in colour: light letters with a dark rim.
package struct Lettering: Sendable {
  /// The picture with all words written so far.
  package private(set) var image: ColorImage

  package init(on image: ColorImage) { self.image = image }

  /// Writes `text` so that it ends just above `box`, or just inside where there is no room above.
  ///
  /// The font knows ASCII alone: any other letter becomes `?`. What does not fit is cut off.
  ///
  /// - Parameter height: of a capital letter, pixels.
  package mutating func write(
    _ text: String, above box: PixelRect, height: Int
  ) throws(ImageFilter.FilterError) {
    let plain = String(text.map { $0.isASCII && $0 >= " " ? $0 : "?" })
    let above = box.y - height / 3
    let baseline = above >= height ? above : box.y + height * 4 / 3
    var pixels = image.pixels
    let size = image.size
    let failure = OpenCVCall.run { message, room in
      plain.withCString { letters in
        pixels.withUnsafeMutableBufferPointer {
          fcv_write(
            $0.baseAddress, Int32(size.width), Int32(size.height), letters,
            Int32(clamping: box.x), Int32(clamping: baseline), Int32(clamping: height), message,
            room)
        }
      }
    }
    if let failure { throw .failed(filter: "lettering", reason: failure) }
    image.pixels = pixels
  }
}
