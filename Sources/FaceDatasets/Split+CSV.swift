package import FaceVocabulary

extension Split {
  /// The split as a CSV file, header first, rows sorted by repeat, fold, role, subject, file.
  package func csv() -> String { "" }

  /// Reads what ``csv()`` wrote; any row order, quotes, CRLF and a byte-order mark are fine.
  package static func parse(csv: String, file: String) throws(SplitError) -> Split {
    Split(rows: [])
  }

  /// SHA-256 of the byte-sorted rows, hexadecimal.
  package func hash() -> String { "" }
}
