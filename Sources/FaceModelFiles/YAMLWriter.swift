/// Writes a tree as OpenCV's FileStorage writes YAML.
struct YAMLWriter {
  private let sink: TextSink

  /// A comment at the top of our files, without which one that was cut at the end of a line, after
  /// OpenCV's map, could not be told from a file by OpenCV: YAML has no closing mark.
  static let promise = "# written by facebench: the map 'facebench' ends this file\n"

  /// Writes `document` to `sink`, which is flushed.
  static func write(_ document: ModelDocument, to sink: TextSink) throws {
    let writer = YAMLWriter(sink: sink)
    try sink.write("%YAML:1.0\n---\n")
    if document.root[ModelKeys.extras] != nil { try sink.write(YAMLWriter.promise) }
    for entry in document.root.entries { try writer.entry(entry, indent: 0) }
    try sink.flush()
  }

  private func entry(_ entry: DocumentMap.Entry, indent: Int) throws {
    try sink.write(spaces(indent) + entry.key + ":")
    try value(entry.value, indent: indent)
  }

  /// The value after `key:` or `-`, up to and with its line end.
  private func value(_ value: DocumentValue, indent: Int) throws {
    switch value {
    case .null: try sink.write(" []\n")
    case .integer(let whole): try sink.write(" \(whole)\n")
    case .real(let real): try sink.write(" " + decimal(real, zeroAfterPoint: false) + "\n")
    case .text(let text): try sink.write(" " + YAMLWriter.quoted(text) + "\n")
    case .list(let items):
      try sink.write("\n")
      for item in items {
        try sink.write(spaces(indent + 3) + "-")
        try self.value(item, indent: indent + 3)
      }
    case .map(let map):
      try sink.write("\n")
      for entry in map.entries { try self.entry(entry, indent: indent + 3) }
    case .matrix(let matrix):
      let inner = spaces(indent + 3)
      try sink.write(
        """
         !!opencv-matrix
        \(inner)rows: \(matrix.rows)
        \(inner)cols: \(matrix.columns)
        \(inner)dt: \(matrix.typeLetter)
        \(inner)data: [ 
        """)
      // Continuation lines must be deeper than the key, or OpenCV refuses them.
      try sink.write(matrix, .init(commas: true, zeroAfterPoint: false, indent: indent + 7))
      try sink.write(" ]\n")
    }
  }

  /// `text` in double quotes with OpenCV's escapes.
  ///
  /// OpenCV itself reads `\xNN` wrongly (it takes the digits for octal ones), but has no other way
  /// to write control characters; every other character it reads back as it was.
  static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      switch byte {
      case 10: bytes += Array("\\n".utf8)
      case 13: bytes += Array("\\r".utf8)
      case 9: bytes += Array("\\t".utf8)
      case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"):
        bytes += [UInt8(ascii: "\\"), byte]
      case 0..<32: bytes += Array("\\x\(hexadecimal(byte))".utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// `count` spaces.
func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

/// Two hexadecimal digits.
func hexadecimal(_ byte: UInt8) -> String {
  (byte < 16 ? "0" : "") + String(byte, radix: 16)
}

/// The shortest digits that read back to `value`, with the point that makes OpenCV read a double.
func decimal(_ value: Double, zeroAfterPoint: Bool) -> String {
  let text = value.description
  guard text.hasSuffix(".0") else { return text }
  return zeroAfterPoint ? text : String(text.dropLast())
}

extension DocumentMatrix {
  /// OpenCV's letter for the element type.
  var typeLetter: String {
    switch numbers {
    case .doubles, .skipped: "d"
    case .floats: "f"
    case .integers: "i"
    }
  }
}
