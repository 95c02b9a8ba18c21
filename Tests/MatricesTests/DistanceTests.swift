import CooperativeWork
import Matrices
import Testing

@Suite("Projection and distances")
struct DistanceTests {
  @Test(
    "coordinates are the same bytes alone and in any batch",
    arguments: [1, 3, 5, 8, 12, 16, 37, 64])
  func projectionIgnoresCompany(axisCount: Int) throws {
    var generator = SeededGenerator(seed: UInt64(axisCount))
    // Two whole tiles and part of a group.
    let faces = generator.bytes(rows: 151, columns: 301)
    let axes = generator.matrix(rows: 301, columns: axisCount)
    let projection = AxisProjection(mean: faces.columnMeans(), axes: axes)
    let together = try projection.coordinates(of: faces, work: Work(jobs: 2))
    for row in 0..<faces.rows {
      let alone = try projection.coordinates(of: faces.selecting(rows: [row]), work: Work())
      #expect(alone.elements[...] == together.row(row))
    }
    let centred = Matrix(
      rows: 151, columns: 301,
      elements: faces.elements.enumerated().map {
        Double($0.element) - projection.mean[$0.offset % 301]
      })
    #expect(together.largestGap(to: Matrix.plainProduct(centred, axes)) < 1e-9)
  }

  @Test("Euclidean distances follow their definition", arguments: [1, 3, 4, 80])
  func euclidean(length: Int) throws {
    var generator = SeededGenerator(seed: UInt64(length))
    let probes = generator.matrix(rows: 41, columns: length)
    let templates = generator.matrix(rows: 23, columns: length)
    let distances = try PairwiseDistances.euclidean(probes, to: templates, work: Work(jobs: 2))
    for probe in 0..<41 {
      for template in 0..<23 {
        let squares = zip(probes.row(probe), templates.row(template)).reduce(0) {
          $0 + ($1.0 - $1.1) * ($1.0 - $1.1)
        }
        #expect(abs(distances[probe, template] - squares.squareRoot()) < 1e-12)
      }
    }
  }

  @Test("equal templates tie exactly and a face is at distance 0 from itself")
  func ties() throws {
    var generator = SeededGenerator(seed: 12)
    let one = generator.matrix(rows: 1, columns: 37)
    let copies = Matrix(
      rows: 11, columns: 37, elements: (0..<11).flatMap { _ in one.elements })
    let probe = generator.matrix(rows: 1, columns: 37)
    let distances = try PairwiseDistances.euclidean(probe, to: copies, work: Work())
    #expect(Set(distances.elements).count == 1)
    #expect(
      try PairwiseDistances.euclidean(one, to: copies, work: Work()).elements.allSatisfy {
        $0 == 0
      })
  }

  @Test(
    "a pair's distance is the same bytes alone, in any block and in tiles",
    arguments: [(1, 1), (2, 3), (7, 4), (13, 9), (61, 80), (32, 30), (5, 1_031)], [1, 4, 7, 8, 21])
  func blocks(probes: (count: Int, length: Int), templateCount: Int) throws {
    var generator = SeededGenerator(seed: UInt64(probes.count * 100 + templateCount))
    let asked = generator.matrix(rows: probes.count, columns: probes.length)
    let templates = generator.matrix(rows: templateCount, columns: probes.length)
    let together = try PairwiseDistances.euclidean(asked, to: templates, work: Work(jobs: 2))
    for probe in 0..<probes.count {
      let alone = PairwiseDistances.euclidean(Array(asked.row(probe)), to: templates)
      #expect(alone[...] == together.row(probe))
      for template in 0..<templateCount {
        let one = templates.selecting(rows: [template])
        #expect(
          PairwiseDistances.euclidean(Array(asked.row(probe)), to: one)[0] == alone[template])
      }
    }
    let tiles = try PairwiseDistances.euclideanTiles(
      asked, to: templates, work: Work(jobs: 3)
    ) { rows, distances in
      #expect(distances.rows == rows.count)
      return distances.elements
    }
    #expect(tiles.flatMap { $0 } == together.elements)
  }

  @Test("only the first numbers count when a length is given")
  func shortened() throws {
    var generator = SeededGenerator(seed: 13)
    let probes = generator.matrix(rows: 6, columns: 20)
    let cut = Matrix(rows: 6, columns: 7, elements: (0..<6).flatMap { probes.row($0).prefix(7) })
    #expect(
      try PairwiseDistances.euclidean(probes, to: probes, length: 7, work: Work())
        == PairwiseDistances.euclidean(cut, to: cut, work: Work()))
  }

  @Test("chi-square is summed as OpenCV sums it, to the last bit", arguments: [1, 7, 8, 19])
  func chiSquare(templates: Int) throws {
    var generator = SeededGenerator(seed: UInt64(templates))
    let bins = 97
    // Two thirds of the bins are empty, as in real histograms.
    func histograms(_ count: Int) -> [Float] {
      (0..<count * bins).map { _ in
        generator.below(3) == 0 ? Float(generator.below(9)) / 121 : 0
      }
    }
    let (probes, known) = (histograms(5), histograms(templates))
    let distances = try PairwiseDistances.chiSquare(
      probes, to: known, bins: bins, work: Work(jobs: 2))
    for probe in 0..<5 {
      for template in 0..<templates {
        var sum = 0.0
        for bin in 0..<bins {
          let (left, right) = (probes[probe * bins + bin], known[template * bins + bin])
          let (difference, total) = (Double(left - right), Double(left + right))
          if abs(total) > Double.ulpOfOne { sum += difference * difference / total }
        }
        #expect(distances[probe, template] == 2 * sum)
      }
    }
  }

  @Test("rounding clips to the range of a byte and takes halves to even")
  func rounding() {
    #expect(
      RoundedFace.bytes(of: [-3, 0.5, 1.5, 2.4999, 254.6, 300]) == [0, 0, 2, 2, 255, 255])
    #expect(RoundedFace.residual(of: [10, 20], from: [13.2, 24.1]) == 5)
  }
}
