import COpenCVShim
package import FaceVocabulary

/// Pure functions from picture to picture. Same input, same bytes, on one kind of processor.
package enum ImageFilter {
  package enum Interpolation: String, Sendable {
    /// Mean over the covered area: for making pictures smaller.
    case area
    case linear

    /// What is used where nothing else is asked for: `area` when both sides shrink, else `linear`.
    package static func suited(from: PixelSize, to: PixelSize) -> Interpolation {
      to.width <= from.width && to.height <= from.height ? .area : .linear
    }
  }

  /// Why a filter could not run.
  package enum FilterError: Error, Equatable, Sendable {
    case failed(filter: String, reason: String)
    /// The work was cancelled before the picture was ready.
    case cancelled
  }

  /// `image` at `size`, its shape not kept.
  package static func resized(
    _ image: GrayImage, to size: PixelSize, interpolation: Interpolation? = nil
  ) throws(FilterError) -> GrayImage {
    if image.size == size { return image }
    let chosen = interpolation ?? Interpolation.suited(from: image.size, to: size)
    return try picture(size, "resize") { target, message, room in
      image.withPicture {
        fcv_resize(
          $0, chosen == .area ? 1 : 0, target, Int32(size.width), Int32(size.height), message, room)
      }
    }
  }

  /// `image` with its histogram made even.
  package static func equalized(_ image: GrayImage) throws(FilterError) -> GrayImage {
    try picture(image.size, "equalize") { target, message, room in
      image.withPicture { fcv_equalize($0, target, message, room) }
    }
  }

  /// `image` with its histogram made even tile by tile, contrast limited.
  ///
  /// - Parameters:
  ///   - clipLimit: how far a bin may rise above the mean before it is cut.
  ///   - tiles: tiles a side.
  /// - Note: Zuiderveld, “Contrast Limited Adaptive Histogram Equalization”, Graphics Gems IV, 1994.
  package static func clahe(
    _ image: GrayImage, clipLimit: Double = 2, tiles: Int = 8
  ) throws(FilterError) -> GrayImage {
    try picture(image.size, "clahe") { target, message, room in
      image.withPicture { fcv_clahe($0, clipLimit, Int32(tiles), target, message, room) }
    }
  }

  /// `image` blurred with a Gaussian of `sigma` pixels, kernel radius ⌈3·sigma⌉.
  package static func gaussian(
    _ image: GrayImage, sigma: Double
  ) throws(FilterError) -> GrayImage {
    let blurred = try blur(image.pixels.map(Double.init), size: image.size, sigma: sigma)
    return GrayImage(
      size: image.size, pixels: blurred.map { UInt8(max(0, min(255, $0.rounded()))) })
  }

  /// The picture of `size` whose pixel (x, y) is `image` at `map` of it, bilinear, border repeated.
  package static func warped(
    _ image: GrayImage, by map: PlaneMap, size: PixelSize
  ) throws(FilterError) -> GrayImage {
    let matrix = [map.a, map.b, map.tx, map.c, map.d, map.ty]
    return try picture(size, "warp") { target, message, room in
      image.withPicture {
        fcv_warp($0, matrix, target, Int32(size.width), Int32(size.height), message, room)
      }
    }
  }

  /// Variance of the Laplacian of `image`: low when it is blurred. Depends on its size.
  package static func laplacianVariance(_ image: GrayImage) throws(FilterError) -> Double {
    var variance = 0.0
    let failure = OpenCVCall.run { message, room in
      image.withPicture { fcv_sharpness($0, &variance, message, room) }
    }
    if let failure { throw .failed(filter: "sharpness", reason: failure) }
    return variance
  }

  /// Gaussian blur of row-major doubles.
  static func blur(
    _ values: [Double], size: PixelSize, sigma: Double
  ) throws(FilterError) -> [Double] {
    var target = [Double](repeating: 0, count: values.count)
    let failure = OpenCVCall.run { message, room in
      fcv_blur(values, Int32(size.width), Int32(size.height), sigma, &target, message, room)
    }
    if let failure { throw .failed(filter: "blur", reason: failure) }
    return target
  }

  private static func picture(
    _ size: PixelSize, _ filter: String,
    _ body: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<CChar>, Int) -> Int32
  ) throws(FilterError) -> GrayImage {
    var failure: String?
    let pixels = [UInt8](unsafeUninitializedCapacity: size.area) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      failure = OpenCVCall.run { body(base, $0, $1) }
      if failure != nil { buffer.update(repeating: 0) }
      count = size.area
    }
    if let failure { throw .failed(filter: filter, reason: failure) }
    return GrayImage(size: size, pixels: pixels)
  }
}

/// An affine map of the plane: x' = a·x + b·y + tx, y' = c·x + d·y + ty.
package struct PlaneMap: Equatable, Sendable {
  package let a, b, tx, c, d, ty: Double

  package init(a: Double, b: Double, tx: Double, c: Double, d: Double, ty: Double) {
    (self.a, self.b, self.tx) = (a, b, tx)
    (self.c, self.d, self.ty) = (c, d, ty)
  }

  /// Where `point` goes.
  package func callAsFunction(_ point: PixelPoint) -> PixelPoint {
    PixelPoint(x: a * point.x + b * point.y + tx, y: c * point.x + d * point.y + ty)
  }
}
