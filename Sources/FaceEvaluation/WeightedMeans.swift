import FaceVocabulary

/// Precision, recall and F1 of people, averaged with the number of their probes as weights.
package struct WeightedMeans: Equatable, Sendable {
  package let precision: Double
  package let recall: Double
  package let f1: Double
}

extension TrialTable {
  /// What scikit-learn's `classification_report` prints as the weighted average, nearest person
  /// taken; nil without mated probes.
  ///
  /// Somebody whom no probe is taken for has precision 0, as there.
  package var weightedMeans: WeightedMeans? {
    var taken: [SubjectID: Int] = [:]
    var right: [SubjectID: Int] = [:]
    var probed: [SubjectID: Int] = [:]
    for confusion in confusions(threshold: nil) {
      probed[confusion.actual, default: 0] += confusion.count
      guard let predicted = confusion.predicted else { continue }
      taken[predicted, default: 0] += confusion.count
      if predicted == confusion.actual { right[predicted, default: 0] += confusion.count }
    }
    let total = probed.values.reduce(0, +)
    guard total > 0 else { return nil }
    var sums = (precision: 0.0, recall: 0.0, f1: 0.0)
    for (subject, count) in probed.sorted(by: { $0.key < $1.key }) {
      let hits = Double(right[subject] ?? 0)
      let precision = taken[subject].map { hits / Double($0) } ?? 0
      let recall = hits / Double(count)
      let weight = Double(count) / Double(total)
      sums.precision += weight * precision
      sums.recall += weight * recall
      sums.f1 += hits > 0 ? weight * 2 * precision * recall / (precision + recall) : 0
    }
    return WeightedMeans(precision: sums.precision, recall: sums.recall, f1: sums.f1)
  }
}
