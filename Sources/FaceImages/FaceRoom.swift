package import CooperativeWork
package import FaceVocabulary

/// Whether faces of a size can be made at all: asked by whatever cuts or prepares them, before it
/// begins.
package enum FaceRoom {
  /// Most pixels of a stored face: those of any picture, else nobody could read it again.
  package static let mostPixels = DecodingLimits.standard.pixels

  /// Refuses `faces` faces of `size` where they would not fit into what `work` may hold.
  ///
  /// - Parameters:
  ///   - bytesPerPixel: what every thread needs beside the faces that are kept, while it makes one.
  /// - Throws: ``FaceSizeError/tooLarge(_:faces:neededBytes:limitBytes:)``.
  package static func check(
    _ size: PixelSize, faces: Int, bytesPerPixel: Int, work: Work
  ) throws(FaceSizeError) {
    // Sides come from text and from files: their product may be no integer.
    let pixels = Double(size.width) * Double(size.height)
    let bytes = pixels * (Double(faces) + Double(work.jobs) * Double(bytesPerPixel))
    guard bytes > Double(work.memoryLimitBytes) else { return }
    throw .tooLarge(
      size, faces: faces, neededBytes: bytes < 0x1p62 ? Int(bytes) : .max,
      limitBytes: work.memoryLimitBytes)
  }

  /// Refuses faces that are larger than any picture may be.
  ///
  /// - Throws: ``FaceSizeError/overAnyPicture(_:)``.
  package static func checkPixels(of size: PixelSize) throws(FaceSizeError) {
    let pixels = Double(size.width) * Double(size.height)
    guard pixels > Double(mostPixels) else { return }
    throw .overAnyPicture(size)
  }
}

/// Why no faces of a size are made.
package enum FaceSizeError: Error, Equatable, Sendable {
  /// The faces, or the work on them, would need more memory than is allowed.
  case tooLarge(PixelSize, faces: Int, neededBytes: Int, limitBytes: Int)
  /// One face has more than ``FaceRoom/mostPixels``.
  case overAnyPicture(PixelSize)
}

extension FaceSizeError: ExplainedError {
  package var message: String {
    switch self {
    case .tooLarge(let size, let faces, let needed, let limit):
      (faces == 1 ? "a face of \(size)" : "\(faces) faces of \(size)")
        + " would need \(Self.mebibytes(needed)) MiB of memory, allowed are "
        + "\(Self.mebibytes(limit)) MiB"
    case .overAnyPicture(let size):
      "a face of \(size) has more than the \(FaceRoom.mostPixels) pixels of any picture"
    }
  }

  package var hint: String? {
    switch self {
    case .tooLarge(_, let faces, _, _):
      "set a smaller --size" + (faces == 1 ? "" : ", take fewer faces or fewer --jobs")
        + ", or allow more with 'settings set --max-memory-mib'"
    case .overAnyPicture: "set a smaller --size, such as 92x112"
    }
  }

  package var kind: String { "too_large" }

  /// Bytes in units of MiB with one decimal: `1.9`.
  private static func mebibytes(_ bytes: Int) -> String {
    let tenths = (Double(bytes) / 0x1p20 * 10).rounded()
    return "\(Int(tenths) / 10).\(Int(tenths) % 10)"
  }
}
