/// Writes a tree as OpenCV's FileStorage writes XML.
struct XMLWriter {
  private let sink: TextSink

  /// Writes `document` to `sink`, which is flushed.
  static func write(_ document: ModelDocument, to sink: TextSink) throws {
    let writer = XMLWriter(sink: sink)
    try sink.write("<?xml version=\"1.0\"?>\n<opencv_storage>\n")
    for entry in document.root.entries { try writer.element(entry.key, entry.value, indent: 0) }
    try sink.write("</opencv_storage>\n")
    try sink.flush()
  }

  private func element(_ name: String, _ value: DocumentValue, indent: Int) throws {
    let margin = spaces(indent)
    switch value {
    case .null: try sink.write("\(margin)<\(name)>\n\(margin)  </\(name)>\n")
    case .integer(let whole): try sink.write("\(margin)<\(name)>\(whole)</\(name)>\n")
    case .real(let real):
      try sink.write("\(margin)<\(name)>\(decimal(real, zeroAfterPoint: false))</\(name)>\n")
    case .text(let text): try sink.write("\(margin)<\(name)>\(XMLWriter.quoted(text))</\(name)>\n")
    case .list(let items):
      try sink.write("\(margin)<\(name)>\n")
      for item in items { try element("_", item, indent: indent + 2) }
      try sink.write("\(margin)</\(name)>\n")
    case .map(let map):
      try sink.write("\(margin)<\(name)>\n")
      for entry in map.entries { try element(entry.key, entry.value, indent: indent + 2) }
      try sink.write("\(margin)</\(name)>\n")
    case .matrix(let matrix):
      try sink.write(
        """
        \(margin)<\(name) type_id="opencv-matrix">
        \(margin)  <rows>\(matrix.rows)</rows>
        \(margin)  <cols>\(matrix.columns)</cols>
        \(margin)  <dt>\(matrix.typeLetter)</dt>
        \(margin)  <data>
        \(margin)    
        """)
      try sink.write(matrix, .init(commas: false, zeroAfterPoint: false, indent: indent + 4))
      try sink.write("</data></\(name)>\n")
    }
  }

  /// `text` in double quotes with OpenCV's entities: five names, and numbers for control bytes.
  static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "<"): bytes += Array("&lt;".utf8)
      case UInt8(ascii: ">"): bytes += Array("&gt;".utf8)
      case UInt8(ascii: "&"): bytes += Array("&amp;".utf8)
      case UInt8(ascii: "'"): bytes += Array("&apos;".utf8)
      case UInt8(ascii: "\""): bytes += Array("&quot;".utf8)
      case 0..<32: bytes += Array("&#x\(hexadecimal(byte));".utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }
}
