import CooperativeWork
import FaceVocabulary
import Matrices

/// Faces and pixel sums of every person: all that Fisherfaces needs of people beside the scatter.
struct PersonSums {
  private var counts: [SubjectLabel: Int] = [:]
  private var sums: [SubjectLabel: [UInt32]] = [:]

  /// Adds faces of the people in `labels`, one a row.
  ///
  /// Sums are exact, for some 16 million faces of one person fit, so that their order cannot matter.
  mutating func add(_ faces: ByteMatrix, labels: [SubjectLabel]) {
    var row = 0
    while row < labels.count {
      let label = labels[row]
      // Taken out while it grows: the sums of a person are never in memory twice.
      var sum =
        sums.removeValue(forKey: label) ?? [UInt32](repeating: 0, count: faces.columns)
      while row < labels.count, labels[row] == label {
        faces.elements.withUnsafeBufferPointer { bytes in
          let start = row * faces.columns
          for pixel in 0..<faces.columns { sum[pixel] += UInt32(bytes[start + pixel]) }
        }
        counts[label, default: 0] += 1
        row += 1
      }
      sums[label] = sum
    }
  }

  /// People, by number.
  var people: [SubjectLabel] { counts.keys.sorted() }

  /// Refuses people from whom nothing can be told about how they differ.
  func check(roster: SubjectRoster) throws(TrainingError) {
    try PeopleOfFaces.check(
      people: people, faceCount: counts.values.reduce(0, +), roster: roster)
  }

  /// Mean of every person less that of all faces, times the root of the person's faces: C×d.
  func weightedMeans(of all: ScatterSums) -> Matrix {
    let people = people
    var means = Matrix(rows: people.count, columns: all.sums.count)
    for (row, person) in people.enumerated() {
      guard let count = counts[person], let sum = sums[person] else { continue }
      let scale = Double(all.count) * Double(count).squareRoot()
      for pixel in sum.indices {
        // Whole numbers until the last step.
        let gap = Int(sum[pixel]) * all.count - all.sums[pixel] * count
        means[row, pixel] = Double(gap) / scale
      }
    }
    return means
  }
}

/// What one pass over the faces leaves of them.
struct FaceSums {
  private var scatter: ScatterSums
  private(set) var labels: [SubjectLabel] = []
  /// Empty unless people are summed.
  private(set) var people = PersonSums()
  private var digests: [FaceDigest] = []
  private let needsPeople: Bool

  /// - Parameter needsPeople: whether people are told apart, as Fisherfaces does.
  init(pixels: Int, needsPeople: Bool) {
    scatter = ScatterSums(pixels: pixels)
    self.needsPeople = needsPeople
  }

  /// Adds the faces of `block`.
  mutating func add(_ block: FaceBlock, work: Work) throws {
    try scatter.add(block.pixels, work: work)
    labels += block.labels
    guard needsPeople else { return }
    people.add(block.pixels, labels: block.labels)
    digests += block.digests
  }

  /// The sums over all faces; they are here no more, so that their memory is used on.
  mutating func takeScatter() -> ScatterSums {
    let taken = scatter
    scatter = ScatterSums(pixels: 0)
    return taken
  }

  /// For every person the number of different faces less one, in all.
  var componentsWithin: Int {
    Set(zip(labels, digests).map { Kind(label: $0, digest: $1) }).count - Set(labels).count
  }

  private struct Kind: Hashable {
    let label: SubjectLabel
    let digest: FaceDigest
  }
}
