/// A stranger's bytes: every access is checked, in every build.
struct CheckedBytes {
  let memory: UnsafeRawBufferPointer

  init(_ memory: UnsafeRawBufferPointer) { self.memory = memory }

  var count: Int { memory.count }

  /// The byte at `offset`; nil outside.
  func byte(_ offset: Int) -> UInt8? {
    offset >= 0 && offset < memory.count ? memory[offset] : nil
  }

  /// The unsigned integer of `width` bytes (1…4) at `offset`; nil when it does not lie inside.
  func integer(_ offset: Int, width: Int, bigEndian: Bool) -> Int? {
    guard offset >= 0, offset <= memory.count - width else { return nil }
    var value = 0
    for place in 0..<width {
      let byte = Int(memory[offset + place])
      value |= byte << (8 * (bigEndian ? width - 1 - place : place))
    }
    return value
  }

  func big16(_ offset: Int) -> Int? { integer(offset, width: 2, bigEndian: true) }
  func big32(_ offset: Int) -> Int? { integer(offset, width: 4, bigEndian: true) }
  func little16(_ offset: Int) -> Int? { integer(offset, width: 2, bigEndian: false) }
  func little24(_ offset: Int) -> Int? { integer(offset, width: 3, bigEndian: false) }
  func little32(_ offset: Int) -> Int? { integer(offset, width: 4, bigEndian: false) }

  /// Whether the ASCII `text` stands at `offset`.
  func has(_ text: StaticString, at offset: Int) -> Bool {
    guard offset >= 0, offset <= memory.count - text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { letters in
      letters.indices.allSatisfy { memory[offset + $0] == letters[$0] }
    }
  }

  /// `length` bytes from `offset` on, as far as they are there.
  func part(_ offset: Int, length: Int) -> CheckedBytes {
    let start = min(max(0, offset), memory.count)
    let end = min(start + max(0, length), memory.count)
    return CheckedBytes(UnsafeRawBufferPointer(rebasing: memory[start..<end]))
  }
}
