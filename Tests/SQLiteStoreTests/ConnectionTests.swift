import Glibc
import SQLiteStore
import Testing

/// A path for a database that is removed with the value.
final class DatabaseFile {
  let path: String

  init() {
    var template = Array("/tmp/facebench-store-XXXXXX".utf8CString)
    let made = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
    path = made + "/test.sqlite"
  }

  deinit {
    unlink(path)
    rmdir(String(path.dropLast("/test.sqlite".count)))
  }

  func open(_ access: SQLiteConnection.Access = .create, busy: Int32 = 10_000) throws(StoreError)
    -> SQLiteConnection
  {
    try SQLiteConnection(path: path, access: access, busyMilliseconds: busy)
  }
}

@Suite("an SQLite connection")
struct ConnectionTests {
  let file = DatabaseFile()

  @Test(
    "gives texts back unchanged",
    arguments: ["", "plain", "Zoë 李 👩🏽‍🚀", "a\nb", "quote ' \" ;", "zero\0byte", "e\u{301}"])
  func texts(text: String) throws {
    let connection = try file.open()
    try connection.execute("CREATE TABLE t (v TEXT NOT NULL)")
    try connection.run("INSERT INTO t VALUES (?)", text)
    let read = try connection.scalar("SELECT v FROM t", as: String.self)
    #expect(read.map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test("gives numbers, bytes and nulls back unchanged")
  func values() throws {
    let connection = try file.open()
    try connection.execute("CREATE TABLE t (a INTEGER, b REAL, c BLOB, d BLOB, e TEXT)")
    try connection.run(
      "INSERT INTO t VALUES (?, ?, ?, ?, ?)", Int64.min, 0.1, [UInt8](), [0, 255] as [UInt8],
      String?.none)
    let statement = try connection.prepare("SELECT a, b, c, d, e FROM t")
    #expect(try statement.step())
    #expect(try statement.column(0) == Int64.min)
    #expect(try statement.column(1) == 0.1)
    #expect(try statement.column(2) == [UInt8]())
    #expect(try statement.column(3) == [0, 255] as [UInt8])
    #expect(try statement.column(4) == String?.none)
    #expect(try !statement.step())
  }

  @Test("refuses to read one type as another")
  func types() throws {
    let connection = try file.open()
    #expect(
      throws: StoreError.unexpectedValue(column: "v", path: file.path, sql: "SELECT 'x' AS v")
    ) {
      try connection.scalar("SELECT 'x' AS v", as: Int.self)
    }
    #expect(
      throws: StoreError.unexpectedValue(
        column: "v", path: file.path, sql: "SELECT 4294967296 AS v")
    ) {
      try connection.scalar("SELECT 4294967296 AS v", as: Int32.self)
    }
  }

  @Test("tells a wrong statement with its text")
  func wrongStatement() throws {
    let connection = try file.open()
    let error = #expect(throws: StoreError.self) { try connection.execute("SELEKT 1") }
    guard case .failed(let failure)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(failure.code == 1)
    #expect(failure.sql == "SELEKT 1")
    #expect(failure.reason.contains("SELEKT"))
  }

  @Test("undoes a transaction whose body throws, and can go on")
  func rollback() throws {
    struct Stop: Error {}
    let connection = try file.open()
    try connection.execute("CREATE TABLE t (v INTEGER)")
    #expect(throws: Stop.self) {
      try connection.transaction {
        try connection.run("INSERT INTO t VALUES (1)")
        throw Stop()
      }
    }
    try connection.transaction { try connection.run("INSERT INTO t VALUES (2)") }
    #expect(try connection.scalar("SELECT group_concat(v) FROM t", as: String.self) == "2")
  }

  @Test("lets a second writer wait, then says that the file is in use")
  func busy() throws {
    let first = try file.open()
    try first.execute("CREATE TABLE t (v INTEGER)")
    let second = try file.open(busy: 20)
    try first.transaction {
      try first.run("INSERT INTO t VALUES (1)")
      let error = #expect(throws: StoreError.self) {
        try second.run("INSERT INTO t VALUES (2)")
      }
      #expect(error?.kind == "busy")
      // Readers see the state before, and do not wait.
      #expect(try second.scalar("SELECT count(*) FROM t", as: Int.self) == 0)
    }
    try second.run("INSERT INTO t VALUES (2)")
    #expect(try first.scalar("SELECT count(*) FROM t", as: Int.self) == 2)
  }

  @Test("ends a long query when asked to")
  func interrupt() throws {
    let connection = try file.open()
    var asked = 0
    connection.stopQueries {
      asked += 1
      return asked > 3
    }
    let error = #expect(throws: StoreError.self) {
      try connection.scalar(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n",
        as: Int.self)
    }
    #expect(error?.kind == "interrupted")
  }

  @Test("does not write through a connection for reading")
  func readOnly() throws {
    try file.open().execute("CREATE TABLE t (v INTEGER)")
    let reader = try file.open(.readOnly)
    let error = #expect(throws: StoreError.self) { try reader.execute("DELETE FROM t") }
    #expect(error?.kind == "read_only")
  }

  @Test("tells a missing file from a file that is no database")
  func notDatabases() throws {
    let missing = #expect(throws: StoreError.self) { try file.open(.readWrite) }
    #expect(missing?.kind == "cannot_open")
    let stream = fopen(file.path, "w")
    fputs(String(repeating: "no database at all. ", count: 100), stream)
    fclose(stream)
    let foreign = #expect(throws: StoreError.self) { try file.open(.readWrite) }
    #expect(foreign?.kind == "not_a_catalogue")
  }
}

