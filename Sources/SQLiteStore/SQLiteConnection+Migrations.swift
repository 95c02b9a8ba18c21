/// The layouts a database has had: step i brings layout i to layout i + 1.
package struct SQLiteSchema: Sendable {
  /// Written into the file's header, so that no other program's database is taken for ours.
  package let applicationID: Int32
  /// SQL scripts, never changed once released; the first one makes an empty file usable.
  package let steps: [String]

  package init(applicationID: Int32, steps: [String]) {
    self.applicationID = applicationID
    self.steps = steps
  }
}

extension SQLiteConnection {
  /// Brings the database to the newest layout of `schema`, all steps in one transaction.
  ///
  /// Costs two reads when nothing is to be done, so every opening may call it.
  ///
  /// - Parameter fillingEmpty: whether an empty file gets the tables; otherwise it is damage, as after
  ///   a disk that was full.
  /// - Throws: ``StoreError/newerSchema(path:found:known:)`` for a file of a later version,
  ///   ``StoreError/foreignDatabase(path:applicationID:)`` for another program's file,
  ///   ``StoreError/badLayout(path:found:)`` for one that no version wrote.
  package func migrate(
    to schema: SQLiteSchema, fillingEmpty: Bool = true
  ) throws(StoreError) {
    let found = try layout(under: schema)
    guard found > 0 || fillingEmpty else { throw .badLayout(path: path, found: "no table") }
    guard found < schema.steps.count else { return }
    try storeTransaction { () throws(StoreError) in
      // Another process may have done it while this one waited for the lock.
      for step in try layout(under: schema)..<schema.steps.count {
        try execute(schema.steps[step])
        try execute("PRAGMA user_version = \(step + 1)")
      }
      try execute("PRAGMA application_id = \(schema.applicationID)")
    }
  }

  /// The file's layout number: 0 for an empty file.
  private func layout(under schema: SQLiteSchema) throws(StoreError) -> Int {
    let identifier = try scalar("PRAGMA application_id", as: Int32.self) ?? 0
    let version = try scalar("PRAGMA user_version", as: Int.self) ?? 0
    let tables = try scalar("SELECT count(*) FROM sqlite_master", as: Int.self) ?? 0
    guard identifier == schema.applicationID || (identifier == 0 && tables == 0) else {
      throw .foreignDatabase(path: path, applicationID: identifier)
    }
    guard version >= 0 else { throw .badLayout(path: path, found: "the layout number \(version)") }
    guard version <= schema.steps.count else {
      throw .newerSchema(path: path, found: version, known: schema.steps.count)
    }
    return version
  }
}
