/// A value that can stand in a row or be bound to a parameter.
package enum SQLiteValue: Equatable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// A type that statements take as parameters and give back from columns.
package protocol SQLiteConvertible {
  /// The value as SQLite stores it.
  var sqliteValue: SQLiteValue { get }
  /// The value of a column; nil when the column holds another type.
  init?(sqliteValue: SQLiteValue)
}

extension Int64: SQLiteConvertible {
  package var sqliteValue: SQLiteValue { .integer(self) }
  package init?(sqliteValue: SQLiteValue) {
    guard case .integer(let value) = sqliteValue else { return nil }
    self = value
  }
}

extension Int: SQLiteConvertible {
  package var sqliteValue: SQLiteValue { .integer(Int64(self)) }
  package init?(sqliteValue: SQLiteValue) {
    guard case .integer(let value) = sqliteValue else { return nil }
    self.init(exactly: value)
  }
}

extension Int32: SQLiteConvertible {
  package var sqliteValue: SQLiteValue { .integer(Int64(self)) }
  package init?(sqliteValue: SQLiteValue) {
    guard case .integer(let value) = sqliteValue else { return nil }
    self.init(exactly: value)
  }
}

extension Bool: SQLiteConvertible {
  package var sqliteValue: SQLiteValue { .integer(self ? 1 : 0) }
  package init?(sqliteValue: SQLiteValue) {
    guard case .integer(let value) = sqliteValue else { return nil }
    self = value != 0
  }
}

extension Double: SQLiteConvertible {
  package var sqliteValue: SQLiteValue { .real(self) }
  package init?(sqliteValue: SQLiteValue) {
    switch sqliteValue {
    case .real(let value): self = value
    case .integer(let value): self = Double(value)
    default: return nil
    }
  }
}

extension String: SQLiteConvertible {
  package var sqliteValue: SQLiteValue { .text(self) }
  package init?(sqliteValue: SQLiteValue) {
    guard case .text(let value) = sqliteValue else { return nil }
    self = value
  }
}

extension [UInt8]: SQLiteConvertible {
  package var sqliteValue: SQLiteValue { .blob(self) }
  package init?(sqliteValue: SQLiteValue) {
    guard case .blob(let value) = sqliteValue else { return nil }
    self = value
  }
}

extension Optional: SQLiteConvertible where Wrapped: SQLiteConvertible {
  package var sqliteValue: SQLiteValue { self?.sqliteValue ?? .null }
  package init?(sqliteValue: SQLiteValue) {
    if sqliteValue == .null {
      self = Wrapped?.none
    } else {
      guard let value = Wrapped(sqliteValue: sqliteValue) else { return nil }
      self = .some(value)
    }
  }
}
