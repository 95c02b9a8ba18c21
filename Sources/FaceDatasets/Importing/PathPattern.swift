/// File names with named fields, such as `s{subject}/{index}.pgm`.
///
/// `{name}` takes at least one character up to the next literal, never a `/`; `{name:N}` takes
/// exactly N characters; `{name:signed}` takes a number with an optional sign. A name that comes
/// twice must stand for the same text twice. Shorter matches of a field are tried first.
package struct PathPattern: Equatable, Sendable {
  /// The pattern as it was written.
  package let text: String
  let parts: [Part]

  enum Part: Equatable, Sendable {
    case literal([Character])
    case field(String, Width)
  }

  enum Width: Equatable, Sendable {
    case any
    case exactly(Int)
    case signed
  }

  /// Patterns of well-known sets, tried when no layout was named.
  package static let known = [
    "subject{subject}.{condition}",
    "yaleB{subject}/yaleB{subject}_P{pose}A{light_azimuth_deg:signed}E{light_elevation_deg:signed}.pgm",
    "yaleB{subject}_P{pose}A{light_azimuth_deg:signed}E{light_elevation_deg:signed}.pgm",
    "personne{subject:2}{session:1}{index:2}{pitch_deg:signed}{yaw_deg:signed}.jpg",
    "s{subject}/{index}.pgm",
    "{subject}/{subject}_{index}.jpg",
  ]

  /// Reads a pattern.
  ///
  /// - Parameter needed: a field without which the pattern is of no use.
  /// - Throws: ``ImportError/badPattern(_:reason:)`` for an unknown form, or without that field.
  package init(_ text: String, needing needed: String = "subject") throws(ImportError) {
    self.text = text
    var parts: [Part] = []
    var literal: [Character] = []
    var rest = Substring(text)
    while let character = rest.popFirst() {
      if character == "}" { throw .badPattern(text, reason: "a } without its {") }
      guard character == "{" else {
        literal.append(character)
        continue
      }
      guard let end = rest.firstIndex(of: "}") else {
        throw .badPattern(text, reason: "a { without its }")
      }
      if !literal.isEmpty { parts.append(.literal(literal)) }
      literal = []
      parts.append(try PathPattern.field(rest[..<end], of: text))
      rest = rest[rest.index(after: end)...]
    }
    if !literal.isEmpty { parts.append(.literal(literal)) }
    let names = parts.compactMap { part in
      if case .field(let name, _) = part { name } else { nil }
    }
    guard names.contains(needed) else {
      throw .badPattern(text, reason: "it has no {\(needed)}")
    }
    guard Self.repeated(in: parts).count <= 2 else {
      throw .badPattern(text, reason: "more than two of its fields stand twice")
    }
    self.parts = parts
  }

  /// Names of fields that stand more than once.
  fileprivate static func repeated(in parts: [Part]) -> [String] {
    var counts: [String: Int] = [:]
    for case .field(let name, _) in parts { counts[name, default: 0] += 1 }
    return counts.filter { $0.value > 1 }.keys.sorted()
  }

  private static func field(
    _ inside: Substring, of pattern: String
  ) throws(ImportError) -> Part {
    let halves = inside.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(halves[0])
    guard !name.isEmpty, name.utf8.allSatisfy(isNameByte) else {
      throw .badPattern(
        pattern, reason: "'{\(inside)}' is no field; names are lower-case letters, digits and _")
    }
    guard halves.count == 2 else { return .field(name, .any) }
    if halves[1] == "signed" { return .field(name, .signed) }
    guard let width = Int(halves[1]), (1...255).contains(width) else {
      throw .badPattern(pattern, reason: "'\(halves[1])' is neither a width nor 'signed'")
    }
    return .field(name, .exactly(width))
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x5F
  }

  /// The fields of `path`; nil when it does not match from beginning to end.
  package func match(_ path: String) -> [String: String]? {
    var matcher = Matcher(parts: parts, text: Array(path))
    return matcher.run(part: 0, at: 0) ? matcher.fields : nil
  }
}

/// Backtracking over the parts of one pattern.
private struct Matcher {
  let parts: [PathPattern.Part]
  let text: [Character]
  var fields: [String: String] = [:]
  /// From where nothing can match. Without it fields side by side would be tried in every division
  /// of the text.
  private var hopeless: Set<State> = []
  /// Fields that stand twice and must match the same twice: what follows hangs on their values.
  private let repeated: [String]

  private struct State: Hashable {
    let part: Int
    let start: Int
    let values: [String?]
  }

  init(parts: [PathPattern.Part], text: [Character]) {
    self.parts = parts
    self.text = text
    repeated = PathPattern.repeated(in: parts)
  }

  mutating func run(part: Int, at start: Int) -> Bool {
    guard part < parts.count else { return start == text.count }
    let state = State(part: part, start: start, values: repeated.map { fields[$0] })
    if hopeless.contains(state) { return false }
    if matches(part: part, at: start) { return true }
    hopeless.insert(state)
    return false
  }

  private mutating func matches(part: Int, at start: Int) -> Bool {
    switch parts[part] {
    case .literal(let literal):
      return text[start...].starts(with: literal) && run(part: part + 1, at: start + literal.count)
    case .field(let name, let width):
      for end in ends(of: width, from: start) {
        let value = String(text[start..<end])
        let before = fields[name]
        if let before, before != value { continue }
        fields[name] = value
        if run(part: part + 1, at: end) { return true }
        fields[name] = before
      }
      return false
    }
  }

  /// Where a field that begins at `start` may end, in the order to try.
  private func ends(of width: PathPattern.Width, from start: Int) -> [Int] {
    let stop = text[start...].firstIndex(of: "/") ?? text.count
    switch width {
    case .any: return start < stop ? Array(start + 1...stop) : []
    case .exactly(let count): return start + count <= stop ? [start + count] : []
    case .signed:
      var end = start
      if end < stop, text[end] == "+" || text[end] == "-" { end += 1 }
      let digits = text[end..<stop].prefix { $0.isASCII && $0.isNumber }
      if digits.isEmpty { return [] }
      end = digits.endIndex
      guard end < stop, text[end] == "." else { return [end] }
      let decimals = text[(end + 1)..<stop].prefix { $0.isASCII && $0.isNumber }
      // The longer number first; a dot may belong to the suffix instead.
      return decimals.isEmpty ? [end] : [decimals.endIndex, end]
    }
  }
}
