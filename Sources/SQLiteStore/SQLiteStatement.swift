import CSQLite

/// One prepared statement: bind, step, read columns, reset, again.
package final class SQLiteStatement {
  /// The statement's text.
  package let sql: String
  private let connection: SQLiteConnection
  private let handle: OpaquePointer

  init(_ sql: String, on connection: SQLiteConnection) throws(StoreError) {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v2(connection.handle, sql, -1, &prepared, nil)
    try connection.check(code, sql: sql)
    guard let prepared else { preconditionFailure("statement without content: '\(sql)'") }
    handle = prepared
    self.sql = sql
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  /// Binds `values` to the parameters in order, after a reset.
  @discardableResult
  package func bind(_ values: [any SQLiteConvertible]) throws(StoreError) -> SQLiteStatement {
    reset()
    precondition(
      values.count == Int(sqlite3_bind_parameter_count(handle)),
      "parameters and values differ in number: '\(sql)'")
    for (index, value) in values.enumerated() { try bind(value.sqliteValue, at: index) }
    return self
  }

  /// As ``bind(_:)-([SQLiteConvertible])``, then runs the statement to its end.
  package func run(_ values: any SQLiteConvertible...) throws(StoreError) {
    try bind(values)
    while try step() {}
    reset()
  }

  private func bind(_ value: SQLiteValue, at index: Int) throws(StoreError) {
    let parameter = Int32(index + 1)
    let code =
      switch value {
      case .null: sqlite3_bind_null(handle, parameter)
      case .integer(let number): sqlite3_bind_int64(handle, parameter, number)
      case .real(let number): sqlite3_bind_double(handle, parameter, number)
      case .text(var text):
        text.withUTF8 { bytes in
          bytes.withMemoryRebound(to: CChar.self) {
            fsq_bind_text(handle, parameter, $0.baseAddress, Int32($0.count))
          }
        }
      case .blob(let bytes):
        bytes.withUnsafeBytes {
          $0.isEmpty
            ? sqlite3_bind_zeroblob(handle, parameter, 0)
            : fsq_bind_blob(handle, parameter, $0.baseAddress, Int32($0.count))
        }
      }
    try connection.check(code, sql: sql)
  }

  /// Goes to the next row.
  ///
  /// - Returns: false when there are no more rows.
  package func step() throws(StoreError) -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    try connection.check(code, sql: sql)
    return false
  }

  /// Makes the statement ready to run again; bound values stay.
  package func reset() { sqlite3_reset(handle) }

  /// Whether a column of the current row is null.
  package func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
  }

  /// A whole number of the current row; 0 for null. For hot loops over columns known to be whole.
  package func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

  /// A number of the current row; 0 for null. For hot loops over columns known to be numbers.
  package func real(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

  /// A text of the current row; nil for null. Bytes that are no UTF-8 are replaced.
  package func text(_ column: Int) -> String? {
    guard let start = sqlite3_column_text(handle, Int32(column)) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The bytes of a column of the current row; empty for null.
  package func bytes(_ column: Int) -> [UInt8] {
    withBytes(column) { [UInt8]($0) }
  }

  /// Lends the bytes of a column of the current row without copying them.
  package func withBytes<Result>(
    _ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    let start = sqlite3_column_blob(handle, Int32(column))
    let count = start == nil ? 0 : Int(sqlite3_column_bytes(handle, Int32(column)))
    return try body(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// A column of the current row, checked for its type.
  ///
  /// - Throws: ``StoreError/unexpectedValue(column:path:sql:)`` when it holds another type.
  package func column<Value: SQLiteConvertible>(_ column: Int) throws(StoreError) -> Value {
    guard let value = Value(sqliteValue: value(column)) else {
      let name = sqlite3_column_name(handle, Int32(column)).map { String(cString: $0) }
      throw .unexpectedValue(
        column: name ?? String(column), path: connection.path, sql: sql)
    }
    return value
  }

  private func value(_ column: Int) -> SQLiteValue {
    switch sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(real(column))
    case SQLITE_TEXT: text(column).map { .text($0) } ?? .null
    case SQLITE_BLOB: .blob(bytes(column))
    default: .null
    }
  }
}
