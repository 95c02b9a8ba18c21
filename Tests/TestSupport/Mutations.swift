import FaceVocabulary
import Glibc
import Matrices

/// Valid inputs changed at random, from a seed: what a reader of foreign bytes must survive.
package struct Mutations {
  /// Numbers and marks at which readers break.
  private static let marks = [
    "0", "-1", "1", "2147483647", "2147483648", "-2147483649", "9223372036854775807",
    "9223372036854775808", "99999999999999999999", "1e308", "1e999", "-0.0", "nan", "inf", "0x10",
    "1_000", "+5", ".5", "5.", "٣", "\"", "'", "\\", "\\\"", "\u{0}", "\u{FEFF}", "\r", "\r\n",
    "\n", "\u{2028}", "\t", ",", ";", "#", "{", "}", "[", "]", "<", ">", "&", "/", "..", "-->",
    "<!--", "\u{301}", "é", "😀", "\u{200D}", "null", "true", " ",
  ]

  private let samples: [[UInt8]]
  private let words: [[UInt8]]
  private var generator: SeededGenerator

  /// - Parameter words: what the format gives a meaning, put in beside marks that break many.
  package init(of samples: [String], words: [String] = [], seed: UInt64) {
    self.init(ofBytes: samples.map { Array($0.utf8) }, words: words, seed: seed)
  }

  package init(ofBytes samples: [[UInt8]], words: [String] = [], seed: UInt64) {
    precondition(!samples.isEmpty, "there must be something to change")
    self.samples = samples
    self.words = (words + Self.marks).map { Array($0.utf8) }
    generator = SeededGenerator(seed: seed)
  }

  /// How many inputs a test tries: `count`, and forty times as many with `FACEBENCH_LONG`.
  package static func trials(_ count: Int) -> Range<Int> {
    0..<(getenv("FACEBENCH_LONG") == nil ? count : 40 * count)
  }

  /// One of the samples with one to four changes.
  package mutating func next() -> [UInt8] {
    var bytes = samples[generator.below(samples.count)]
    for _ in 0...generator.below(4) { change(&bytes) }
    return bytes
  }

  /// As ``next()``, made text.
  package mutating func nextText() -> String { String(decoding: next(), as: UTF8.self) }

  private mutating func change(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else {
      bytes = words[generator.below(words.count)]
      return
    }
    let place = generator.below(bytes.count)
    switch generator.below(10) {
    case 0: bytes[place] ^= 1 << UInt8(generator.below(8))
    case 1: bytes[place] = UInt8(generator.below(256))
    case 2: bytes.removeLast(bytes.count - place)
    case 3: bytes.removeSubrange(stretch(of: bytes, longest: 12))
    case 4:
      let part = bytes[stretch(of: bytes, longest: 40)]
      // Rarely so often that depth or length is what breaks.
      let times = generator.below(8) == 0 ? 300 : 1 + generator.below(3)
      for _ in 0..<times { bytes.insert(contentsOf: part, at: place) }
    case 5:
      let other = samples[generator.below(samples.count)]
      bytes = Array(bytes[..<place]) + (other.isEmpty ? [] : other[generator.below(other.count)...])
    case 6, 7: replaceNumber(in: &bytes, near: place)
    case 8: moveLine(in: &bytes)
    default: bytes.insert(contentsOf: words[generator.below(words.count)], at: place)
    }
  }

  private mutating func stretch(of bytes: [UInt8], longest: Int) -> Range<Int> {
    let start = generator.below(bytes.count)
    return start..<min(bytes.count, start + 1 + generator.below(longest))
  }

  private mutating func replaceNumber(in bytes: inout [UInt8], near place: Int) {
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    guard let start = bytes[place...].firstIndex(where: isDigit) else { return }
    let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
    bytes.replaceSubrange(start..<end, with: words[generator.below(words.count)])
  }

  /// One line lost, doubled or exchanged with another.
  private mutating func moveLine(in bytes: inout [UInt8]) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let (line, other) = (generator.below(lines.count), generator.below(lines.count))
    switch generator.below(3) {
    case 0: lines.remove(at: line)
    case 1: lines.insert(lines[line], at: other)
    default: lines.swapAt(line, other)
    }
    bytes = Array(lines.joined(separator: [0x0A]))
  }
}

/// What is wrong with `error` as an answer to foreign bytes; nil when it is explained in words.
package func complaint(about error: any Error) -> String? {
  guard let explained = error as? any ExplainedError else {
    return "\(type(of: error)) is not explained: \(error)"
  }
  return explained.message.isEmpty || explained.kind.isEmpty ? "\(error) has no words" : nil
}
