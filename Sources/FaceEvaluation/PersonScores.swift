import FaceVocabulary
import Matrices

/// Genuine and impostor scores in rising order, each with the people it is of.
struct PersonScores {
  /// Impostor scores beyond which redrawn ones are taken from evenly spread ones of each probe.
  static let most = 500_000
  /// Scores that all draws of people may look at together, see ``PersonDraws``.
  static let budget = 20_000_000

  /// One score: the probe's person, and the person it was compared with, −1 for the own one.
  struct Score {
    let distance: Double
    let person: Int32
    let other: Int32
  }

  /// Moments of the scores of one person, or of one pair.
  private struct Moments {
    let person: Int
    let other: Int
    var count = 0.0
    var sum = 0.0
    var squares = 0.0
  }

  let people: Int
  let genuinePeople: Int
  /// People with an own score not under every impostor score.
  let overlappingPeople: Int
  let scores: [Score]
  /// Where each run of equal scores ends.
  private let ends: [Int]
  private let genuineMoments: [Moments]
  private let impostorMoments: [Moments]

  var count: Int { scores.count }

  init(
    _ table: TrialTable, _ decisions: [Decision], atMost limit: Int, from impostors: Int,
    _ generator: inout SeededGenerator
  ) {
    var numbers: [SubjectID: Int32] = [:]
    for subject in table.gallery + decisions.map({ table.probes[$0.probe].subject })
    where numbers[subject] == nil {
      numbers[subject] = Int32(numbers.count)
    }
    let gallery = table.gallery.map { numbers[$0] ?? -1 }
    let step = max(1, (impostors + limit - 1) / limit)
    var scores: [Score] = []
    scores.reserveCapacity(impostors / step + decisions.count)
    for decision in decisions {
      let person = numbers[table.probes[decision.probe].subject] ?? -1
      if decision.isMated {
        let own = decision.passesGate ? decision.ownDistance : .infinity
        scores.append(Score(distance: own + 0, person: person, other: -1))
      }
      guard !decision.failed else { continue }
      let row = table.distances.row(decision.probe)
      let start = step > 1 ? generator.below(step) : 0
      for column in stride(from: start, to: gallery.count, by: step)
      where gallery[column] != person {
        let distance = row[row.startIndex + column]
        guard !distance.isNaN else { continue }
        scores.append(
          Score(
            distance: decision.passesGate ? distance + 0 : .infinity, person: person,
            other: gallery[column]))
      }
    }
    scores.sort {
      ($0.distance, $0.person, $0.other) < ($1.distance, $1.person, $1.other)
    }
    self.scores = scores
    ends = scores.indices.compactMap { index in
      index + 1 == scores.count || scores[index + 1].distance != scores[index].distance
        ? index + 1 : nil
    }
    people = numbers.count
    let own = scores.filter { $0.other < 0 }
    genuinePeople = Set(own.map(\.person)).count
    let lowest = scores.first { $0.other >= 0 }?.distance ?? .infinity
    overlappingPeople = Set(own.filter { $0.distance >= lowest }.map(\.person)).count
    let finite = scores.filter { $0.distance.isFinite }
    let centre =
      finite.isEmpty ? 0 : finite.reduce(0) { $0 + $1.distance } / Double(finite.count)
    genuineMoments = PersonScores.moments(of: finite.filter { $0.other < 0 }, around: centre)
    impostorMoments = PersonScores.moments(of: finite.filter { $0.other >= 0 }, around: centre)
  }

  private static func moments(of scores: [Score], around centre: Double) -> [Moments] {
    var places: [Int64: Int] = [:]
    var all: [Moments] = []
    for score in scores {
      let key = Int64(score.person) << 32 | Int64(score.other + 1)
      let place = places[key] ?? all.count
      if place == all.count {
        places[key] = place
        all.append(Moments(person: Int(score.person), other: Int(score.other)))
      }
      let distance = score.distance - centre
      all[place].count += 1
      all[place].sum += distance
      all[place].squares += distance * distance
    }
    return all
  }

  /// EER and AUC of the weighted scores, by the rules of ``ThresholdCurve``; nil where a draw holds no
  /// score of one kind.
  func rateAndArea(_ weights: UnsafeBufferPointer<Double>) -> (rate: Double, area: Double)? {
    var genuine = 0.0
    var impostor = 0.0
    for score in scores {
      let weight = weights[Int(score.person)]
      if score.other < 0 {
        genuine += weight
      } else {
        impostor += weight * weights[Int(score.other)]
      }
    }
    guard genuine > 0, impostor > 0 else { return nil }
    var matched = 0.0
    var falselyMatched = 0.0
    var area = 0.0
    // The lowest threshold accepts nobody.
    var least = genuine * impostor
    var rate = 0.5
    var start = 0
    for end in ends {
      var own = 0.0
      var other = 0.0
      for score in scores[start..<end] {
        let weight = weights[Int(score.person)]
        if score.other < 0 { own += weight } else { other += weight * weights[Int(score.other)] }
      }
      area += own * (impostor - falselyMatched - other + other / 2)
      matched += own
      falselyMatched += other
      let gap = abs(falselyMatched * genuine - (genuine - matched) * impostor)
      if gap < least, scores[start].distance.isFinite {
        least = gap
        rate = (falselyMatched / impostor + (genuine - matched) / genuine) / 2
      }
      start = end
    }
    return (rate, area / (genuine * impostor))
  }

  /// d′ of the weighted scores; nil where a draw leaves it unmeasured.
  func dPrime(_ weights: UnsafeBufferPointer<Double>) -> Double? {
    func moments(_ parts: [Moments]) -> (mean: Double, variance: Double)? {
      var count = 0.0
      var sum = 0.0
      var squares = 0.0
      for part in parts {
        let weight = weights[part.person] * (part.other < 0 ? 1 : weights[part.other])
        count += weight * part.count
        sum += weight * part.sum
        squares += weight * part.squares
      }
      guard count > 1 else { return nil }
      let mean = sum / count
      return (mean, max(0, squares / count - mean * mean))
    }
    guard let own = moments(genuineMoments), let other = moments(impostorMoments) else {
      return nil
    }
    let spread = ((own.variance + other.variance) / 2).squareRoot()
    return spread > 0 ? abs(other.mean - own.mean) / spread : nil
  }
}
