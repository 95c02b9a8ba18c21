import FaceVocabulary

extension StoredDetectorSweep {
  /// What no sweep that was kept whole has, in words after "damaged:"; nil for a sound one.
  ///
  /// Sums of what passes can be made without overflow.
  var fault: String? {
    guard ResultFile.numbers.contains(number) else { return "its number is \(number)" }
    for (place, row) in rows.enumerated() {
      let counts = [
        row.levels, row.images, row.faces, row.hits, row.misses, row.falseAlarms, row.windows,
      ]
      if let odd = counts.compactMap(\.self).first(where: { !Self.counts.contains($0) }) {
        return "row \(place + 1) counts \(odd)"
      }
    }
    return nil
  }

  /// What a count over all pictures of a row may be.
  private static let counts = 0...1 << 53
}
