/// Writes a tree as OpenCV's FileStorage writes JSON.
struct JSONWriter {
  private let sink: TextSink

  /// Writes `document` to `sink`, which is flushed.
  static func write(_ document: ModelDocument, to sink: TextSink) throws {
    let writer = JSONWriter(sink: sink)
    try writer.value(.map(document.root), indent: 0)
    try sink.write("\n")
    try sink.flush()
  }

  private func value(_ value: DocumentValue, indent: Int) throws {
    let inner = spaces(indent + 4)
    switch value {
    case .null: try sink.write("[]")
    case .integer(let whole): try sink.write("\(whole)")
    case .real(let real): try sink.write(decimal(real, zeroAfterPoint: true))
    case .text(let text): try sink.write(JSONWriter.quoted(text))
    case .list(let items):
      try sink.write("[")
      for (index, item) in items.enumerated() {
        try sink.write(index == 0 ? "\n\(inner)" : ",\n\(inner)")
        try self.value(item, indent: indent + 4)
      }
      try sink.write("\n\(spaces(indent))]")
    case .map(let map):
      try sink.write("{")
      for (index, entry) in map.entries.enumerated() {
        try sink.write(index == 0 ? "\n\(inner)" : ",\n\(inner)")
        try sink.write("\"\(entry.key)\": ")
        try self.value(entry.value, indent: indent + 4)
      }
      try sink.write("\n\(spaces(indent))}")
    case .matrix(let matrix):
      try sink.write(
        """
        {
        \(inner)"type_id": "opencv-matrix",
        \(inner)"rows": \(matrix.rows),
        \(inner)"cols": \(matrix.columns),
        \(inner)"dt": "\(matrix.typeLetter)",
        \(inner)"data": [ 
        """)
      try sink.write(matrix, .init(commas: true, zeroAfterPoint: true, indent: indent + 8))
      try sink.write(" ]\n\(spaces(indent))}")
    }
  }

  /// `text` in double quotes with the escapes that OpenCV and JSON share.
  ///
  /// OpenCV refuses `\u`, so other control characters stand as they are, which it reads.
  static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: "\""): bytes += [UInt8(ascii: "\\"), byte]
      case 10: bytes += Array("\\n".utf8)
      case 13: bytes += Array("\\r".utf8)
      case 9: bytes += Array("\\t".utf8)
      case 8: bytes += Array("\\b".utf8)
      case 12: bytes += Array("\\f".utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }
}
