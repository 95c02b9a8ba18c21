import CooperativeWork
import FaceModels
import FaceVocabulary
import Matrices
import Testing

/// Fisherfaces take a shorter way where few components are left out; this is the long way.
@Suite("Fisherfaces against the plain computation")
struct FisherfacesReferenceTests {
  /// All n − C components, then discriminants among them: unit axes, one a row, signs free.
  private func plainAxes(_ faces: LabelledFaces) throws -> Matrix {
    let (count, pixels) = (faces.count, faces.size.area)
    let mean = faces.pixels.columnMeans()
    var centred = Matrix(rows: count, columns: pixels)
    for face in 0..<count {
      for pixel in 0..<pixels {
        centred[face, pixel] = Double(faces.pixels.row(face)[face * pixels + pixel]) - mean[pixel]
      }
    }
    let work = Work()
    let gram = try centred.times(transposed: centred, work: work)
    let people = Dictionary(grouping: 0..<count) { faces.labels[$0] }.values
    let pairs = try SymmetricEigenproblem(gram).leading(
      count - people.count, solver: .divideAndConquer, work: work)
    var means = Matrix(rows: pairs.values.count, columns: people.count)
    for (person, members) in people.enumerated() {
      for component in pairs.values.indices {
        means[component, person] =
          members.reduce(0) { $0 + pairs.vectors[component, $1] }
          / Double(members.count).squareRoot()
      }
    }
    let between = try means.transposedTimes(means, work: work)
    let discriminants = try SymmetricEigenproblem(between).leading(
      people.count - 1, solver: .divideAndConquer, work: work)
    var shares = try discriminants.vectors.times(transposed: means, work: work)
    for axis in 0..<shares.rows {
      for component in pairs.values.indices { shares[axis, component] /= pairs.values[component] }
    }
    var axes = try shares.times(pairs.vectors, work: work).times(centred, work: work)
    for axis in 0..<axes.rows {
      let norm = axes.row(axis).reduce(0) { $0 + $1 * $1 }.squareRoot()
      for pixel in 0..<pixels { axes[axis, pixel] /= norm }
    }
    return axes
  }

  @Test(
    "axes agree whether few components are left out or many",
    arguments: [
      // People and faces of each: few left out, as many as just still counts as few, many.
      [30, 25], [12, 12, 12, 12, 12], [9, 4, 17, 6, 11, 8, 20], [5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
      [3, 2, 2, 4],
    ])
  func axes(sizes: [Int]) throws {
    let faces = RandomFaces.faces(
      sizes: sizes, width: 14, height: 16, noise: 40, seed: UInt64(sizes.count))
    let model = try ModelTrainer(
      settings: TrainingSettings(method: .fisher, components: .all)
    ).fit(faces, recipe: Recipe(), work: Work(jobs: 2))
    guard case .fisher(let subspace) = model.templates else { return }
    let plain = try plainAxes(faces)
    #expect(subspace.axes.columns == sizes.count - 1)
    for axis in 0..<subspace.axes.columns {
      let cosine = (0..<faces.size.area).reduce(0) {
        $0 + subspace.axes[$1, axis] * plain[axis, $1]
      }
      for pixel in 0..<faces.size.area {
        let gap = subspace.axes[pixel, axis] - (cosine < 0 ? -1 : 1) * plain[axis, pixel]
        #expect(abs(gap) < 1e-9)
      }
    }
  }

  @Test("a face that is there twice does not count twice on either way")
  func copies() throws {
    let faces = RandomFaces.people(4, each: 9, width: 14, height: 16, seed: 8)
    let twice = LabelledFaces(
      size: faces.size, pixels: faces.pixels.selecting(rows: [3] + Array(0..<36)),
      labels: [faces.labels[3]] + faces.labels, roster: faces.roster)
    let model = try ModelTrainer(
      settings: TrainingSettings(method: .fisher, components: .all)
    ).fit(twice, recipe: Recipe(), work: Work())
    #expect(model.componentCount == 3)
    let distances = try model.distances(to: faces.pixels, work: Work())
    for face in 0..<36 { #expect(distances[face, face + 1] == 0) }
  }
}