@Suite("migrations")
struct MigrationTests {
  let file = DatabaseFile()
  let first = SQLiteSchema(applicationID: 77, steps: ["CREATE TABLE a (v INTEGER)"])
  let second = SQLiteSchema(
    applicationID: 77,
    steps: ["CREATE TABLE a (v INTEGER)", "ALTER TABLE a ADD COLUMN w INTEGER DEFAULT 5"])

  @Test("keep what an older layout held")
  func upgrade() throws {
    let old = try file.open()
    try old.migrate(to: first)
    try old.run("INSERT INTO a VALUES (3)")
    let new = try file.open()
    try new.migrate(to: second)
    try new.migrate(to: second)
    #expect(try new.scalar("SELECT v + w FROM a", as: Int.self) == 8)
    #expect(try new.scalar("PRAGMA user_version", as: Int.self) == 2)
  }

  @Test("refuse a layout from the future")
  func future() throws {
    try file.open().migrate(to: second)
    #expect(throws: StoreError.newerSchema(path: file.path, found: 2, known: 1)) {
      try file.open().migrate(to: first)
    }
  }

  @Test("refuse a file without a table where nothing is to be made, and leave it alone")
  func blank() throws {
    let connection = try file.open()
    #expect(throws: StoreError.badLayout(path: file.path, found: "no table")) {
      try connection.migrate(to: first, fillingEmpty: false)
    }
    #expect(try connection.scalar("SELECT count(*) FROM sqlite_master", as: Int.self) == 0)
  }

  @Test("tell a layout number that no version writes, and one that the tables contradict")
  func forcedNumber() throws {
    let connection = try file.open()
    try connection.migrate(to: second)
    try connection.execute("PRAGMA user_version = -1")
    #expect(throws: StoreError.badLayout(path: file.path, found: "the layout number -1")) {
      try connection.migrate(to: second)
    }
    try connection.execute("PRAGMA user_version = 1")
    let error = #expect(throws: StoreError.self) { try connection.migrate(to: second) }
    #expect(error?.damagedPath == file.path && error?.message.contains("ALTER") == false)
  }

  @Test("refuse a database of another program")
  func foreign() throws {
    let other = try file.open()
    try other.execute("CREATE TABLE mine (v INTEGER)")
    #expect(throws: StoreError.foreignDatabase(path: file.path, applicationID: 0)) {
      try other.migrate(to: first)
    }
  }

  @Test("leave nothing of a step that fails")
  func failing() throws {
    let broken = SQLiteSchema(applicationID: 77, steps: ["CREATE TABLE a (v INTEGER); NONSENSE"])
    let connection = try file.open()
    #expect(throws: StoreError.self) { try connection.migrate(to: broken) }
    try connection.migrate(to: first)
    #expect(try connection.scalar("SELECT count(*) FROM a", as: Int.self) == 0)
  }
}
