import FaceVocabulary
import Matrices

/// How many scores count of each pair of people, the probe's person and one of the gallery.
///
/// Neighbours in the gallery that count alike are one entry: a person's probes are nearly always
/// compared with everybody, so a few numbers a person stand for a whole row of pairs.
struct PairCounts: Sendable {
  /// People of the gallery from `first` up to `end` with `count` scores each; never none.
  private struct Run {
    let first: Int32
    let end: Int32
    let count: Int32
  }

  /// Scores of all pairs.
  private(set) var total = 0
  /// Pairs that have any.
  private(set) var pairs = 0
  private let galleryCount: Int
  private var runs: [Run] = []
  /// Number of each probe's person, and where its runs end.
  private var rows: [(person: Int, end: Int)] = []

  /// Counts the impostor scores of `decisions` that `counts` takes.
  ///
  /// People of the gallery have their columns as numbers.
  ///
  /// - Complexity: one look at every score; memory for the runs and one row.
  init(
    _ table: TrialTable, _ decisions: [Decision], _ people: [(person: Int, decisions: [Int])],
    where counts: (Decision, Double) -> Bool
  ) {
    galleryCount = table.gallery.count
    var row = [Int32](repeating: 0, count: galleryCount)
    table.distances.elements.withUnsafeBufferPointer { distances in
      for (person, members) in people {
        for column in row.indices { row[column] = 0 }
        for member in members where !decisions[member].failed {
          let start = decisions[member].probe * galleryCount
          for column in 0..<galleryCount where column != person {
            let distance = distances[start + column]
            if !distance.isNaN && counts(decisions[member], distance) { row[column] += 1 }
          }
        }
        add(row, of: person)
      }
    }
  }

  private mutating func add(_ row: [Int32], of person: Int) {
    var first = 0
    while first < row.count {
      var end = first + 1
      while end < row.count, row[end] == row[first] { end += 1 }
      if row[first] > 0 {
        runs.append(Run(first: Int32(first), end: Int32(end), count: row[first]))
        pairs += end - first
        total += (end - first) * Int(row[first])
      }
      first = end
    }
    if runs.count > (rows.last?.end ?? 0) { rows.append((person, runs.count)) }
  }

  /// The number of scores when every pair weighs the product of its two people's weights.
  ///
  /// Weights are whole numbers, so that the sum is exact in any order.
  func weighted(by weights: UnsafeBufferPointer<Double>) -> Double {
    var before = [Double](repeating: 0, count: galleryCount + 1)
    for column in 0..<galleryCount { before[column + 1] = before[column] + weights[column] }
    var sum = 0.0
    var start = 0
    for row in rows {
      var own = 0.0
      for run in runs[start..<row.end] {
        own += Double(run.count) * (before[Int(run.end)] - before[Int(run.first)])
      }
      sum += weights[row.person] * own
      start = row.end
    }
    return sum
  }

  /// Entries that are kept, whatever the number of pairs.
  var runCount: Int { runs.count }

  /// People who are in any of the pairs.
  var involved: Int {
    var people = Set(rows.map(\.person))
    for run in runs { people.formUnion(Int(run.first)..<Int(run.end)) }
    return people.count
  }
}
