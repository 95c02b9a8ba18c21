import FaceEvaluation
import FaceVocabulary
import Matrices
import Testing

@Suite("Draws of gallery and probe")
struct GalleryDrawTests {
  /// Nine people with four faces each: 0 within and 1 between people, and noise.
  static func pairs(
    noise: Double, seed: UInt64, people: Int = 9, images: Int = 4, groups: [Int]? = nil
  ) -> FacePairs {
    var generator = SeededGenerator(seed: seed)
    let subjects = (0..<people * images).map { SubjectID("p\($0 / images)") }
    var distances: [Float] = []
    for first in subjects.indices {
      for second in subjects.indices.dropFirst(first + 1) {
        let base = subjects[first] == subjects[second] ? 0.0 : 1.0
        distances.append(Float(base + noise * generator.uniform()))
      }
    }
    return FacePairs(
      files: subjects.indices.map { "\($0).pgm" }, subjects: subjects,
      groups: groups ?? Array(subjects.indices), distances: distances)
  }

  @Test("a method against itself ties in every draw", arguments: [1, 2, 3] as [UInt64])
  func identical(seed: UInt64) throws {
    let pairs = Self.pairs(noise: 3, seed: seed)
    let same = try GalleryDraws(pairs, pairs, draws: 200, seed: seed)
    #expect(same.ties == 200 && same.wins == 0 && same.losses == 0 && same.people == 9)
  }

  @Test("the better method wins, and exchanging the two exchanges wins and losses")
  func better() throws {
    let good = Self.pairs(noise: 1.1, seed: 1)
    let bad = Self.pairs(noise: 4, seed: 2)
    let forth = try GalleryDraws(good, bad, draws: 500)
    #expect(forth.wins > 480)
    #expect(forth.wins + forth.ties + forth.losses == 500)
    let back = try GalleryDraws(bad, good, draws: 500)
    #expect(back.wins == forth.losses && back.losses == forth.wins && back.ties == forth.ties)
  }

  @Test("the same seed draws the same, another seed otherwise")
  func seeds() throws {
    let one = Self.pairs(noise: 2, seed: 1)
    let two = Self.pairs(noise: 2, seed: 2)
    let first = try GalleryDraws(one, two, draws: 300, seed: 7)
    #expect(try GalleryDraws(one, two, draws: 300, seed: 7) == first)
    #expect(try GalleryDraws(one, two, draws: 300, seed: 8) != first)
  }

  @Test("equal distances count against the own person, by both methods alike")
  func ties() throws {
    let level = Self.pairs(noise: 0, seed: 1)
    let flat = FacePairs(
      files: level.files, subjects: level.subjects, groups: level.groups,
      distances: Array(repeating: 1, count: level.distances.count))
    let draws = try GalleryDraws(level, flat, draws: 50)
    #expect(draws.wins == 50)
  }

  @Test("two faces of one group are never drawn as gallery and probe of each other")
  func groups() throws {
    // Faces 0 and 1, 2 and 3 … are near-duplicates at distance 0; every other pair is at 1, own or
    // not, so nobody is found unless a duplicate is drawn.
    let plain = Self.pairs(noise: 0, seed: 1)
    var distances = Array(repeating: Float(1), count: plain.distances.count)
    var next = 0
    for first in 0..<36 {
      for second in 0..<36 where second > first {
        if first / 2 == second / 2 { distances[next] = 0 }
        next += 1
      }
    }
    func duplicates(_ groups: [Int], _ values: [Float]) -> FacePairs {
      FacePairs(
        files: plain.files, subjects: plain.subjects, groups: groups, distances: values)
    }
    let flat = Array(repeating: Float(1), count: distances.count)
    let apart = Array(0..<36)
    let together = apart.map { $0 / 2 }
    let leaking = try GalleryDraws(
      duplicates(apart, distances), duplicates(apart, flat), draws: 100)
    #expect(leaking.wins > 50)
    let kept = try GalleryDraws(
      duplicates(together, distances), duplicates(together, flat), draws: 100)
    #expect(kept.ties == 100)
  }

  @Test("people without two groups of faces are left out; fewer than two others are too few")
  func lone() throws {
    let lone = FacePairs(
      files: ["a", "b", "c"], subjects: ["p0", "p0", "p1"], groups: [0, 1, 2],
      distances: [1, 2, 3])
    #expect(throws: EvaluationError.loneFaces(of: ["p1"])) { try GalleryDraws(lone, lone) }
    let some = Self.pairs(
      noise: 1, seed: 1, people: 3, images: 2, groups: [0, 1, 2, 3, 4, 4])
    #expect(try GalleryDraws(some, some, draws: 5).people == 2)
  }
}
