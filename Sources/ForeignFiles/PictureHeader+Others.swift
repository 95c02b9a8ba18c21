import FaceVocabulary

extension PictureHeader {
  /// Reads the size from a Windows or OS/2 bitmap's header.
  static func bmp(_ bytes: CheckedBytes) throws(HeaderFault) -> PictureHeader {
    guard let headerLength = bytes.little32(14) else { throw .truncated }
    if headerLength == 12 {
      guard let width = bytes.little16(18), let height = bytes.little16(20) else {
        throw .truncated
      }
      return PictureHeader(size: PixelSize(width: width, height: height))
    }
    guard let width = bytes.little32(18), let height = bytes.little32(22) else { throw .truncated }
    // A negative height means that rows run downwards.
    let rows = Int(Int32(truncatingIfNeeded: height).magnitude)
    return PictureHeader(size: PixelSize(width: width, height: rows))
  }

  /// Reads the logical screen, on which the first frame is laid.
  static func gif(_ bytes: CheckedBytes) throws(HeaderFault) -> PictureHeader {
    guard let width = bytes.little16(6), let height = bytes.little16(8) else { throw .truncated }
    return PictureHeader(size: PixelSize(width: width, height: height))
  }

  /// Reads the canvas and, in extended files, the EXIF chunk.
  static func webp(_ bytes: CheckedBytes) throws(HeaderFault) -> PictureHeader {
    guard let riffLength = bytes.little32(4), bytes.count >= 30 else { throw .truncated }
    var header: PictureHeader
    if bytes.has("VP8X", at: 12) {
      guard let flags = bytes.byte(20), let width = bytes.little24(24),
        let height = bytes.little24(27)
      else { throw .truncated }
      guard flags & 0x02 == 0 else { throw .unsupported("an animation") }
      header = PictureHeader(size: PixelSize(width: width + 1, height: height + 1))
      if flags & 0x08 != 0 { header.takeOrientation(fromRIFF: bytes) }
    } else if bytes.has("VP8L", at: 12) {
      guard bytes.byte(20) == 0x2f, let packed = bytes.little32(21) else {
        throw .damaged("no lossless signature")
      }
      header = PictureHeader(
        size: PixelSize(width: (packed & 0x3fff) + 1, height: (packed >> 14 & 0x3fff) + 1))
    } else if bytes.has("VP8 ", at: 12) {
      guard bytes.little24(23) == 0x2a019d, let width = bytes.little16(26),
        let height = bytes.little16(28)
      else { throw .damaged("no key frame") }
      header = PictureHeader(size: PixelSize(width: width & 0x3fff, height: height & 0x3fff))
    } else {
      throw .damaged("no picture chunk")
    }
    header.isTruncated = riffLength + 8 > bytes.count
    return header
  }

  private mutating func takeOrientation(fromRIFF bytes: CheckedBytes) {
    var position = 12
    while let length = bytes.little32(position + 4) {
      if bytes.has("EXIF", at: position) {
        // Some writers put JPEG's prefix before the block.
        let prefix = bytes.has("Exif\0\0", at: position + 8) ? 6 : 0
        takeOrientation(
          fromEXIF: bytes.part(position + 8 + prefix, length: length - prefix))
        return
      }
      position += 8 + length + length % 2
    }
  }

  /// Reads the first directory; kinds of pixels that the codec would misread are refused.
  static func tiff(_ bytes: CheckedBytes) throws(HeaderFault) -> PictureHeader {
    guard let directory = TIFFDirectory(bytes) else {
      throw bytes.byte(2) == 43 || bytes.byte(3) == 43 ? .unsupported("64-bit offsets") : .truncated
    }
    guard let width = directory.short(0x0100), let height = directory.short(0x0101) else {
      throw .damaged("no width and height in its first directory")
    }
    if let format = directory.short(0x0153), format != 1 {
      throw .unsupported("levels that are no unsigned integers")
    }
    if let bits = directory.short(0x0102), bits > 16 { throw .unsupported("\(bits)-bit levels") }
    if let photometric = directory.short(0x0106), ![0, 1, 2, 3, 6].contains(photometric) {
      let kind = [5: "CMYK colours", 8: "Lab colours", 32_803: "raw sensor data"][photometric]
      throw .unsupported(kind ?? "colours of kind \(photometric)")
    }
    var header = PictureHeader(size: PixelSize(width: width, height: height))
    if let found = directory.short(0x0112), (2...8).contains(found),
      let entry = directory.entry(0x0112), entry.type == 3
    {
      header.orientation = found
      header.orientationPlace = (entry.valueOffset, directory.bigEndian)
    }
    return header
  }
}
