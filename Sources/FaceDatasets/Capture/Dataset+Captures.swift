import SQLiteStore

extension Dataset {
  /// Every capture that faces were kept in, by number.
  package func captures() throws(DatasetError) -> [CaptureSummary] {
    let facts = try reading { catalogue throws(StoreError) in try catalogue.captures() }
    var found: [Int64: CaptureSummary] = [:]
    for record in try records() where !record.isMirror {
      guard let number = record.capture else { continue }
      var capture =
        found[number]
        ?? CaptureSummary(number: number, facts: facts[number], subjects: [], faces: 0)
      capture.faces += 1
      // Records come person by person.
      if capture.subjects.last != record.subject { capture.subjects.append(record.subject) }
      found[number] = capture
    }
    return found.values.sorted { $0.number < $1.number }
  }

  /// The frames that faces were kept from, by the faces' numbers.
  package func frames() throws(DatasetError) -> [Int64: CapturedFrame] {
    try reading { catalogue throws(StoreError) in try catalogue.frames() }
  }
}
