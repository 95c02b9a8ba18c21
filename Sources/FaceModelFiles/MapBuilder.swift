/// Gathers the entries of a map and turns it into a matrix where it is tagged as one.
struct MapBuilder {
  /// Whether the map is tagged as a matrix.
  var isMatrix: Bool
  private var map = DocumentMap()
  private var matrix: DocumentMatrix?

  init(isMatrix: Bool) { self.isMatrix = isMatrix }

  /// Adds an entry.
  mutating func add(_ key: String, _ value: DocumentValue) throws(TextFault) {
    guard map.add(key, value) else { throw .duplicateKey(key) }
  }

  /// Whether the value of `key` is the numbers of a matrix; its header then stands before it.
  func header(for key: String) throws(TextFault) -> MatrixHeader? {
    guard isMatrix, key == "data" else { return nil }
    guard matrix == nil else { throw .duplicateKey(key) }
    return try MatrixHeader(map)
  }

  /// Takes the numbers.
  mutating func take(_ numbers: DocumentMatrix.Numbers, _ header: MatrixHeader) {
    matrix = DocumentMatrix(rows: header.rows, columns: header.columns, numbers: numbers)
  }

  /// The finished map or matrix.
  func finished() throws(TextFault) -> DocumentValue {
    guard isMatrix else { return .map(map) }
    guard let matrix else { throw .matrixHeader("no data") }
    return .matrix(matrix)
  }
}

/// The value of an unquoted word: a whole number, another number, or a text.
func plainScalar(_ text: String) -> DocumentValue {
  guard let first = text.utf8.first else { return .null }
  let signed = first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
  guard first.isDigit || signed || first == UInt8(ascii: ".") else { return .text(text) }
  if text.utf8.dropFirst(signed ? 1 : 0).allSatisfy(\.isDigit), let whole = Int64(text) {
    return .integer(whole)
  }
  switch text.lowercased() {
  case ".nan", "-.nan", "+.nan": return .real(.nan)
  case ".inf", "+.inf": return .real(.infinity)
  case "-.inf": return .real(-.infinity)
  default: break
  }
  if let value = NumberText.double(text) { return .real(value) }
  return .text(text)
}
