package import CooperativeWork
package import FaceImages
package import FaceVocabulary

/// The face of a frame as a capture with the same settings would keep it, for those who want to
/// recognise it. Not Sendable: it holds a detector.
package final class FrameFaces {
  private let cutter: FaceCutter

  /// - Throws: ``FaceSizeError``; ``DetectorError``.
  package init(_ settings: CaptureSettings, work: Work) throws {
    cutter = try FaceCutter(settings, keeping: 1, work: work)
  }

  /// The largest face of a frame, cut with its margin, or why there is none.
  package func largestFace(in frame: Frame) throws -> Result<GrayImage, FrameRejection> {
    switch cutter.chosen(of: try cutter.heads(in: frame)) {
    case .failure(let reason): return .failure(reason.rejection)
    case .success(let heads):
      guard let head = heads.first else { return .failure(.noFace) }
      switch try cutter.cut(head, from: frame) {
      case .failure(let reason): return .failure(reason.rejection)
      case .success(let face): return .success(face.image)
      }
    }
  }
}
