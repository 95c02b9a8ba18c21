import FaceVocabulary

extension PictureHeader {
  /// Reads IHDR and walks the chunks to IEND; an `eXIf` chunk may hold the orientation.
  static func png(_ bytes: CheckedBytes) throws(HeaderFault) -> PictureHeader {
    guard let length = bytes.big32(8), let width = bytes.big32(16), let height = bytes.big32(20)
    else { throw .truncated }
    guard length == 13, bytes.has("IHDR", at: 12) else { throw .damaged("no header chunk") }
    var header = PictureHeader(size: PixelSize(width: width, height: height))
    var position = 8
    while true {
      guard let length = bytes.big32(position), position + 12 + length <= bytes.count else {
        header.isTruncated = true
        return header
      }
      if bytes.has("IEND", at: position + 4) { return header }
      if bytes.has("eXIf", at: position + 4) {
        header.takeOrientation(fromEXIF: bytes.part(position + 8, length: length))
      }
      position += 12 + length
    }
  }
}
