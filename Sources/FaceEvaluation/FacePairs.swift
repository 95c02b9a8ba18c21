package import FaceVocabulary

/// Distances among single faces of people who trained nothing: every pair once, nothing fused.
///
/// Any of these faces may serve as gallery or as probe, which is what ``GalleryDraws`` needs.
package struct FacePairs: Equatable, Sendable {
  /// The faces' files within the dataset.
  package let files: [String]
  /// Whose face each is.
  package let subjects: [SubjectID]
  /// Group number of each face: two faces of one group are no independent pair.
  package let groups: [Int]
  /// n(n − 1)/2 distances in the order (0, 1), (0, 2) … (1, 2) …, as SciPy's `pdist` has them.
  ///
  /// Single precision: rounding keeps the order of distances, and half the bytes are enough to draw.
  package let distances: [Float]

  package init(files: [String], subjects: [SubjectID], groups: [Int], distances: [Float]) {
    precondition(files.count == subjects.count && files.count == groups.count, "one row a face")
    precondition(distances.count == files.count * (files.count - 1) / 2, "every pair once")
    self.files = files
    self.subjects = subjects
    self.groups = groups
    self.distances = distances
  }

  /// Faces among which the distances are.
  package var count: Int { files.count }

  /// Whether `other` has the same faces in the same order, so that draws from both pair up.
  package func hasSameFaces(as other: FacePairs) -> Bool {
    files == other.files && subjects == other.subjects && groups == other.groups
  }

  /// All distances as a full square, row after row; zero on the diagonal.
  func square() -> [Float] {
    var square = [Float](repeating: 0, count: count * count)
    var next = 0
    for row in 0..<count {
      for column in row + 1..<max(row + 1, count) {
        square[row * count + column] = distances[next]
        square[column * count + row] = distances[next]
        next += 1
      }
    }
    return square
  }
}
