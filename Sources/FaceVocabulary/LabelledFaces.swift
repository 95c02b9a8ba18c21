package import Matrices

/// Faces of one size with the people they belong to: what trainers learn from.
package struct LabelledFaces: Equatable, Sendable {
  /// Size of every face.
  package let size: PixelSize
  /// n×d grey levels, one face a row, d = width·height.
  package let pixels: ByteMatrix
  /// n numbers, one a face.
  package let labels: [SubjectLabel]
  /// Names of the people.
  package let roster: SubjectRoster

  /// Faces over `pixels`; its rows and `labels` must agree in number, its columns with `size`.
  package init(
    size: PixelSize, pixels: ByteMatrix, labels: [SubjectLabel],
    roster: SubjectRoster = SubjectRoster()
  ) {
    precondition(pixels.rows == labels.count, "one label a face")
    precondition(pixels.columns == size.area, "faces of \(size) have \(size.area) pixels")
    self.size = size
    self.pixels = pixels
    self.labels = labels
    self.roster = roster
  }

  /// Number of faces.
  package var count: Int { labels.count }

  /// The face at `index` as a picture.
  package func image(at index: Int) -> GrayImage {
    GrayImage(size: size, pixels: Array(pixels.row(index)))
  }

  /// The faces at `indices`, in that order.
  package func selecting(_ indices: [Int]) -> LabelledFaces {
    LabelledFaces(
      size: size, pixels: pixels.selecting(rows: indices), labels: indices.map { labels[$0] },
      roster: roster)
  }

  /// Numbers of the people in rising order, each once.
  package var people: [SubjectLabel] { Set(labels).sorted() }
}
