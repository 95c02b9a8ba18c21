import CSQLite

extension SQLiteConnection {
  /// How a transaction begins.
  package enum TransactionKind: String, Sendable {
    /// Locks when needed: for several reads that must agree.
    case deferred
    /// Takes the writer's lock at once, so that reads made inside cannot be outdated.
    case immediate
  }

  /// Runs `body` so that either all of its changes last or none.
  ///
  /// - Throws: what `body` threw, after undoing its changes, or ``StoreError``.
  package func transaction<Result>(
    _ kind: TransactionKind = .immediate, _ body: () throws -> Result
  ) throws -> Result {
    try execute("BEGIN \(kind.rawValue)")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// As ``transaction(_:_:)``, for a body that throws nothing but ``StoreError``.
  package func storeTransaction<Result>(
    _ kind: TransactionKind = .immediate, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try execute("BEGIN \(kind.rawValue)")
    do throws(StoreError) {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  private func rollBack() {
    // Some failures (a full disk) have rolled back already; a second rollback would hide them.
    if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
  }
}
