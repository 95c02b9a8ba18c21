import DurableFiles
package import FaceVocabulary

extension Split {
  private static let header = ["repeat", "fold", "role", "subject", "file"]

  /// The split as a CSV file: header first, rows by repeat, fold, role, subject and file.
  package func csv() -> String { String(decoding: csvBytes(), as: UTF8.self) }

  /// As ``csv()``, as the bytes of the file.
  ///
  /// - Complexity: O(n log n); the bytes and 4 more a row.
  package func csvBytes() -> [UInt8] {
    let ranks = Dictionary(
      uniqueKeysWithValues: Role.allCases.enumerated().map { ($1, $0) })
    let rankOf = rows.map { UInt8(ranks[$0.role] ?? 0) }
    var order = rows.indices.map { Int32($0) }
    rows.withUnsafeBufferPointer { rows in
      order.sort { one, other in
        let (left, right) = (rows[Int(one)], rows[Int(other)])
        if left.repetition != right.repetition { return left.repetition < right.repetition }
        if left.fold != right.fold { return left.fold < right.fold }
        if rankOf[Int(one)] != rankOf[Int(other)] { return rankOf[Int(one)] < rankOf[Int(other)] }
        if left.subject != right.subject { return left.subject < right.subject }
        return NaturalOrder.precedes(left.file, right.file)
      }
    }
    var bytes = Array((CSVText.row(Split.header) + "\n").utf8)
    bytes.reserveCapacity(bytes.count + rows.count * 48)
    for place in order {
      rows[Int(place)].append(to: &bytes)
      bytes.append(0x0A)
    }
    return bytes
  }

  /// SHA-256 of the rows as they stand in the file, sorted by bytes, without the header.
  package func hash() -> String {
    var text: [UInt8] = []
    text.reserveCapacity(rows.count * 48)
    // Where each row ends, its line feed included.
    var ends: [Int] = []
    ends.reserveCapacity(rows.count)
    for row in rows {
      row.append(to: &text)
      text.append(0x0A)
      ends.append(text.count)
    }
    var digest = ContentDigest()
    text.withUnsafeBufferPointer { text in
      func row(_ number: Int32) -> UnsafeBufferPointer<UInt8> {
        let start = number == 0 ? 0 : ends[Int(number) - 1]
        return UnsafeBufferPointer(rebasing: text[start..<ends[Int(number)]])
      }
      let order = rows.indices.map { Int32($0) }.sorted {
        row($0).dropLast().lexicographicallyPrecedes(row($1).dropLast())
      }
      for number in order { digest.update(UnsafeRawBufferPointer(row(number))) }
    }
    return digest.finalized()
  }

  /// Reads what ``csv()`` wrote; any row order, quotes, CRLF and a byte-order mark are fine.
  ///
  /// - Parameters:
  ///   - file: the file's name, for messages.
  ///   - records: faces that the rows must be of; nil reads rows about any dataset.
  /// - Throws: ``SplitError/badRow(file:row:reason:)``, ``SplitError/unknownFace(_:_:)``,
  ///   ``SplitError/otherSubject(_:_:said:known:)``.
  package static func parse(
    csv: String, file: String, of records: [FaceRecord]? = nil
  ) throws(SplitError) -> Split {
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
    guard lines.count > 1 else {
      throw .badRow(file: file, row: first.line, reason: "no face follows the header")
    }
    let owners = records.map {
      Dictionary($0.map { ($0.file, $0.subject) }, uniquingKeysWith: { first, _ in first })
    }
    var rows: [Row] = []
    for line in lines.dropFirst() {
      let row = try row(line, of: file)
      if let owners { try row.check(against: owners, at: .file(file, line: line.line)) }
      rows.append(row)
    }
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
  /// Adds the row as it stands in a file, without its line end.
  fileprivate func append(to bytes: inout [UInt8]) {
    CSVText.append(String(repetition), to: &bytes)
    for field in [String(fold), role.rawValue, subject.name, file] {
      bytes.append(0x2C)
      CSVText.append(field, to: &bytes)
    }
  }
}
