import DurableFiles
package import FaceVocabulary
import Glibc

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
    var text = SplitText(of: rows.count)
    text.bytes += Array((CSVText.row(Split.header) + "\n").utf8)
    for place in order { text.append(rows[Int(place)]) }
    return text.bytes
  }

  /// SHA-256 of the rows as they stand in the file, sorted by bytes, without the header.
  ///
  /// - Complexity: O(n log n); the bytes and 12 more a row.
  package func hash() -> String {
    var text = SplitText(of: rows.count)
    // Where each row begins, and where the last ends.
    var starts: [Int] = [0]
    starts.reserveCapacity(rows.count + 1)
    for row in rows {
      text.append(row)
      starts.append(text.bytes.count)
    }
    return text.bytes.withUnsafeBytes { bytes in
      starts.withUnsafeBufferPointer { Split.hash(ofRowsIn: bytes, from: $0) }
    }
  }

  private static func hash(
    ofRowsIn text: UnsafeRawBufferPointer, from starts: UnsafeBufferPointer<Int>
  ) -> String {
    func row(_ number: Int32) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(rebasing: text[starts[Int(number)]..<starts[Int(number) + 1]])
    }
    var order = (0..<Int32(starts.count - 1)).map { $0 }
    order.sort { one, other in
      // Without their line feeds, which are bytes above some that a name may hold.
      let (left, right) = (row(one), row(other))
      let common = min(left.count, right.count) - 1
      guard common > 0, let first = left.baseAddress, let second = right.baseAddress
      else { return left.count < right.count }
      let difference = memcmp(first, second, common)
      return difference == 0 ? left.count < right.count : difference < 0
    }
    var digest = ContentDigest()
    var block: [UInt8] = []
    block.reserveCapacity(Split.digested + 4096)
    for number in order {
      block.append(contentsOf: row(number))
      if block.count >= Split.digested {
        digest.update(block)
        block.removeAll(keepingCapacity: true)
      }
    }
    digest.update(block)
    return digest.finalized()
  }

  /// Bytes that the digest is given at once.
  private static let digested = 1 << 16

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

/// Rows of a split as they stand in a file, one after the other.
private struct SplitText {
  var bytes: [UInt8] = []
  /// All fields of the row before but its file, with their commas: most neighbours share them.
  private var start: [UInt8] = []
  private var last: Split.Row?

  /// - Parameter count: rows that are going to be added.
  init(of count: Int) { bytes.reserveCapacity(count * 48) }

  /// Adds `row` and its line feed.
  mutating func append(_ row: Split.Row) {
    if !sharesStart(row) {
      start.removeAll(keepingCapacity: true)
      for field in [
        String(row.repetition), String(row.fold), row.role.rawValue, row.subject.name,
      ] {
        CSVText.append(field, to: &start)
        start.append(0x2C)
      }
      last = row
    }
    bytes.append(contentsOf: start)
    CSVText.append(row.file, to: &bytes)
    bytes.append(0x0A)
  }

  private func sharesStart(_ row: Split.Row) -> Bool {
    guard let last else { return false }
    return last.repetition == row.repetition && last.fold == row.fold && last.role == row.role
      && last.subject == row.subject
  }
}
