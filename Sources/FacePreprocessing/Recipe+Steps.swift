package import CooperativeWork
import FaceImages
package import FaceVocabulary

extension Recipe {
  /// The size faces are brought to: the recipe's own, else the size all faces share, else 70x70.
  package func resolvedSize(facesShare shared: PixelSize?) -> PixelSize {
    switch size {
    case .fixed(let size): size
    case .auto: shared ?? PixelSize(width: 70, height: 70)
    }
  }
}

extension Recipe {
  /// Refuses to prepare `faces` faces of `size`, all kept, where that cannot end well.
  ///
  /// - Throws: ``PreparationError/size(_:)``.
  package func checkRoom(
    for size: PixelSize, faces: Int, work: Work
  ) throws(PreparationError) {
    do throws(FaceSizeError) {
      try FaceRoom.check(size, faces: faces, bytesPerPixel: light.bytesPerPixel + 2, work: work)
      // The size of a picture that may be read is a face's too; one that is asked for may be any.
      if self.size == .fixed(size) { try FaceRoom.checkPixels(of: size) }
    } catch {
      throw .size(error)
    }
  }
}

extension Recipe.Light {
  /// What evening out the light holds beside the face and its result, at its peak.
  fileprivate var bytesPerPixel: Int {
    switch self {
    case .none, .equalize: 0
    case .clahe: 1
    // The levels, both blurs of them, one of them while it is made, and their difference, in doubles.
    case .tantriggs: 40
    }
  }

  /// `face` with its light evened out; CLAHE cuts at 2 and has 8 tiles a side.
  func applied(
    to face: GrayImage, cancellation: Cancellation
  ) throws(ImageFilter.FilterError) -> GrayImage {
    switch self {
    case .none: face
    case .equalize: try ImageFilter.equalized(face)
    case .clahe: try ImageFilter.clahe(face)
    case .tantriggs: try ImageFilter.tanTriggs(face, cancellation: cancellation)
    }
  }
}

extension Recipe.Mask {
  /// `face` with everything outside the mask at 128; a pixel counts by its centre.
  func applied(to face: GrayImage) -> GrayImage {
    guard self == .ellipse else { return face }
    var pixels = face.pixels
    let (halfWidth, halfHeight) = (Double(face.width) / 2, Double(face.height) / 2)
    for y in 0..<face.height {
      let down = (Double(y) + 0.5 - halfHeight) / halfHeight
      for x in 0..<face.width {
        let across = (Double(x) + 0.5 - halfWidth) / halfWidth
        if across * across + down * down > 1 { pixels[y * face.width + x] = 128 }
      }
    }
    return GrayImage(size: face.size, pixels: pixels)
  }
}
