import FaceExperiments

/// The sentence that stands under everything that was tested on what it was trained or chosen on.
enum OptimisticNote {
  /// The sentence about those of `results` that are optimistic; nil when none is.
  static func about(_ results: [StoredResult]) -> String? {
    let names = results.filter(\.isOptimistic).map(\.name)
    guard !names.isEmpty else { return nil }
    let subject = results.count == 1 ? "" : " (\(names.joined(separator: ", ")))"
    return "Optimistic\(subject): what was tested on may have been trained or chosen on."
  }

  /// `name`, marked where `result` is optimistic: for legends of drawings.
  static func marked(_ name: String, _ result: StoredResult) -> String {
    result.isOptimistic ? name + " (optimistic)" : name
  }
}
