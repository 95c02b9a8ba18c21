import CommandLanguage
import CooperativeWork
import FaceExperiments
import FaceReports

/// Runs one cell: its command, as it would be typed, with its rows for a file instead of the screen.
struct CellRun {
  let sweep: PlannedSweep
  let cell: SweepCell

  /// What became of the cell; an error of its command is a record too.
  ///
  /// - Throws: `Cancelled`; the cell is then dropped.
  func record() throws -> CellRecord {
    let workbench = sweep.workbench
    // Cells run one after the other on all threads: memory is that of one, and their times mean what
    // they mean elsewhere. Progress is counted in cells.
    let work = workbench.work.silent
    let begun = workbench.clock()
    var found = CellRows()
    var times = CellRows()
    var failure: CellFailure?
    do {
      let outcome = try PlannedSweep.run(
        cell.words.map { Word($0) }, in: workbench, session: sweep.session.copy(), work: work)
      if let error = outcome.failure { throw error }
      for case .table(let table) in outcome.parts {
        found = CellRows(table, where: { !$0.isTiming })
        times = CellRows(table, where: { $0.isTiming })
      }
    } catch {
      // Whatever a library says that was cut short, the cell is no failure.
      try workbench.work.cancellation.check()
      if let error = error as? Cancelled { throw error }
      let words = ErrorWords(error)
      failure = CellFailure(message: words.message, hint: words.hint, kind: words.kind)
    }
    return CellRecord(
      outcome: CellOutcome(id: cell.id, command: cell.command, rows: found, failure: failure),
      timing: CellTiming(
        host: HostClock.name, threads: work.jobs, spentSeconds: workbench.clock() - begun,
        rows: times))
  }
}

extension CellRows {
  /// The columns of `table` that programs see and `isWanted` takes.
  ///
  /// A row of a cell was never stored, so that it has no result.
  init(_ table: Table, where isWanted: (Table.Column) -> Bool) {
    let chosen = table.columns.indices.filter {
      !table.columns[$0].key.isEmpty && isWanted(table.columns[$0])
    }
    self.init(
      columns: chosen.map { index in
        Column(
          key: table.columns[index].key,
          isReal: table.rows.contains { row in
            if case .number = row[index] { return true }
            return false
          })
      },
      rows: table.rows.map { row in
        chosen.map { table.columns[$0].key == "result" ? .null : CellValue(row[$0]) }
      })
  }
}

extension CellValue {
  /// A value of a table; lists and nested rows, which rows of cells do not have, as their JSON.
  init(_ value: Table.Value) {
    switch value {
    case .null: self = .null
    case .text(let text): self = .text(text)
    case .integer(let integer): self = .integer(integer)
    case .number(let number): self = number.isFinite ? .number(number) : .null
    case .boolean(let flag): self = .boolean(flag)
    case .list, .object: self = .text(JSONText.value(value))
    }
  }
}

extension Table.Value {
  /// A value of a cell's file.
  init(_ value: CellValue, isReal: Bool) {
    switch value {
    case .null: self = .null
    case .text(let text): self = .text(text)
    case .integer(let integer): self = isReal ? .number(Double(integer)) : .integer(integer)
    case .number(let number): self = .number(number)
    case .boolean(let flag): self = .boolean(flag)
    }
  }
}
