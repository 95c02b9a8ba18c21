package import FaceVocabulary

/// Raw 8-bit PGM, the format of a dataset's own pictures: read and written here, without the helper.
package enum PortableGraymap {
  /// `P5`, size, 255 and the levels.
  package static func encode(_ image: GrayImage) -> [UInt8] {
    Array("P5\n\(image.width) \(image.height)\n255\n".utf8) + image.pixels
  }

  /// Length in bytes of what ``encode(_:)`` makes of a picture of this size.
  package static func byteCount(of size: PixelSize) -> Int {
    func digits(_ number: Int) -> Int {
      var (rest, count) = (number / 10, 1)
      while rest > 0 { (rest, count) = (rest / 10, count + 1) }
      return count
    }
    return "P5\n \n255\n".utf8.count + digits(size.width) + digits(size.height) + size.area
  }

  /// The picture in `bytes`; any PBM, PGM or PPM is understood.
  package static func decode(
    _ bytes: [UInt8], limits: DecodingLimits = .standard
  ) throws(Netpbm.Fault) -> GrayImage {
    try Netpbm(bytes, limits: limits).image
  }
}
