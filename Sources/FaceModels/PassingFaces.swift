package import CooperativeWork
package import FaceVocabulary
package import Matrices

/// Faces that pass by in blocks, as often as they are asked to, and are held by nobody.
package protocol PassingFaces {
  /// Size of every face.
  var size: PixelSize { get }
  /// Faces that may come: a pass gives as many or, where some pictures hold none, fewer.
  var mostFaces: Int { get }
  /// Names of the people.
  var roster: SubjectRoster { get }

  /// Gives every face once, in an order that never varies.
  ///
  /// - Parameter activity: what is done with the faces, for progress.
  /// - Throws: what `body` throws; an error of its own where the faces are no longer those of the
  ///   pass before; `Cancelled`.
  func pass(
    _ activity: String, work: Work, _ body: (FaceBlock) throws -> Void) throws
}

/// Some of the faces that pass by.
package struct FaceBlock: Sendable {
  /// One face a row.
  package let pixels: ByteMatrix
  /// One number a face.
  package let labels: [SubjectLabel]
  /// What tells different faces apart, one a face.
  package let digests: [FaceDigest]

  package init(pixels: ByteMatrix, labels: [SubjectLabel], digests: [FaceDigest]) {
    precondition(
      pixels.rows == labels.count && labels.count == digests.count, "one label and digest a face")
    self.pixels = pixels
    self.labels = labels
    self.digests = digests
  }
}

/// 128 bits of a digest of a face's pixels: equal for equal faces alone.
package struct FaceDigest: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}
