import CooperativeWork
import Matrices
import Testing

@Suite("Nearest templates")
struct NearestTemplatesTests {
  /// Templates and probes of one kind.
  struct Sample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (inout SeededGenerator) -> (probes: Matrix, templates: Matrix)

    init(
      _ name: String, _ make: @escaping @Sendable (inout SeededGenerator) -> (Matrix, Matrix)
    ) {
      testDescription = name
      self.make = { generator in
        let (probes, templates) = make(&generator)
        return (probes, templates)
      }
    }
  }

  static let samples = [
    Sample("numbers of either sign") { generator in
      let length = 1 + generator.below(90)
      return (
        generator.matrix(rows: 16 + generator.below(80), columns: length),
        generator.matrix(rows: 64 + generator.below(300), columns: length)
      )
    },
    Sample("every template twice") { generator in
      let once = generator.matrix(rows: 90, columns: 21)
      return (
        generator.matrix(rows: 40, columns: 21),
        Matrix(rows: 180, columns: 21, elements: once.elements + once.elements)
      )
    },
    Sample("probes among the templates") { generator in
      let templates = generator.matrix(rows: 200, columns: 33)
      return (templates.selecting(rows: Array(30..<90)), templates)
    },
    Sample("one template, many times") { generator in
      let one = generator.matrix(rows: 1, columns: 12)
      return (
        generator.matrix(rows: 20, columns: 12),
        Matrix(rows: 130, columns: 12, elements: (0..<130).flatMap { _ in one.elements })
      )
    },
    // Twenty nearest templates whose distances differ by less than single precision can tell.
    Sample("near ties") { generator in
      var templates = generator.matrix(rows: 400, columns: 40)
      let probes = generator.matrix(rows: 30, columns: 40)
      for row in 0..<20 {
        for column in 0..<40 {
          templates[row * 17, column] = 0.1 + 1e-9 * (generator.uniform() - 0.5)
        }
      }
      return (probes, templates)
    },
    // Every step of a sum of equal products rounds the same way.
    Sample("rounding that adds up") { generator in
      func constant(_ values: [Double]) -> Matrix {
        Matrix(
          rows: values.count, columns: 2_000,
          elements: values.flatMap { Array(repeating: $0, count: 2_000) })
      }
      let near = (0..<12).map { _ in 0.7 + 1e-4 * generator.uniform() }
      let far = (0..<200).map { _ in 0.4 * generator.uniform() }
      return (
        constant((0..<16).map { _ in 0.7 + 1e-4 * generator.uniform() }), constant(near + far)
      )
    },
    Sample("an offset of all") { generator in
      generator.moved(by: 1e9)
    },
    Sample("an offset that leaves few digits") { generator in
      generator.moved(by: 1e15)
    },
    Sample("probes far away") { generator in
      let (probes, templates) = generator.moved(by: 0)
      return (
        Matrix(rows: 40, columns: 20, elements: probes.elements.map { $0 + 1e6 }), templates
      )
    },
    Sample("tiny") { generator in generator.scaled(by: 1e-30) },
    Sample("squares lose digits") { generator in generator.scaled(by: 1e-22) },
    Sample("squares vanish") { generator in generator.scaled(by: 1e-170) },
    Sample("huge") { generator in generator.scaled(by: 1e25) },
    Sample("squares overflow") { generator in generator.scaled(by: 1e200) },
    Sample("sums overflow") { generator in generator.scaled(by: 1e308) },
    Sample("NaN among the templates") { generator in
      var (probes, templates) = generator.moved(by: 0)
      templates[77, 3] = .nan
      return (probes, templates)
    },
    Sample("infinity among the templates") { generator in
      var (probes, templates) = generator.moved(by: 0)
      templates[0, 0] = -.infinity
      return (probes, templates)
    },
    Sample("NaN and infinity among the probes") { generator in
      var (probes, templates) = generator.moved(by: 0)
      probes[3, 3] = .nan
      probes[4, 0] = .infinity
      probes[5, 19] = 1e300
      return (probes, templates)
    },
    Sample("one template") { generator in
      (generator.matrix(rows: 40, columns: 9), generator.matrix(rows: 1, columns: 9))
    },
    Sample("one probe") { generator in
      (generator.matrix(rows: 1, columns: 9), generator.matrix(rows: 100, columns: 9))
    },
    Sample("no probe") { generator in
      (Matrix(rows: 0, columns: 9), generator.matrix(rows: 100, columns: 9))
    },
    Sample("no numbers") { _ in
      (Matrix(rows: 20, columns: 0), Matrix(rows: 100, columns: 0))
    },
  ]

  @Test(
    "what is found is what all distances say, to the last bit, for any number of jobs",
    arguments: samples, [1, 2, 3] as [UInt64])
  func findsTheNearest(sample: Sample, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let (probes, templates) = sample.make(&generator)
    let all = try PairwiseDistances.euclidean(probes, to: templates, work: Work())
    let people = (0..<templates.rows).map { _ in generator.below(12) }
    for (people, top) in [(Array(0..<templates.rows), 1), (people, 1), (people, 3), (people, 50)] {
      let found = try NearestTemplates.search(
        probes, among: templates, of: people, top: top, work: Work(jobs: 2)
      ) { ($0, $1) }
      #expect(found.map(\.0) == Array(0..<probes.rows))
      for (probe, found) in found {
        let distances = Array(all.row(probe))
        #expect(found.map(\.position) == found.map(\.position).sorted())
        #expect(found.allSatisfy { $0.distance.isSame(as: distances[$0.position]) })
        let positions = Set(found.map(\.position))
        let reach = Self.reach(distances, people: people, top: top)
        #expect(distances.indices.allSatisfy { positions.contains($0) || distances[$0] > reach })
      }
      let again = try NearestTemplates.search(
        probes, among: templates, of: people, top: top, work: Work(jobs: 1)
      ) { $1.map(\.position) }
      #expect(again == found.map { $0.1.map(\.position) })
    }
  }

  @Test("few are looked at where few can be nearest")
  func looksAtFew() throws {
    var generator = SeededGenerator(seed: 5)
    let templates = generator.matrix(rows: 1_000, columns: 60)
    let probes = generator.matrix(rows: 50, columns: 60)
    let counts = try NearestTemplates.search(
      probes, among: templates, of: Array(0..<1_000), top: 1, work: Work()
    ) { $1.count }
    #expect(counts.allSatisfy { $0 < 5 })
  }

  /// How far the `top`-th person is; infinity where there are fewer, or a distance is no number.
  private static func reach(_ distances: [Double], people: [Int], top: Int) -> Double {
    guard !distances.contains(where: \.isNaN) else { return .infinity }
    let nearest = Dictionary(zip(people, distances), uniquingKeysWith: min).values.sorted()
    return top <= nearest.count ? nearest[top - 1] : .infinity
  }
}

extension SeededGenerator {
  /// Forty probes and 300 templates of twenty numbers.
  fileprivate mutating func moved(by offset: Double) -> (Matrix, Matrix) {
    func moved(_ matrix: Matrix) -> Matrix {
      Matrix(
        rows: matrix.rows, columns: matrix.columns, elements: matrix.elements.map { $0 + offset })
    }
    return (moved(matrix(rows: 40, columns: 20)), moved(matrix(rows: 300, columns: 20)))
  }

  fileprivate mutating func scaled(by factor: Double) -> (Matrix, Matrix) {
    func scaled(_ matrix: Matrix) -> Matrix {
      Matrix(
        rows: matrix.rows, columns: matrix.columns, elements: matrix.elements.map { $0 * factor })
    }
    return (scaled(matrix(rows: 40, columns: 20)), scaled(matrix(rows: 300, columns: 20)))
  }
}

extension Double {
  fileprivate func isSame(as other: Double) -> Bool {
    self == other || (isNaN && other.isNaN)
  }
}
