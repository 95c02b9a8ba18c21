/// The order of numbered files, and what is missing among them.
package enum FrameNames {
  /// Whether `left` comes first: runs of digits by value, everything else by bytes.
  package static func precedes(_ left: String, _ right: String) -> Bool {
    let (one, other) = (parts(left), parts(right))
    for (a, b) in zip(one, other) where a != b {
      switch (a, b) {
      case (.number(let m, _), .number(let n, _)) where m != n: return m < n
      default: return a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
      }
    }
    return one.count < other.count
  }

  /// Numbers missing between the first and the last: by the last run of digits before the suffix,
  /// where all names have one and differ in nothing else.
  package static func gaps(in names: [String]) -> [ClosedRange<Int>] {
    var frames: [Int] = []
    var stems: Set<String> = []
    for name in names {
      let name = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
      guard case .number(let value, _)? = parts(name).last else { return [] }
      frames.append(value)
      stems.insert(parts(name).dropLast().map(\.text).joined())
    }
    guard stems.count == 1 else { return [] }
    frames.sort()
    return zip(frames, frames.dropFirst()).compactMap { previous, next in
      next > previous + 1 ? previous + 1...next - 1 : nil
    }
  }

  private enum Part: Equatable {
    case number(Int, text: String)
    case words(String)

    var text: String {
      switch self {
      case .number(_, let text), .words(let text): text
      }
    }
  }

  private static func parts(_ name: String) -> [Part] {
    var parts: [Part] = []
    var rest = name.utf8[...]
    while let first = rest.first {
      let isNumber = (0x30...0x39).contains(first)
      let run = rest.prefix { (0x30...0x39).contains($0) == isNumber }
      let text = String(decoding: run, as: UTF8.self)
      // A run of twenty digits is no frame number.
      if isNumber, let value = Int(text) {
        parts.append(.number(value, text: text))
      } else {
        parts.append(.words(text))
      }
      rest = rest.dropFirst(run.count)
    }
    return parts
  }
}
