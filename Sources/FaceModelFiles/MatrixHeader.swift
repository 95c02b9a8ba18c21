/// Rows, columns and element type of a matrix, as they stand before its numbers.
struct MatrixHeader {
  let rows: Int
  /// Columns times channels.
  let columns: Int
  let element: Element

  /// Element types of OpenCV, by their letters.
  enum Element: Character {
    case unsignedByte = "u"
    case signedByte = "c"
    case unsignedShort = "w"
    case signedShort = "s"
    case integer = "i"
    case float = "f"
    case double = "d"
    case half = "h"

    /// Bytes of one element in a base64 block.
    var bytes: Int {
      switch self {
      case .unsignedByte, .signedByte: 1
      case .unsignedShort, .signedShort, .half: 2
      case .integer, .float: 4
      case .double: 8
      }
    }
  }

  var count: Int { rows * columns }

  /// The tags of matrices. OpenCV 5 writes a list of labels as one of the second kind, with `sizes`.
  static func isTag(_ tag: String) -> Bool {
    tag == "opencv-matrix" || tag == "opencv-nd-matrix"
  }

  private static func extent(_ entries: DocumentMap) throws(TextFault) -> (Int64, Int64) {
    switch entries["sizes"] {
    case nil: break
    case .integer(let length)?: return (length, 1)
    case .list(let sizes)?:
      let lengths = sizes.compactMap { if case .integer(let length) = $0 { length } else { nil } }
      guard lengths.count == sizes.count, lengths.count <= 2, let first = lengths.first else {
        throw .matrixHeader("sizes other than one or two whole numbers")
      }
      return (first, lengths.count == 2 ? lengths[1] : 1)
    default: throw .matrixHeader("sizes other than one or two whole numbers")
    }
    guard case .integer(let rows)? = entries["rows"], case .integer(let columns)? = entries["cols"]
    else { throw .matrixHeader("no whole numbers as rows and cols before its data") }
    return (rows, columns)
  }

  /// Reads what stands before `data` in a map tagged as a matrix.
  init(_ entries: DocumentMap) throws(TextFault) {
    let (rows, columns) = try MatrixHeader.extent(entries)
    guard let type = entries["dt"]?.plainText else { throw .matrixHeader("no dt before its data") }
    let digits = type.prefix { $0.isNumber }
    guard let channels = digits.isEmpty ? 1 : Int(digits), channels >= 1, channels <= 512,
      type.count == digits.count + 1, let letter = type.last,
      let element = Element(rawValue: letter)
    else { throw .matrixHeader("the unknown dt '\(type)'") }
    let (wide, tooWide) = Int(columns).multipliedReportingOverflow(by: channels)
    guard rows >= 0, columns >= 0, !tooWide,
      !Int(rows).multipliedReportingOverflow(by: wide).overflow
    else { throw .matrixHeader("\(rows) rows and \(columns) columns") }
    self.rows = Int(rows)
    self.columns = wide
    self.element = element
  }
}

extension DocumentValue {
  /// A text, or the digits of a number that was meant as one.
  var plainText: String? {
    switch self {
    case .text(let text): text
    case .integer(let value): String(value)
    default: nil
    }
  }
}
