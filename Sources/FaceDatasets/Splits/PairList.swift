import FaceVocabulary

/// Pairs of faces to be told same or different, in folds: LFW's protocol.
package struct PairList: Equatable, Sendable {
  /// One comparison.
  package struct Pair: Hashable, Sendable {
    /// Files as in ``FaceRecord/file``.
    package let first: String
    package let second: String
    /// Whether both show one person.
    package let isGenuine: Bool
  }

  /// The pairs, fold by fold.
  package let folds: [[Pair]]

  /// Reads LFW's `pairs.txt` or `pairsDevTest.txt` (Huang et al. 2007, §III).
  ///
  /// The first line has the folds and the pairs of each kind, or the latter alone; then come, for
  /// each fold, genuine pairs `NAME I J` and impostor pairs `NAME I NAME J`, parted by tabs or
  /// spaces. Numbers are the index within the person.
  ///
  /// - Throws: ``SplitError/badRow(file:row:reason:)``.
  package static func parse(
    _ text: String, file: String, records: [FaceRecord]
  ) throws(SplitError) -> PairList {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
      .enumerated().map { (row: $0 + 1, words: $1.split { $0 == "\t" || $0 == " " }) }
      .filter { !$0.words.isEmpty }
    guard let first = lines.first else {
      throw .badRow(file: file, row: 1, reason: "it is empty")
    }
    let head = first.words.compactMap { Int($0) }
    guard head.count == first.words.count, (1...2).contains(head.count), head.allSatisfy({ $0 > 0 })
    else {
      throw .badRow(
        file: file, row: first.row, reason: "it must give folds and pairs, such as '10 300'")
    }
    let folds = head.count == 2 ? head[0] : 1
    let each = head[head.count - 1]
    let pairs = lines.dropFirst()
    guard folds.multipliedReportingOverflow(by: each).overflow == false,
      pairs.count == folds * each * 2
    else {
      throw .badRow(
        file: file, row: first.row,
        reason: "it promises \(folds) x \(each) pairs of each kind; \(pairs.count) follow")
    }
    var faces: [PairKey: String] = [:]
    for record in records where !record.isMirror {
      faces[PairKey(name: record.subject.name, index: record.index)] = record.file
    }
    var read: [Pair] = []
    for line in pairs {
      read.append(try pair(line.words, faces) { .badRow(file: file, row: line.row, reason: $0) })
    }
    return PairList(
      folds: stride(from: 0, to: read.count, by: each * 2).map { Array(read[$0..<$0 + each * 2]) })
  }

  private struct PairKey: Hashable {
    let name: String
    let index: Int
  }

  private static func pair(
    _ words: [Substring], _ faces: [PairKey: String], bad: (String) -> SplitError
  ) throws(SplitError) -> Pair {
    guard words.count == 3 || words.count == 4 else {
      throw bad("a pair has 3 or 4 words, this one \(words.count)")
    }
    func face(_ name: Substring, _ number: Substring) throws(SplitError) -> String {
      guard let index = Int(number) else { throw bad("'\(number)' is no number of an image") }
      guard let file = faces[PairKey(name: String(name), index: index)] else {
        throw bad("the dataset has no image \(index) of '\(name)'")
      }
      return file
    }
    let isGenuine = words.count == 3
    guard isGenuine || words[0] != words[2] else {
      throw bad("both faces are of '\(words[0])'; a pair of one person is 'NAME I J'")
    }
    let first = try face(words[0], words[1])
    let second = try face(isGenuine ? words[0] : words[2], words[isGenuine ? 2 : 3])
    guard first != second else { throw bad("image \(words[1]) is compared with itself") }
    return Pair(first: first, second: second, isGenuine: isGenuine)
  }
}
