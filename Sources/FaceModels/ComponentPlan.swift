import FaceVocabulary

/// How many axes a training computes, and which of them it keeps.
struct ComponentPlan {
  let asked: TrainingSettings.Components
  /// Leading axes left out; what is asked for is counted after them.
  let dropFirst: Int

  /// - Throws: ``TrainingError`` for a number or share that means nothing.
  init(_ asked: TrainingSettings.Components, dropFirst: Int) throws(TrainingError) {
    switch asked {
    case .all: break
    case .count(let count):
      guard count >= 1 else { throw .componentsOutOfRange(asked: count) }
    case .variance(let share):
      guard share > 0, share <= 1 else { throw .varianceOutOfRange(asked: share) }
    }
    self.asked = asked
    self.dropFirst = dropFirst
  }

  /// Pairs that must be computed of `limit` that can exist.
  func needed(of limit: Int) -> Int {
    switch asked {
    case .all, .variance: limit
    case .count(let count):
      // A count near Int.max must not overflow.
      count >= limit - dropFirst ? limit : count + dropFirst
    }
  }

  /// The axes kept, as a range of `values`, which are descending and all above rounding.
  ///
  /// - Parameter total: the whole variance, in the units of `values`.
  func kept(of values: [Double], total: Double) throws(TrainingError) -> Range<Int> {
    var available = values.count
    if case .variance(let share) = asked {
      var sum = 0.0
      available =
        values.firstIndex { value in
          sum += value
          return sum >= share * total
        }.map { $0 + 1 } ?? values.count
    }
    guard dropFirst >= 0, dropFirst < available else {
      throw .droppedTooMany(asked: dropFirst, available: available)
    }
    if case .count(let count) = asked {
      return dropFirst..<dropFirst + min(count, available - dropFirst)
    }
    return dropFirst..<available
  }
}

extension TrainingSettings {
  /// The number asked for, where a number was.
  var componentsAsked: Int? {
    if method != .lbph, case .count(let count) = components { return count }
    return nil
  }

  /// Refuses what no faces could satisfy.
  func check() throws(TrainingError) {
    if dropFirst != 0, method != .eigen { throw .dropFirstNeedsEigenfaces(method: method) }
    if dropFirst < 0 { throw .droppedTooMany(asked: dropFirst, available: 0) }
    if method != .lbph { _ = try ComponentPlan(components, dropFirst: dropFirst) }
  }
}
