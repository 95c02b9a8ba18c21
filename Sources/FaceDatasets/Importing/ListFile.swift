import DurableFiles
import FaceVocabulary

/// Reads `path;label[;name]` lists, as OpenCV's tutorials write them.
enum ListFile {
  /// The pictures that the list at `path` names; their paths are relative to the list's folder.
  ///
  /// - Throws: ``ImportError/badRow(file:row:reason:)`` for a row that is no such row: a list with
  ///   one wrong label would put faces under wrong people.
  static func scan(_ path: String) throws -> ImportScan {
    switch FolderEntries.kind(of: path) {
    case nil: throw ImportError.missing(path: path)
    case .folder: throw ImportError.wrongKind(path: path, needed: "a list file")
    default: break
    }
    let bytes: [UInt8]
    do throws(FileReadError) {
      bytes = try FileBytes.read(path, limit: 256_000_000)
    } catch {
      throw DatasetError.notRead(error)
    }
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    var scan = ImportScan(layout: "list")
    scan.entries = try entries(bytes, list: path, folder: folder)
      .sorted { NaturalOrder.precedes($0.origin, $1.origin) }
    return scan
  }

  static func entries(
    _ bytes: [UInt8], list: String, folder: String
  ) throws(ImportError) -> [ImportEntry] {
    var entries: [ImportEntry] = []
    var names: [SubjectLabel: (name: String, line: Int)] = [:]
    var labels: [SubjectID: (label: SubjectLabel, line: Int)] = [:]
    for (number, row) in try rows(bytes, list: list).enumerated() {
      func bad(_ reason: String) -> ImportError {
        .badRow(file: list, row: row.line, reason: reason)
      }
      guard (2...3).contains(row.fields.count) else {
        throw bad(
          "it has \(row.fields.count == 1 ? "1 field" : "\(row.fields.count) fields"); path;label or path;label;name are needed"
        )
      }
      if number == 0, row.fields[1] == "label" { continue }
      guard !row.fields[0].isEmpty else { throw bad("it names no file") }
      let label = try label(row.fields[1], orThrow: bad)
      let name = row.fields.count == 3 && !row.fields[2].isEmpty ? row.fields[2] : String(label)
      if let known = names[label], known.name != name {
        throw bad("number \(label) is '\(name)' here and '\(known.name)' in row \(known.line)")
      }
      names[label] = names[label] ?? (name, row.line)
      let subject = SubjectID(name)
      if let known = labels[subject], known.label != label {
        throw bad("'\(name)' is number \(label) here and \(known.label) in row \(known.line)")
      }
      labels[subject] = labels[subject] ?? (label, row.line)
      let path = row.fields[0].hasPrefix("/") ? row.fields[0] : folder + "/" + row.fields[0]
      var entry = ImportEntry(path: path, origin: row.fields[0], subject: subject)
      entry.label = label
      entries.append(entry)
    }
    return entries
  }

  private static func rows(
    _ bytes: [UInt8], list: String
  ) throws(ImportError) -> [CSVText.Row] {
    do throws(CSVText.Fault) {
      return try CSVText.parse(bytes, separators: [0x3B, 0x2C])
    } catch {
      switch error {
      case .openQuote(let line):
        throw .badRow(file: list, row: line, reason: "a quote opens and never closes")
      case .textAfterQuote(let line):
        throw .badRow(file: list, row: line, reason: "text follows a closing quote")
      }
    }
  }

  /// A person's number: 32 bits, as model files have, and not −1, which stands for nobody.
  private static func label(
    _ text: String, orThrow bad: (String) -> ImportError
  ) throws(ImportError) -> SubjectLabel {
    let trimmed = text.drop { $0 == " " }
    guard !trimmed.isEmpty else { throw bad("it has no label") }
    guard let label = Int64(trimmed) else {
      // A number too long even for 64 bits is out of range rather than no number.
      let digits = trimmed.first == "-" ? trimmed.dropFirst() : trimmed
      if !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) {
        throw bad("label \(text) does not fit 32 bits")
      }
      throw bad("label '\(text)' is no whole number")
    }
    guard let fitting = SubjectLabel(exactly: label) else {
      throw bad("label \(text) does not fit 32 bits")
    }
    guard fitting != -1 else { throw bad("label -1 stands for nobody") }
    return fitting
  }
}
