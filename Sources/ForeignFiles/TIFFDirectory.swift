/// The first directory of a TIFF, which is also the form of an EXIF block.
struct TIFFDirectory {
  private let bytes: CheckedBytes
  let bigEndian: Bool
  private let start: Int
  private let entries: Int

  /// nil when `bytes` hold no directory.
  init?(_ bytes: CheckedBytes) {
    if bytes.has("II", at: 0) {
      bigEndian = false
    } else if bytes.has("MM", at: 0) {
      bigEndian = true
    } else {
      return nil
    }
    guard bytes.integer(2, width: 2, bigEndian: bigEndian) == 42,
      let start = bytes.integer(4, width: 4, bigEndian: bigEndian),
      let entries = bytes.integer(start, width: 2, bigEndian: bigEndian)
    else { return nil }
    self.bytes = bytes
    self.start = start
    self.entries = entries
  }

  /// Where the value field of `tag` lies, with its type and count.
  func entry(_ tag: Int) -> (type: Int, count: Int, valueOffset: Int)? {
    for index in 0..<entries {
      let place = start + 2 + 12 * index
      guard let found = bytes.integer(place, width: 2, bigEndian: bigEndian) else { return nil }
      guard found == tag else { continue }
      guard let type = bytes.integer(place + 2, width: 2, bigEndian: bigEndian),
        let count = bytes.integer(place + 4, width: 4, bigEndian: bigEndian),
        place + 12 <= bytes.count
      else { return nil }
      return (type, count, place + 8)
    }
    return nil
  }

  /// The first value of `tag` where it is a whole number (BYTE, SHORT or LONG).
  func short(_ tag: Int) -> Int? {
    guard let (type, count, place) = entry(tag), count >= 1,
      let width = [1: 1, 3: 2, 4: 4][type]
    else { return nil }
    if width * count <= 4 { return bytes.integer(place, width: width, bigEndian: bigEndian) }
    guard let offset = bytes.integer(place, width: 4, bigEndian: bigEndian) else { return nil }
    return bytes.integer(offset, width: width, bigEndian: bigEndian)
  }
}
