/// The base64 blocks that OpenCV writes for matrices when asked to.
///
/// 24 bytes of header, a count and a type letter padded with spaces, then the elements as they lie
/// in the memory of a little-endian machine.
enum Base64Block {
  private static let headerBytes = 24

  /// Decodes the block whose digits are `text`, blanks between them ignored.
  static func numbers(
    _ text: some Sequence<UInt8>, _ header: MatrixHeader
  ) throws(TextFault) -> DocumentMatrix.Numbers {
    guard let bytes = decoded(text), bytes.count >= headerBytes else { throw .base64 }
    let type = String(decoding: bytes[..<headerBytes], as: UTF8.self).filter { $0 != " " }
    guard type.last == header.element.rawValue, type.dropLast().allSatisfy(\.isNumber) else {
      throw .base64
    }
    let payload = bytes[headerBytes...]
    let (needed, overflow) = header.count.multipliedReportingOverflow(by: header.element.bytes)
    guard !overflow, payload.count == needed else {
      throw .count(declared: header.count, found: payload.count / header.element.bytes)
    }
    let array = Array(payload)
    func element(_ index: Int) -> UInt64 {
      var value: UInt64 = 0
      let size = header.element.bytes
      for byte in 0..<size { value |= UInt64(array[index * size + byte]) << (8 * UInt64(byte)) }
      return value
    }
    let indices = 0..<header.count
    switch header.element {
    case .double:
      let values = indices.map { Double(bitPattern: element($0)) }
      guard values.allSatisfy(\.isFinite) else { throw .notFinite }
      return .doubles(values)
    case .float:
      let values = indices.map { Float(bitPattern: UInt32(truncatingIfNeeded: element($0))) }
      guard values.allSatisfy(\.isFinite) else { throw .notFinite }
      return .floats(values)
    case .half:
      throw .matrixHeader("half-precision numbers in base64, which face models never have")
    case .unsignedByte, .unsignedShort: return .integers(indices.map { Int32(element($0)) })
    case .signedByte:
      return .integers(indices.map { Int32(Int8(truncatingIfNeeded: element($0))) })
    case .signedShort:
      return .integers(indices.map { Int32(Int16(truncatingIfNeeded: element($0))) })
    case .integer: return .integers(indices.map { Int32(truncatingIfNeeded: element($0)) })
    }
  }

  /// The bytes of `text`; nil when a digit is wrong.
  private static func decoded(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var pending: UInt32 = 0
    var digits = 0
    var padding = 0
    for character in text where !character.isBlank {
      let value: UInt32
      switch character {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = UInt32(character) - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = UInt32(character) - 71
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt32(character) + 4
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      case UInt8(ascii: "="):
        padding += 1
        value = 0
      default: return nil
      }
      guard padding == 0 || character == UInt8(ascii: "=") else { return nil }
      pending = pending << 6 | value
      digits += 1
      if digits % 4 == 0 {
        bytes.append(UInt8(truncatingIfNeeded: pending >> 16))
        bytes.append(UInt8(truncatingIfNeeded: pending >> 8))
        bytes.append(UInt8(truncatingIfNeeded: pending))
        pending = 0
      }
    }
    guard digits % 4 == 0, padding <= 2 else { return nil }
    bytes.removeLast(padding)
    return bytes
  }
}
