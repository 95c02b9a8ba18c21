import DurableFiles
import FaceVocabulary
import Matrices

@testable import FaceDatasets

/// What the fast paths must give, written as plainly as can be.
enum PlainReference {
  /// Whether `left` comes before `right`, runs of digits as numbers.
  static func precedes(_ left: String, _ right: String) -> Bool {
    /// Bytes, and runs of digits without leading zeros.
    func parts(_ text: String) -> [(digits: [UInt8]?, byte: UInt8)] {
      var parts: [(digits: [UInt8]?, byte: UInt8)] = []
      var rest = Array(text.utf8)[...]
      while let first = rest.first {
        let digits = rest.prefix { (48...57).contains($0) }
        if digits.isEmpty {
          parts.append((nil, first))
          rest.removeFirst()
        } else {
          parts.append((Array(digits.drop { $0 == 48 }), first))
          rest.removeFirst(digits.count)
        }
      }
      return parts
    }
    let (one, other) = (parts(left), parts(right))
    for (a, b) in zip(one, other) {
      switch (a.digits, b.digits) {
      case (let x?, let y?):
        if x.count != y.count { return x.count < y.count }
        if x != y { return x.lexicographicallyPrecedes(y) }
      default:
        if a.byte != b.byte { return a.byte < b.byte }
      }
    }
    if one.count != other.count { return one.count < other.count }
    return left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  /// One CSV row of fields.
  static func row(_ fields: [String]) -> String {
    fields.map { field in
      let odd = field.unicodeScalars.contains { "\",\n\r".unicodeScalars.contains($0) }
      let edges =
        ["#", " "].contains(field.unicodeScalars.first.map { String($0) })
        || field.unicodeScalars.last == " "
      guard odd || edges else { return field }
      var doubled = ""
      for scalar in field.unicodeScalars {
        doubled.unicodeScalars.append(scalar)
        if scalar == "\"" { doubled.unicodeScalars.append(scalar) }
      }
      return "\"" + doubled + "\""
    }.joined(separator: ",")
  }

  /// SHA-256 of rows sorted by bytes, each with a line feed.
  static func digest(_ rows: [String]) -> String {
    let sorted = rows.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return ContentDigest.hex(of: Array(sorted.map { $0 + "\n" }.joined().utf8))
  }

  /// The fingerprint of faces: subject, digest, mirrored.
  static func fingerprint(_ records: [FaceRecord]) -> String {
    digest(records.map { row([$0.subject.name, $0.pixelDigest ?? "", $0.isMirror ? "1" : "0"]) })
  }

  static func fields(_ split: Split.Row) -> [String] {
    [
      "\(split.repetition)", "\(split.fold)", split.role.rawValue, split.subject.name, split.file,
    ]
  }

  /// Whether a face is listed before another one.
  static func comesBefore(_ one: FaceRecord, _ other: FaceRecord) -> Bool {
    if one.subject != other.subject { return one.subject < other.subject }
    if one.index != other.index { return one.index < other.index }
    if one.isMirror != other.isMirror { return other.isMirror }
    return precedes(one.file, other.file)
  }
}

extension SeededGenerator {
  /// A short text of letters that are awkward to sort and to quote.
  mutating func awkwardText() -> String {
    let letters = Array("a1029,\"# é!~b")
    return String((0..<(1 + below(5))).map { _ in letters[below(letters.count)] })
  }
}
