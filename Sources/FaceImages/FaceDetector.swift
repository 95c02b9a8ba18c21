import COpenCVShim
package import FaceVocabulary

/// Finds faces with a Viola-Jones cascade. Not Sendable: every thread needs its own.
///
/// - Note: Viola and Jones, “Rapid Object Detection using a Boosted Cascade of Simple Features”,
///   CVPR 2001; the search is OpenCV's `CascadeClassifier`.
package final class FaceDetector {
  /// Smallest ratio between window sizes: closer to 1, time and memory grow without end.
  package static let smallestScale = 1.01
  /// Pixels above which a picture is searched at a smaller size, and its boxes mapped back.
  package static let largestArea = 8_000_000

  /// Name or path as asked for.
  package let cascade: String
  /// Window the cascade was trained on, pixels.
  package let window: PixelSize
  private let handle: OpaquePointer

  /// Loads the installed cascade called `cascade`, or the file at that path.
  ///
  /// - Throws: ``DetectorError/cascadeNotFound(name:tried:similar:)`` and its neighbours.
  package init(cascade: String) throws(DetectorError) {
    let file = try CascadeFile(named: cascade)
    var handle: OpaquePointer?
    let failure = OpenCVCall.run { message, room in
      handle = file.text.withUnsafeBytes { text in
        fcv_cascade_read(text.bindMemory(to: CChar.self).baseAddress, text.count, message, room)
      }
      return handle == nil ? 1 : 0
    }
    guard let handle else {
      throw .cascadeDamaged(path: file.path, reason: failure ?? "it was not understood")
    }
    self.cascade = cascade
    self.handle = handle
    var (width, height) = (Int32(0), Int32(0))
    fcv_cascade_window(handle, &width, &height)
    window = PixelSize(width: Int(width), height: Int(height))
  }

  deinit { fcv_cascade_free(handle) }

  /// The faces in `image`, sorted by place: those of a plain search with the same settings.
  package func detect(
    in image: GrayImage, settings: DetectorSettings
  ) throws(DetectorError) -> [Detection] {
    guard settings.neighbors >= 0 else { throw .negativeNeighbors(settings.neighbors) }
    return try candidates(
      in: image, scale: settings.scale, minSize: settings.minSize, maxSize: settings.maxSize
    ).grouped(neighbors: settings.neighbors)
  }

  /// Every raw hit in `image`, before grouping.
  ///
  /// A picture of more than ``largestArea`` pixels is searched at a smaller size: OpenCV's sums
  /// overflow in very large ones, and no face needs that many pixels to be found.
  package func candidates(
    in image: GrayImage, scale: Double, minSize: Int, maxSize: Int?
  ) throws(DetectorError) -> RawCandidates {
    try check(scale: scale, minSize: minSize, maxSize: maxSize)
    guard image.size.area > Self.largestArea else {
      return try search(image, scale: scale, minSize: minSize, maxSize: maxSize ?? 0)
    }
    let shrink = (Double(Self.largestArea) / Double(image.size.area)).squareRoot()
    let smaller = PixelSize(
      width: max(1, Int(Double(image.width) * shrink)),
      height: max(1, Int(Double(image.height) * shrink)))
    let searched: GrayImage
    do {
      searched = try ImageFilter.resized(image, to: smaller, interpolation: .area)
    } catch {
      throw .searchFailed("the picture could not be made smaller")
    }
    let found = try search(
      searched, scale: scale, minSize: Int((Double(minSize) * shrink).rounded()),
      maxSize: maxSize.map { max(1, Int((Double($0) * shrink).rounded())) } ?? 0)
    return found.mapped(to: image.size)
  }

  private func check(scale: Double, minSize: Int, maxSize: Int?) throws(DetectorError) {
    guard scale.isFinite, scale >= Self.smallestScale else {
      throw .scaleTooSmall(scale, minimum: Self.smallestScale)
    }
    if let maxSize, maxSize < minSize { throw .sizesExchanged(minimum: minSize, maximum: maxSize) }
  }

  private func search(
    _ image: GrayImage, scale: Double, minSize: Int, maxSize: Int
  ) throws(DetectorError) -> RawCandidates {
    let windows = SearchWindows(
      image: image.size, window: window, scale: scale, minSize: minSize, maxSize: maxSize)
    if maxSize > 0 && windows.widths.isEmpty {
      let all = SearchWindows(
        image: image.size, window: window, scale: scale, minSize: 0, maxSize: 0)
      let nearest = all.widths.sorted { abs($0 - minSize) < abs($1 - minSize) }.prefix(2).sorted()
      // A picture smaller than the trained window has no windows at all, and no face: no error.
      if !nearest.isEmpty {
        throw .noScaleBetween(minimum: minSize, maximum: maxSize, nearest: nearest)
      }
    }
    var boxes: UnsafeMutablePointer<fcv_box>?
    var count = 0
    let failure = OpenCVCall.run { message, room in
      image.withPicture {
        fcv_cascade_search(
          handle, $0, scale, Int32(clamping: minSize), Int32(clamping: maxSize), &boxes, &count,
          message, room)
      }
    }
    defer { fcv_boxes_free(boxes) }
    if let failure { throw .searchFailed(failure) }
    return RawCandidates(
      size: image.size, windows: windows.count,
      boxes: UnsafeBufferPointer(start: boxes, count: count).map(PixelRect.init))
  }

  /// OpenCV's own grouped and clipped search, sorted: the reference that ours must equal.
  package func plainSearch(
    in image: GrayImage, settings: DetectorSettings
  ) throws(DetectorError) -> [PixelRect] {
    var boxes: UnsafeMutablePointer<fcv_box>?
    var count = 0
    let failure = OpenCVCall.run { message, room in
      image.withPicture {
        fcv_cascade_plain_search(
          handle, $0, settings.scale, Int32(clamping: settings.neighbors),
          Int32(clamping: settings.minSize), Int32(clamping: settings.maxSize ?? 0), &boxes, &count,
          message, room)
      }
    }
    defer { fcv_boxes_free(boxes) }
    if let failure { throw .searchFailed(failure) }
    return UnsafeBufferPointer(start: boxes, count: count).map(PixelRect.init).sorted()
  }
}

extension PixelRect {
  fileprivate init(_ box: fcv_box) {
    self.init(x: Int(box.x), y: Int(box.y), width: Int(box.width), height: Int(box.height))
  }
}
