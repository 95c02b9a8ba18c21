import CooperativeWork
import FaceImages
import FaceVocabulary
import Matrices
import Testing

@testable import FaceDatasets

@Suite("near-duplicates")
struct NearDuplicateTests {
  /// Every pair by the definition: all with all.
  private func compared(_ thumbnails: [Thumbnail?]) -> [NearDuplicates.Pair] {
    var pairs: [NearDuplicates.Pair] = []
    for (one, thumbnail) in thumbnails.enumerated() {
      for other in one + 1..<max(one + 1, thumbnails.count) {
        guard let a = thumbnail, let b = thumbnails[other], let value = a.correlation(with: b),
          value >= 0.99
        else { continue }
        pairs.append(NearDuplicates.Pair(first: one, second: other, correlation: value))
      }
    }
    return pairs
  }

  /// The thumbnail with these levels, in grey levels.
  private func thumbnail(_ levels: [Double]) throws -> Thumbnail {
    let bytes = levels.flatMap { level -> [UInt8] in
      let stored = UInt16(max(0, min(65_280, (level * 256).rounded())))
      return [UInt8(truncatingIfNeeded: stored), UInt8(truncatingIfNeeded: stored >> 8)]
    }
    return try #require(bytes.withUnsafeBytes { Thumbnail(stored: $0) })
  }

