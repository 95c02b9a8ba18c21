import CooperativeWork
import FaceModels
import FaceVocabulary
import Matrices
import TestSupport
import Testing

/// Our trainers against those of OpenCV's `face` module on random small sets.
@Suite("Trainers against OpenCV", .serialized)
struct TrainerOracleTests {
  static let seeds = Array(UInt64(1)...100)

  /// `people` people with `each` faces: a face of their own with noise.
  private func faces(
    people: Int, each: Int, width: Int, height: Int, _ generator: inout SeededGenerator
  ) -> LabelledFaces {
    var pixels: [UInt8] = []
    var labels: [SubjectLabel] = []
    for person in 0..<people {
      let face = (0..<width * height).map { _ in 40 + generator.below(170) }
      for _ in 0..<each {
        pixels += face.map { UInt8(clamping: $0 + generator.below(81) - 40) }
        labels.append(SubjectLabel(person))
      }
    }
    return LabelledFaces(
      size: PixelSize(width: width, height: height),
      pixels: ByteMatrix(rows: labels.count, columns: width * height, elements: pixels),
      labels: labels)
  }

  private func probes(_ count: Int, _ pixels: Int, _ generator: inout SeededGenerator)
    -> ByteMatrix
  {
    ByteMatrix(
      rows: count, columns: pixels,
      elements: (0..<count * pixels).map { _ in UInt8(generator.below(256)) })
  }

  private func largestGap(_ left: [Double], _ right: [Double]) -> Double {
    zip(left, right).reduce(0) { max($0, abs($1.0 - $1.1)) }
  }

  @Test("Eigenfaces: axes, eigenvalues and distances", arguments: seeds)
  func eigenfaces(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    // Fewer faces than pixels in half of the sets, more in the others: both eigenproblems.
    let wide = seed % 2 == 0
    let known = faces(
      people: 2 + generator.below(4), each: wide ? 3 : 12, width: wide ? 9 : 4,
      height: wide ? 7 : 5, &generator)
    let components = 1 + generator.below(min(known.count - 1, known.size.area) - 1)
    let asked = probes(3, known.size.area, &generator)
    let model = try ModelTrainer(
      settings: TrainingSettings(method: .eigen, components: .count(components))
    ).fit(known, recipe: Recipe(), work: Work(jobs: 2))
    let theirs = try OpenCVOracle.subspace(
      .eigen, known, components: components, probes: asked)
    guard case .eigen(let ours) = model.templates else {
      Issue.record("not Eigenfaces")
      return
    }
    #expect(ours.axes.columns == components && theirs.axes.columns == components)
    #expect(largestGap(ours.eigenvalues, theirs.eigenvalues) < 1e-8 * ours.eigenvalues[0])
    for axis in 0..<components {
      let mine = (0..<known.size.area).map { ours.axes[$0, axis] }
      let other = (0..<known.size.area).map { theirs.axes[$0, axis] }
      let product = zip(mine, other).reduce(0) { $0 + $1.0 * $1.1 }
      let sign: Double = product < 0 ? -1 : 1
      #expect(largestGap(mine, other.map { sign * $0 }) < 1e-8)
    }
    let distances = try model.distances(to: asked, work: Work())
    #expect(largestGap(distances.elements, theirs.distances.elements) < 1e-8)
  }

  @Test("LBPH: histograms and distances to the last bit", arguments: seeds)
  func lbph(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var settings = TrainingSettings(method: .lbph)
    settings.pattern.radius = 1 + generator.below(3)
    settings.pattern.neighbors = 1 + generator.below(10)
    settings.pattern.gridX = 1 + generator.below(6)
    settings.pattern.gridY = 1 + generator.below(6)
    let known = faces(
      people: 1 + generator.below(3), each: 1 + generator.below(4), width: 13 + generator.below(20),
      height: 13 + generator.below(20), &generator)
    let asked = probes(3, known.size.area, &generator)
    let model = try ModelTrainer(settings: settings).fit(
      known, recipe: Recipe(), work: Work(jobs: 2))
    let theirs = try OpenCVOracle.histograms(known, settings.pattern, probes: asked)
    guard case .lbph(let ours) = model.templates else {
      Issue.record("not LBPH")
      return
    }
    #expect(ours.histograms == theirs.histograms)
    let distances = try model.distances(to: asked, work: Work())
    #expect(largestGap(distances.elements, theirs.distances.elements) < 1e-12)
  }

