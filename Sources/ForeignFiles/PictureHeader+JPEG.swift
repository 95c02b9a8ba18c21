import FaceVocabulary
import Glibc

extension PictureHeader {
  /// Walks the segments to the frame header, and on through all scans to the end mark.
  ///
  /// A file without an end mark is truncated: the codec itself would pad it without failing.
  static func jpeg(_ bytes: CheckedBytes) throws(HeaderFault) -> PictureHeader {
    var header: PictureHeader?
    var exif: CheckedBytes?
    var isInverted = false
    var position = 2
    var isComplete = false
    walk: while true {
      guard let mark = nextMark(bytes, from: &position) else { break }
      switch mark {
      case 0xd9:
        guard header != nil else { throw .damaged("no frame header before its end") }
        isComplete = true
        break walk
      case 0x01, 0xd0...0xd7: continue walk
      case 0xd8: throw .damaged("a second start mark")
      default: break
      }
      guard let length = bytes.big16(position) else { break }
      guard length >= 2 else { throw .damaged("a segment of length \(length)") }
      let isFrame = (0xc0...0xcf).contains(mark) && mark != 0xc4 && mark != 0xc8 && mark != 0xcc
      if isFrame && header == nil {
        header = try frame(bytes, at: position, mark: mark)
      } else if mark == 0xee && bytes.has("Adobe", at: position + 2) {
        isInverted = true
      } else if mark == 0xe1 && exif == nil && bytes.has("Exif\0", at: position + 2) {
        exif = bytes.part(position + 8, length: length - 8)
      }
      position += length
      if mark == 0xda { skipScan(bytes, from: &position) }
    }
    guard var header else { throw .truncated }
    if header.components == 4 && !isInverted {
      // Adobe stores 255 for "no ink"; without its mark nobody knows which way round it is.
      throw .unsupported("CMYK colours that lack Adobe's mark")
    }
    if let exif { header.takeOrientation(fromEXIF: exif) }
    header.isTruncated = !isComplete
    return header
  }

  /// The mark at `position`, fill bytes passed over; rubbish between segments too, as decoders do.
  private static func nextMark(_ bytes: CheckedBytes, from position: inout Int) -> Int? {
    while let byte = bytes.byte(position) {
      position += 1
      guard byte == 0xff else { continue }
      while bytes.byte(position) == 0xff { position += 1 }
      guard let mark = bytes.byte(position) else { return nil }
      position += 1
      if mark != 0 { return Int(mark) }
    }
    return nil
  }

  /// Moves `position` to the mark that ends the entropy-coded data there.
  private static func skipScan(_ bytes: CheckedBytes, from position: inout Int) {
    guard let base = bytes.memory.baseAddress else { return }
    while position < bytes.count,
      let found = memchr(base + position, 0xff, bytes.count - position)
    {
      position = found - UnsafeMutableRawPointer(mutating: base)
      guard let next = bytes.byte(position + 1) else { break }
      if next == 0xff {
        position += 1
      } else if next == 0 || (0xd0...0xd7).contains(next) {
        position += 2
      } else {
        return
      }
    }
    position = bytes.count
  }

  private static func frame(
    _ bytes: CheckedBytes, at position: Int, mark: Int
  ) throws(HeaderFault) -> PictureHeader {
    guard let precision = bytes.byte(position + 2), let height = bytes.big16(position + 3),
      let width = bytes.big16(position + 5), let components = bytes.byte(position + 7)
    else { throw .truncated }
    guard precision == 8 else { throw .unsupported("\(precision)-bit levels") }
    guard mark <= 0xc2 else { throw .unsupported("lossless or arithmetic coding") }
    guard height > 0 else { throw .unsupported("a height that follows its pixels") }
    guard [1, 3, 4].contains(components) else { throw .unsupported("\(components) components") }
    var header = PictureHeader(size: PixelSize(width: width, height: height))
    header.components = Int(components)
    return header
  }
}
