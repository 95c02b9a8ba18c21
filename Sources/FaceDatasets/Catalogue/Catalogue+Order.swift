import FaceVocabulary

extension Catalogue {
  /// Puts `records` in the order in which faces are always listed: by subject (bytes), index, original
  /// before mirror, natural order of files.
  ///
  /// - Complexity: O(n) where they are in order, as after one import; else O(n log n) comparisons,
  ///   O(n) exchanges, 12 bytes a record beside them.
  static func sort(_ records: inout [FaceRecord]) {
    let ranks = subjectRanks(of: records)
    var order: [Int32] = []
    records.withUnsafeBufferPointer { records in
      func precedes(_ one: Int32, _ other: Int32) -> Bool {
        let (left, right) = (Int(one), Int(other))
        if ranks[left] != ranks[right] { return ranks[left] < ranks[right] }
        if records[left].index != records[right].index {
          return records[left].index < records[right].index
        }
        if records[left].isMirror != records[right].isMirror { return records[right].isMirror }
        if records[left].file == records[right].file { return records[left].id < records[right].id }
        return NaturalOrder.precedes(records[left].file, records[right].file)
      }
      let places = records.indices.dropFirst()
      if places.allSatisfy({ !precedes(Int32($0), Int32($0 - 1)) }) { return }
      order = records.indices.map { Int32($0) }
      order.sort(by: precedes)
    }
    for start in order.indices where order[start] != Int32(start) {
      // Along a cycle each place takes its record from where that lies.
      let first = records[start]
      var place = start
      while true {
        let source = Int(order[place])
        order[place] = Int32(place)
        if source == start { break }
        records[place] = records[source]
        place = source
      }
      records[place] = first
    }
  }

  /// For each record the place of its person among all people.
  private static func subjectRanks(of records: [FaceRecord]) -> [Int32] {
    var people: [SubjectLabel: SubjectID] = [:]
    var last: SubjectLabel?
    for record in records where record.label != last {
      people[record.label] = people[record.label] ?? record.subject
      last = record.label
    }
    var ranks: [SubjectLabel: Int32] = [:]
    for (rank, person) in people.sorted(by: { $0.value < $1.value }).enumerated() {
      ranks[person.key] = Int32(rank)
    }
    last = nil
    var rank: Int32 = 0
    return records.map { record in
      if record.label != last { (rank, last) = (ranks[record.label] ?? 0, record.label) }
      return rank
    }
  }
}
