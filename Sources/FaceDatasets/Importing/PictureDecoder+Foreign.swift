import CooperativeWork
import DurableFiles
package import FaceImages
package import FaceVocabulary

extension PictureDecoder {
  /// Decodes in the helper process; with `detector`, keeps the largest face of each picture only.
  ///
  /// A picture in which no face is found is unreadable for the import: it must not enter as a face.
  package init(_ images: ForeignImages, locating detector: DetectorSettings? = nil) {
    self.init { paths, work in
      let decoded = try images.decode(paths, work: work)
      return try work.map(
        count: decoded.count,
        makeLane: { try detector.map { try FaceDetector(cascade: $0.cascade) } }
      ) { lane, index in
        switch decoded[index] {
        case .failure(let error):
          return .unreadable(reason: error.message, kind: error.kind)
        case .success(let picture):
          guard let lane, let detector else { return .picture(picture.image) }
          let found = try lane.detect(in: picture.image, settings: detector)
          guard let largest = found.max(by: { $0.box.area < $1.box.area }) else {
            return .unreadable(reason: "no face found in the picture", kind: "no_face")
          }
          return .picture(picture.image.cropped(to: largest.box))
        }
      }
    }
  }

  /// Takes raw 8-bit PGM files as they are; every other picture would have to be decoded.
  package static let undecoded = PictureDecoder { paths, work in
    let limits = DecodingLimits.standard
    return try work.map(count: paths.count) { index in
      do throws(FileReadError) {
        let bytes = try FileBytes.read(paths[index], limit: limits.fileBytes)
        guard bytes.starts(with: "P5".utf8),
          let picture = try? Netpbm(bytes, limits: limits), !picture.wasScaled
        else {
          return .unreadable(
            reason: "no raw 8-bit PGM, and nothing is to be decoded", kind: "needs_decoding")
        }
        return .picture(picture.image)
      } catch {
        return .unreadable(reason: error.message, kind: "unreadable")
      }
    }
  }
}
