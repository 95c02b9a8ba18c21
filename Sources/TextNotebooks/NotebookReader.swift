/// Finds the blocks of a notebook in its lines.
struct NotebookReader {
  let lines: [String]
  private var index = 0

  init(lines: [String]) { self.lines = lines }

  mutating func blocks() throws(NotebookError) -> [Notebook.Block] {
    var blocks: [Notebook.Block] = []
    var labels = BlockLabels()
    var labelsStand = false
    while index < lines.count {
      let line = lines[index]
      guard let fence = Self.fence(line) else {
        if let found = try BlockLabels(comment: line, line: index + 1) {
          labels = found
          labelsStand = true
        } else if labelsStand, !line.trimmed.isEmpty {
          labels = BlockLabels()
          labelsStand = false
        }
        index += 1
        continue
      }
      let block = try readBlock(fence, labels: labels)
      if let block { blocks.append(block) }
      labels = BlockLabels()
      labelsStand = false
    }
    return blocks
  }

  /// The exit code that a line `[n]` states.
  static func exitCode(in line: String) -> Int? {
    guard line.hasPrefix("["), line.hasSuffix("]"), line.utf8.count <= 5 else { return nil }
    let digits = line.dropFirst().dropLast()
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(digits)
  }

  private struct Fence {
    var length: Int
    var word: String
  }

  /// A line that opens a fenced block of any language.
  private static func fence(_ line: String) -> Fence? {
    let length = line.prefix { $0 == "`" }.count
    guard length >= 3 else { return nil }
    return Fence(length: length, word: String(line.dropFirst(length)).trimmed)
  }

  /// Reads the block at the index and goes past it; nil for blocks of other languages that are no files.
  private mutating func readBlock(
    _ fence: Fence, labels: BlockLabels
  ) throws(NotebookError) -> Notebook.Block? {
    let start = index
    index += 1
    while index < lines.count {
      if let closing = Self.fence(lines[index]), closing.length >= fence.length,
        closing.word.isEmpty
      {
        break
      }
      index += 1
    }
    guard index < lines.count else { throw .unclosedBlock(line: start + 1) }
    let end = index
    index += 1
    let isCommands = fence.word == "facebench"
    if let name = labels.file {
      if isCommands { throw .fileOfCommands(line: start + 1) }
      let text = lines[start + 1..<end].map { $0 + "\n" }.joined()
      return Notebook.Block(
        labels: labels, line: start, entries: [], file: Notebook.File(name: name, text: text))
    }
    guard isCommands else { return nil }
    return Notebook.Block(
      labels: labels, line: start, entries: try entries(in: start + 1..<end), file: nil)
  }

  private func entries(in range: Range<Int>) throws(NotebookError) -> [Notebook.Entry] {
    var entries: [Notebook.Entry] = []
    var starts: [Int] = []
    for line in range where lines[line].hasPrefix("> ") || lines[line] == ">" {
      starts.append(line)
    }
    for line in range.prefix(while: { $0 != starts.first }) where !lines[line].trimmed.isEmpty {
      throw .outputBeforeCommand(line: line + 1)
    }
    for (position, start) in starts.enumerated() {
      let end = position + 1 < starts.count ? starts[position + 1] : range.upperBound
      entries.append(entry(start, until: end))
    }
    return entries
  }

  private func entry(_ start: Int, until end: Int) -> Notebook.Entry {
    var last = end
    while last > start + 1, lines[last - 1].trimmed.isEmpty { last -= 1 }
    var output = Array(lines[start + 1..<last])
    var exitCode = 0
    if let code = output.last.flatMap({ Self.exitCode(in: $0) }) {
      exitCode = code
      output.removeLast()
    }
    while output.last?.trimmed.isEmpty == true { output.removeLast() }
    return Notebook.Entry(
      command: String(lines[start].dropFirst(2)), line: start, outputRange: start + 1..<last,
      output: output.map { line in
        if line == "..." { return .anything }
        return .text(line.hasPrefix("\\") ? String(line.dropFirst()) : line)
      }, exitCode: exitCode)
  }
}
