package import CooperativeWork
package import FaceVocabulary

/// Reads and writes picture files through the helper process, so that no codec runs in this one.
///
/// One value serves the whole program; helpers are started when first needed, one a thread.
package final class ForeignImages: Sendable {
  package let worker: WorkerLocation
  package let limits: DecodingLimits

  package init(worker: WorkerLocation, limits: DecodingLimits = .standard) {
    self.worker = worker
    self.limits = limits
  }

  /// Decodes the files at `paths` to grey; results in the order of `paths`.
  ///
  /// - Throws: ``Cancelled`` only. What is wrong with a file stands in its own result.
  package func decode(_ paths: [String], work: Work) throws -> [Result<DecodedImage, ImageError>] {
    paths.map { .failure(ImageError(file: $0, fault: .helperUnavailable("not linked"))) }
  }

  /// Decodes one file.
  package func decode(_ path: String) throws -> DecodedImage {
    guard let result = try decode([path], work: Work()).first else {
      throw ImageError(file: path, fault: .missing)
    }
    return try result.get()
  }

  /// The bytes of a PNG file holding `image`.
  package func encodePNG(_ image: GrayImage) throws -> [UInt8] {
    throw ImageError(file: "PNG", fault: .helperUnavailable("not linked"))
  }

  /// The bytes of a PNG file holding `image`.
  package func encodePNG(_ image: ColorImage) throws -> [UInt8] {
    throw ImageError(file: "PNG", fault: .helperUnavailable("not linked"))
  }
}
