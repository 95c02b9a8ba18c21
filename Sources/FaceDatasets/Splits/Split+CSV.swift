package import FaceVocabulary

extension Split {
  private static let header = ["repeat", "fold", "role", "subject", "file"]

  /// The split as a CSV file: header first, rows by repeat, fold, role, subject and file.
  package func csv() -> String {
    let ranks = Dictionary(
      uniqueKeysWithValues: Role.allCases.enumerated().map { ($1, $0) })
    let sorted = rows.sorted { one, other in
      let left = (one.repetition, one.fold, ranks[one.role] ?? 0)
      let right = (other.repetition, other.fold, ranks[other.role] ?? 0)
      if left != right { return left < right }
      if one.subject != other.subject { return one.subject < other.subject }
      return NaturalOrder.precedes(one.file, other.file)
    }
    return ([CSVText.row(Split.header)] + sorted.map(\.csv)).map { $0 + "\n" }.joined()
  }

  /// SHA-256 of the rows as they stand in the file, sorted by bytes, without the header.
  package func hash() -> String { ByteSorted.digest(rows.map(\.csv)) }

  /// Reads what ``csv()`` wrote; any row order, quotes, CRLF and a byte-order mark are fine.
  ///
  /// - Parameter file: the file's name, for messages.
  /// - Throws: ``SplitError/badRow(file:row:reason:)``.
  package static func parse(csv: String, file: String) throws(SplitError) -> Split {
    let lines: [CSVText.Row]
    do throws(CSVText.Fault) {
      lines = try CSVText.parse(Array(csv.utf8))
    } catch {
      switch error {
      case .openQuote(let line):
        throw .badRow(file: file, row: line, reason: "a quote opens and never closes")
      case .textAfterQuote(let line):
        throw .badRow(file: file, row: line, reason: "text follows a closing quote")
      }
    }
    guard let first = lines.first, first.fields == header else {
      throw .badRow(
        file: file, row: lines.first?.line ?? 1,
        reason: "a split begins with '\(header.joined(separator: ","))'")
    }
    var rows: [Row] = []
    for line in lines.dropFirst() { rows.append(try row(line, of: file)) }
    return Split(rows: rows)
  }

  private static func row(_ line: CSVText.Row, of file: String) throws(SplitError) -> Row {
    func bad(_ reason: String) -> SplitError { .badRow(file: file, row: line.line, reason: reason) }
    guard line.fields.count == header.count else {
      throw bad("it has \(line.fields.count) fields, \(header.count) are needed")
    }
    guard let repetition = Int(line.fields[0]), repetition >= 1 else {
      throw bad("'\(line.fields[0])' is no repeat; they count from 1")
    }
    guard let fold = Int(line.fields[1]), fold >= 1 else {
      throw bad("'\(line.fields[1])' is no fold; they count from 1")
    }
    guard let role = Role(rawValue: line.fields[2]) else {
      let known = Role.allCases.map(\.rawValue).joined(separator: ", ")
      throw bad("'\(line.fields[2])' is no role; roles: \(known)")
    }
    guard !line.fields[4].isEmpty else { throw bad("it names no file") }
    return Row(
      repetition: repetition, fold: fold, role: role, subject: SubjectID(line.fields[3]),
      file: line.fields[4])
  }
}

extension Split.Row {
  /// The row as it stands in a file, without its line end.
  fileprivate var csv: String {
    CSVText.row([String(repetition), String(fold), role.rawValue, subject.name, file])
  }
}