  /// Mean-free values of length 1.
  private func direction(_ generator: inout SeededGenerator, smooth: Bool) -> [Double] {
    var values = [Double](repeating: 0, count: 1024)
    if smooth {
      let waves = (0..<5).map { _ in
        (generator.uniform() * 0.5, generator.uniform() * 0.5, generator.uniform() * 6)
      }
      for cell in values.indices {
        for (x, y, phase) in waves {
          // A triangle wave, of which the sketch sees a part only.
          let place = (x * Double(cell % 32) + y * Double(cell / 32) + phase) / 3
          values[cell] += abs(place - place.rounded())
        }
      }
    } else {
      for cell in values.indices { values[cell] = generator.uniform() }
    }
    let mean = values.reduce(0, +) / 1024
    let length = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }.squareRoot()
    return values.map { ($0 - mean) / length }
  }

  /// A thumbnail and another one whose correlation with it is `correlation`, to about 1e-6.
  private func twins(
    _ generator: inout SeededGenerator, correlation: Double
  ) throws -> [Thumbnail] {
    let one = direction(&generator, smooth: true)
    var other = direction(&generator, smooth: generator.below(2) == 0)
    let overlap = zip(one, other).reduce(0) { $0 + $1.0 * $1.1 }
    for cell in other.indices { other[cell] -= overlap * one[cell] }
    let length = other.reduce(0) { $0 + $1 * $1 }.squareRoot()
    let across = (1 - correlation * correlation).squareRoot() / length
    let contrast = 400 + 300 * generator.uniform()
    return try [
      thumbnail(one.map { 120 + contrast * $0 }),
      thumbnail(zip(one, other).map { 120 + contrast * (correlation * $0 + across * $1) }),
    ]
  }

  private func mixture(seed: UInt64) throws -> [Thumbnail?] {
    var generator = SeededGenerator(seed: seed)
    var thumbnails: [Thumbnail?] = []
    // On both sides of the limit, near it and on it to the last digit that levels can hold.
    for step in -8...8 {
      let correlation = 0.99 + Double(step) * Double(step) * Double(step.signum()) * 1e-5
      thumbnails += try twins(&generator, correlation: correlation)
    }
    for _ in 0..<20 { thumbnails += try twins(&generator, correlation: 0.99) }
    for _ in 0..<Int(40 + 150 * seed) {
      thumbnails.append(try thumbnail(direction(&generator, smooth: true).map { 99 + 500 * $0 }))
    }
    // Equal pictures, the same with other light, its negative, flat ones, one that is not known.
    let many = direction(&generator, smooth: true)
    for copy in 0..<45 {
      thumbnails.append(try thumbnail(many.map { 110 + Double(200 + copy / 9 * 40) * $0 }))
    }
    thumbnails.append(try thumbnail(many.map { 110 - 300 * $0 }))
    for level in [0.0, 9, 9] {
      thumbnails.append(try thumbnail([Double](repeating: level, count: 1024)))
    }
    thumbnails.append(nil)
    return generator.shuffled(thumbnails)
  }

  @Test("are the same pairs as comparing everything with everything", arguments: 1...6)
  func pairs(seed: UInt64) throws {
    let thumbnails = try mixture(seed: seed)
    let expected = compared(thumbnails)
    // 45 · 44 / 2 equal ones and some of the twins.
    #expect(expected.count > 990 + 15 && expected.count < 990 + 300)
    for jobs in [1, 2] {
      #expect(try NearDuplicates.pairs(thumbnails, work: Work(jobs: jobs)) == expected)
    }
  }

  @Test("of pictures with noise of many strengths", arguments: 1...3)
  func pictures(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var images = (0..<30).map { Pictures.face($0 + 100 * Int(seed)) }
    for number in 0..<30 {
      let strength = 1 + number / 2
      let pixels = images[number].pixels.map { level in
        UInt8(min(255, max(0, Int(level) + generator.below(2 * strength + 1) - strength)))
      }
      images.append(GrayImage(size: images[number].size, pixels: pixels))
    }
    let thumbnails = generator.shuffled(images).map { Thumbnail($0) }
    let expected = compared(thumbnails)
    #expect(expected.count > 3 && expected.count < 30)
    #expect(try NearDuplicates.pairs(thumbnails, work: Work()) == expected)
  }

  @Test("bring together what all pairs would, with fewer links than pictures", arguments: 1...4)
  func links(seed: UInt64) throws {
    let thumbnails = try mixture(seed: seed)
    let links = try NearDuplicates.links(
      among: HeldThumbnails(thumbnails: thumbnails), work: Work(jobs: 2))
    #expect(links.count < 300)
    func sets(_ pairs: [NearDuplicates.Pair]) -> [Int] {
      var sets = DisjointSets(count: thumbnails.count)
      for pair in pairs { sets.unite(pair.first, pair.second) }
      return sets.numbered()
    }
    #expect(sets(links) == sets(compared(thumbnails)))
  }

  @Test("of few pictures", arguments: 0...3)
  func few(count: Int) throws {
    let image = Thumbnail(Pictures.face(1))
    let thumbnails = [Thumbnail?](repeating: image, count: count)
    #expect(try NearDuplicates.pairs(thumbnails, work: Work()) == compared(thumbnails))
  }

  @Test("are read from the catalogue for the faces asked for, in their order")
  func stored() throws {
    let shop = Workshop()
    let dataset = try shop.library.create("d")
    try dataset.add(
      (1...9).map { NewFace(subject: SubjectID("p\($0 % 3)"), image: Pictures.face($0 % 5)) })
    let records = try dataset.records().reversed().dropLast(2)
    let source = StoredThumbnails(of: records.map(\.id), in: try dataset.catalogue())
    let expected = try records.map { Thumbnail(try dataset.image(of: $0)) }
    #expect(try source.thumbnails(at: [6, 0, 3]) == [expected[6], expected[0], expected[3]])
    var read: [Int32: Thumbnail] = [:]
    try source.forEachBlock(of: 2) { block in
      #expect(block.count <= 2)
      for placed in block { read[placed.position] = placed.thumbnail }
    }
    #expect(read == Dictionary(uniqueKeysWithValues: zip(0..., expected)))
    #expect(try NearDuplicates.pairs(among: source, work: Work()) == compared(expected))
  }

  @Test("stop when the search is cancelled")
  func cancelled() throws {
    let work = Work()
    work.cancellation.cancel()
    #expect(throws: Cancelled.self) { try NearDuplicates.pairs(mixture(seed: 1), work: work) }
  }
}
