import CModelText

/// Packs what passes through it, as gzip does, without a clock value.
final class GzipPacker {
  private let stream: OpaquePointer
  private let emit: ([UInt8]) throws -> Void
  private var output = [UInt8](repeating: 0, count: 1 << 18)

  /// Digits pack to 45 % at level 1 and to 43 % at level 6, which takes four times as long.
  private static let level: Int32 = 1

  /// A packer that hands packed bytes to `emit`; nil when memory is out.
  init?(emit: @escaping ([UInt8]) throws -> Void) {
    guard let stream = fmt_gzip_compressor(GzipPacker.level) else { return nil }
    self.stream = stream
    self.emit = emit
  }

  deinit { fmt_gzip_free(stream) }

  /// Packs `bytes`; `last` ends the file.
  func feed(_ bytes: [UInt8], last: Bool) throws {
    var offset = 0
    while true {
      var consumed = 0
      var produced = 0
      let status = bytes.withUnsafeBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in
          fmt_gzip_step(
            stream, input.baseAddress?.advanced(by: offset), input.count - offset, last ? 1 : 0,
            output.baseAddress, output.count, &consumed, &produced)
        }
      }
      offset += consumed
      if produced > 0 { try emit(Array(output[..<produced])) }
      if status == FMT_GZIP_END { return }
      precondition(status == FMT_GZIP_MORE, "packing takes any bytes")
      if !last && offset == bytes.count { return }
    }
  }
}

/// Unpacks gzip files.
enum Gzip {
  /// Whether `bytes` begin as gzip files do.
  static func isPacked(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// The bytes that `packed` holds, at most `limit`; several members follow each other.
  ///
  /// The file's own claim of its size decides how much room is made, never more than deflate
  /// could fill.
  static func unpacked(_ packed: [UInt8], limit: Int) throws(TextFault) -> [UInt8] {
    guard packed.count >= 18, let stream = fmt_gzip_decompressor() else { throw .gzip }
    defer { fmt_gzip_free(stream) }
    let claim = packed.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    let room = min(claim, limit, packed.count * 1_032)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(room + 1)
    var block = [UInt8](repeating: 0, count: 1 << 20)
    var offset = 0
    while true {
      var consumed = 0
      var produced = 0
      let status = packed.withUnsafeBufferPointer { input in
        block.withUnsafeMutableBufferPointer { output in
          fmt_gzip_step(
            stream, input.baseAddress?.advanced(by: offset), input.count - offset, 0,
            output.baseAddress, output.count, &consumed, &produced)
        }
      }
      offset += consumed
      guard bytes.count + produced <= limit else { throw .unpacksTooLarge(limit: limit) }
      bytes += block[..<produced]
      switch Int(status) {
      case FMT_GZIP_END:
        if offset == packed.count { return bytes }
        guard packed[offset...].starts(with: [0x1F, 0x8B]),
          fmt_gzip_next_member(stream) == FMT_GZIP_MORE
        else { throw .gzip }
      case FMT_GZIP_MORE:
        if consumed == 0 && produced == 0 { throw offset == packed.count ? .cutOff : .gzip }
      default: throw .gzip
      }
    }
  }
}
