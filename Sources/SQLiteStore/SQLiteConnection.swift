import CSQLite

/// One open database; closes with the last reference to it and its statements.
///
/// A connection belongs to one thread at a time, so it is not Sendable; several processes or
/// threads each open their own. A rollback journal with full syncing is used rather than a
/// write-ahead log: a database at rest is one file that may be copied with its folder, it can be
/// read from media that allow no writing, and the few short writers there are hardly contend.
package final class SQLiteConnection {
  /// What may be done with the file.
  package enum Access: Sendable {
    case readOnly
    case readWrite
    /// Read and write; the file is made when absent.
    case create
  }

  package let path: String
  let handle: OpaquePointer
  private var stopCheck: StopCheck?

  /// Opens the database at `path`.
  ///
  /// - Parameter busyMilliseconds: how long a call waits for another process before it fails as
  ///   busy.
  /// - Throws: ``StoreError/failed(_:)`` when the file cannot be opened or is no database.
  package init(
    path: String, access: Access = .readWrite, busyMilliseconds: Int32 = 10_000
  ) throws(StoreError) {
    let flags =
      switch access {
      case .readOnly: SQLITE_OPEN_READONLY
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      let failure = StoreFailure(
        code: code & 0xFF, extendedCode: opened.map { sqlite3_extended_errcode($0) } ?? code,
        reason: String(cString: sqlite3_errstr(code)), sql: nil, path: path,
        systemNumber: opened.map { sqlite3_system_errno($0) } ?? 0)
      sqlite3_close_v2(opened)
      throw .failed(failure)
    }
    handle = opened
    self.path = path
    sqlite3_extended_result_codes(opened, 1)
    sqlite3_busy_timeout(opened, busyMilliseconds)
    try execute("PRAGMA foreign_keys = ON")
    // Views and triggers of a file from elsewhere must not run functions with side effects.
    try execute("PRAGMA trusted_schema = OFF")
    if access != .readOnly {
      _ = try scalar("PRAGMA journal_mode = DELETE", as: String.self)
      try execute("PRAGMA synchronous = EXTRA")
    }
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs one or more statements that return no rows.
  package func execute(_ sql: String) throws(StoreError) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil), sql: sql)
  }

  /// Runs one statement with parameters and ignores its rows.
  package func run(_ sql: String, _ values: any SQLiteConvertible...) throws(StoreError) {
    let statement = try prepare(sql)
    try statement.bind(values)
    while try statement.step() {}
  }

  /// The first column of the first row; nil when there is no row.
  package func scalar<Value: SQLiteConvertible>(
    _ sql: String, _ values: any SQLiteConvertible..., as type: Value.Type
  ) throws(StoreError) -> Value? {
    let statement = try prepare(sql)
    try statement.bind(values)
    return try statement.step() ? try statement.column(0) : nil
  }

  /// A statement ready to be bound and stepped.
  package func prepare(_ sql: String) throws(StoreError) -> SQLiteStatement {
    try SQLiteStatement(sql, on: self)
  }

  /// Number of the row inserted last on this connection.
  package var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Asks `shouldStop` every few thousand steps of a query and ends the query once it says true.
  ///
  /// The query then fails with the nature `interrupted`.
  package func stopQueries(when shouldStop: @escaping () -> Bool) {
    let check = StopCheck(shouldStop)
    stopCheck = check
    sqlite3_progress_handler(
      handle, 4_000,
      { context in
        guard let context else { return 0 }
        return Unmanaged<StopCheck>.fromOpaque(context).takeUnretainedValue().ask() ? 1 : 0
      }, Unmanaged.passUnretained(check).toOpaque())
  }

  /// The one place where SQLite's return codes become errors.
  func check(_ code: Int32, sql: String?) throws(StoreError) {
    guard code & 0xFF != SQLITE_OK, code != SQLITE_ROW, code != SQLITE_DONE else { return }
    throw .failed(
      StoreFailure(
        code: code & 0xFF, extendedCode: sqlite3_extended_errcode(handle),
        reason: String(cString: sqlite3_errmsg(handle)), sql: sql, path: path,
        systemNumber: sqlite3_system_errno(handle)))
  }
}

/// Keeps the closure that ``SQLiteConnection/stopQueries(when:)`` was given.
private final class StopCheck {
  let ask: () -> Bool
  init(_ ask: @escaping () -> Bool) { self.ask = ask }
}