  @Test("Fisherfaces: directions on balanced sets", arguments: seeds)
  func fisherfaces(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let known = faces(
      people: 2 + generator.below(4), each: 3 + generator.below(3), width: 9, height: 8,
      &generator)
    let asked = probes(1, known.size.area, &generator)
    let model = try ModelTrainer(settings: TrainingSettings(method: .fisher)).fit(
      known, recipe: Recipe(), work: Work())
    let theirs = try OpenCVOracle.subspace(.fisher, known, components: 0, probes: asked)
    guard case .fisher(let ours) = model.templates else {
      Issue.record("not Fisherfaces")
      return
    }
    #expect(ours.axes.columns == theirs.axes.columns)
    for axis in 0..<ours.axes.columns {
      var (product, squares) = (0.0, 0.0)
      for pixel in 0..<known.size.area {
        product += ours.axes[pixel, axis] * theirs.axes[pixel, axis]
        squares += theirs.axes[pixel, axis] * theirs.axes[pixel, axis]
      }
      // Ours have unit length, theirs do not.
      #expect(abs(product) / squares.squareRoot() >= 1 - 1e-6)
    }
  }

  @Test("equal distances: the face trained first decides", arguments: RecognitionMethod.allCases)
  func ties(method: RecognitionMethod) throws {
    var generator = SeededGenerator(seed: 77)
    let base = faces(people: 3, each: 4, width: 20, height: 20, &generator)
    // The same picture under persons 2, 0 and 1, in that order, in front of everything else.
    let copied = base.pixels.selecting(rows: [5, 5, 5] + Array(0..<12))
    let known = LabelledFaces(
      size: base.size, pixels: copied, labels: [2, 0, 1] + base.labels)
    let probe = Array(base.pixels.row(5))
    let model = try ModelTrainer(
      settings: TrainingSettings(
        method: method, components: method == .eigen ? .count(5) : .all)
    ).fit(known, recipe: Recipe(), work: Work())
    let ours = try model.predict(GrayImage(size: base.size, pixels: probe), top: 3)
    let theirs = try OpenCVOracle.label(
      method == .fisher ? .eigen : method, known, components: 5, probe: probe)
    #expect(ours.label == 2 && theirs.label == 2)
    #expect(ours.candidates.map(\.label) == [2, 0, 1])
    #expect(ours.distance == 0)
  }

  @Test(
    "Fisherfaces on AT&T, ten folds by index: OpenCV's training 381 of 400, ours 383",
    .enabled(if: RealFaces.isPresent, "FACEBENCH_DATA names no folder of real faces"))
  func attFisherfaces() throws {
    let faces = try #require(RealFaces.att)
    let correct = try Work(jobs: 2).map(count: 10) { fold in
      let probes = (0..<400).filter { $0 % 10 == fold }
      let known = faces.selecting((0..<400).filter { $0 % 10 != fold })
      let images = faces.pixels.selecting(rows: probes)
      let theirs = try OpenCVOracle.subspace(.fisher, known, components: 0, probes: images)
      let model = try ModelTrainer(settings: TrainingSettings(method: .fisher)).fit(
        known, recipe: Recipe(), work: Work())
      let ours = try model.distances(to: images, work: Work())
      return [theirs.distances, ours].map { distances in
        probes.indices.filter { probe in
          let row = Array(distances.row(probe))
          guard let nearest = row.indices.min(by: { row[$0] < row[$1] }) else { return false }
          return known.labels[nearest] == faces.labels[probes[probe]]
        }.count
      }
    }
    #expect(correct.reduce(0) { $0 + $1[0] } == 381)
    #expect(correct.reduce(0) { $0 + $1[1] } == 383)
  }
}
