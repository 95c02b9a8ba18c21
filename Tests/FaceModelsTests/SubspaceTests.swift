import CooperativeWork
import FaceModels
import FaceVocabulary
import Matrices
import Testing

@Suite("Eigenfaces and Fisherfaces")
struct SubspaceTests {
  private func fit(
    _ faces: LabelledFaces, _ method: RecognitionMethod = .eigen,
    _ components: TrainingSettings.Components = .all, dropFirst: Int = 0
  ) throws -> FaceModel {
    var settings = TrainingSettings(method: method, components: components)
    settings.dropFirst = dropFirst
    return try ModelTrainer(settings: settings).fit(faces, recipe: Recipe(), work: Work())
  }

  private func subspace(_ model: FaceModel) throws -> SubspaceModel {
    switch model.templates {
    case .eigen(let model), .fisher(let model): return model
    case .lbph: return try #require(nil)
    }
  }

  /// Entry (i, j) of WᵀW.
  private func product(_ axes: Matrix, _ left: Int, _ right: Int) -> Double {
    (0..<axes.rows).reduce(0) { $0 + axes[$1, left] * axes[$1, right] }
  }

  @Test("axes are orthonormal and signed, eigenvalues are variances", arguments: [(9, 11), (5, 4)])
  func eigenfaces(width: Int, height: Int) throws {
    let faces = RandomFaces.people(6, each: 5, width: width, height: height, seed: 3)
    let model = try subspace(try fit(faces))
    #expect(model.axes.columns == min(29, width * height))
    for left in 0..<model.axes.columns {
      for right in 0...left {
        #expect(abs(product(model.axes, left, right) - (left == right ? 1 : 0)) < 1e-10)
      }
      let axis = (0..<model.axes.rows).map { model.axes[$0, left] }
      #expect(axis.max() == axis.map(abs).max())
      let spread = (0..<30).reduce(0) {
        $0 + model.projections[$1, left] * model.projections[$1, left]
      }
      #expect(abs(spread / 30 - model.eigenvalues[left]) < 1e-9 * model.eigenvalues[0])
    }
    #expect(model.eigenvalues == model.eigenvalues.sorted(by: >))
  }

  @Test("all axes rebuild the training faces; fewer axes never rebuild better")
  func reconstruction() throws {
    let faces = RandomFaces.people(4, each: 4, seed: 5)
    var last = -1.0
    for count in [15, 10, 5, 2, 1] {
      let model = try fit(faces, .eigen, .count(count))
      let errors = try model.reconstructionErrors(of: faces.pixels, work: Work()).compactMap { $0 }
      #expect(errors.count == faces.count)
      let mean = errors.reduce(0, +) / 16
      #expect(mean >= last)
      if count == 15 {
        #expect(mean == 0)
        #expect(try model.reconstruct(faces.image(at: 3)) == faces.image(at: 3))
      }
      last = mean
    }
  }

  @Test("more components than there are: what was asked is kept, what there is is used")
  func clipped() throws {
    let faces = RandomFaces.people(3, each: 2, seed: 1)
    for (method, used) in [(RecognitionMethod.eigen, 5), (.fisher, 2)] {
      let model = try fit(faces, method, .count(99))
      #expect(model.manifest.componentsAsked == 99)
      #expect(model.componentCount == used)
    }
  }

  @Test("leaving out leading axes keeps the ones after them")
  func dropFirst() throws {
    let faces = RandomFaces.people(5, each: 4, seed: 6)
    let (whole, cut) = (try fit(faces), try fit(faces, .eigen, .count(4), dropFirst: 3))
    #expect(cut.manifest.droppedFirst == 3)
    let (all, kept) = (try subspace(whole), try subspace(cut))
    #expect(kept.axes.columns == 4)
    for axis in 0..<4 {
      for pixel in 0..<kept.axes.rows {
        #expect(abs(kept.axes[pixel, axis] - all.axes[pixel, axis + 3]) < 1e-9)
      }
    }
  }

  @Test("a share of the variance takes the fewest components that reach it")
  func variance() throws {
    let faces = RandomFaces.people(5, each: 4, seed: 7)
    let all = try subspace(try fit(faces)).eigenvalues
    let total = all.reduce(0, +)
    for share in [0.01, 0.5, 0.9, 0.99] {
      let count = try #require(try fit(faces, .eigen, .variance(share)).componentCount)
      #expect(all.prefix(count).reduce(0, +) >= share * total * (1 - 1e-12))
      #expect(all.prefix(count - 1).reduce(0, +) < share * total)
    }
  }

  @Test("copies of faces add no axis")
  func copies() throws {
    let faces = RandomFaces.people(3, each: 3, seed: 8)
    let doubled = faces.selecting(Array(0..<9) + Array(0..<9))
    #expect(try fit(doubled).componentCount == 8)
    let (once, twice) = (
      try subspace(try fit(faces, .fisher)), try subspace(try fit(doubled, .fisher))
    )
    #expect(once.axes.largestGap(to: twice.axes) < 1e-8)
  }

  @Test("Fisherfaces have unit length and sort people that Eigenfaces mix up", arguments: [1, 2])
  func fisherfaces(seed: UInt64) throws {
    let faces = RandomFaces.faces(sizes: [3, 6, 4, 2, 5], seed: seed)
    let model = try subspace(try fit(faces, .fisher))
    #expect(model.axes.columns == 4)
    for axis in 0..<4 { #expect(abs(product(model.axes, axis, axis) - 1) < 1e-12) }
    #expect(model.eigenvalues == model.eigenvalues.sorted(by: >))
    // The ratio of variances on the training faces is the eigenvalue itself.
    for axis in 0..<4 {
      var (between, within) = (0.0, 0.0)
      for person in faces.people {
        let scores = faces.labels.indices.filter { faces.labels[$0] == person }.map {
          model.projections[$0, axis]
        }
        let mean = scores.reduce(0, +) / Double(scores.count)
        between += Double(scores.count) * mean * mean
        within += scores.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      }
      #expect(abs(between / within / model.eigenvalues[axis] - 1) < 1e-6)
    }
  }

  @Test("sums over shards give the axes of one pass")
  func streaming() throws {
    let faces = RandomFaces.people(10, each: 6, width: 5, height: 6, seed: 11)
    let trainer = ModelTrainer(
      settings: TrainingSettings(method: .eigen, components: .count(7)))
    let whole = try trainer.fit(faces, recipe: Recipe(), work: Work())
    var (first, second) = (ScatterSums(pixels: 30), ScatterSums(pixels: 30))
    try first.add(faces.pixels.selecting(rows: Array(0..<17)), work: Work())
    try second.add(faces.pixels.selecting(rows: Array(17..<60)), work: Work())
    first.merge(second)
    #expect(
      try trainer.fit(first, templates: faces, recipe: Recipe(), work: Work()) == whole)
  }
}
