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
  /// Windows after which a search that may be stopped looks whether it is: a fraction of a second.
  package static let windowsWithoutPause = 1_000_000

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
    // Otherwise the cascade would be blamed for what is missing around it.
    if let absence = OpenCVCall.absence { throw .libraryAbsent(absence) }
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

  /// The faces in `image`, sorted by place: those of a plain search with the same settings, or of
  /// several over its mirrored and turned versions where the settings ask for them.
  package func detect(
    in image: GrayImage, settings: DetectorSettings
  ) throws(DetectorError) -> [Detection] {
    guard settings.neighbors >= 0 else { throw .negativeNeighbors(settings.neighbors) }
    var views = PictureViews(of: image)
    var found: [[Detection]] = []
    for pass in settings.passes {
      let raw = try candidates(
        in: views.view(pass, equalized: settings.equalize), scale: settings.scale,
        minSize: settings.minSize, maxSize: settings.maxSize)
      found.append(raw.grouped(neighbors: settings.neighbors, by: pass, in: image.size))
    }
    return Detection.joined(found, neighbors: settings.neighbors)
  }

  /// Every raw hit in `image`, before grouping.
  ///
  /// A picture of more than ``largestArea`` pixels is searched at a smaller size: OpenCV's sums
  /// overflow in very large ones, and no face needs that many pixels to be found.
  package func candidates(
    in image: GrayImage, scale: Double, minSize: Int, maxSize: Int?
  ) throws(DetectorError) -> RawCandidates {
    try check(scale: scale, minSize: minSize, maxSize: maxSize)
    let scope = SearchScope(of: image.size, minSize: minSize, maxSize: maxSize)
    return try search(
      scope.picture(of: image), scale: scale, minSize: scope.minSize, maxSize: scope.maxSize
    ).mapped(to: image.size)
  }

  /// As ``candidates(in:scale:minSize:maxSize:)``, with pauses in a long search; the same hits.
  ///
  /// - Parameters:
  ///   - windowsWithoutPause: about so many windows are looked at between two pauses.
  ///   - pause: called before each stretch of the search; it may throw to stop.
  func candidates(
    in image: GrayImage, scale: Double, minSize: Int, maxSize: Int?,
    windowsWithoutPause: Int = FaceDetector.windowsWithoutPause, pause: () throws -> Void
  ) throws -> RawCandidates {
    try check(scale: scale, minSize: minSize, maxSize: maxSize)
    let scope = SearchScope(of: image.size, minSize: minSize, maxSize: maxSize)
    let windows = SearchWindows(
      image: scope.size, window: window, scale: scale, minSize: scope.minSize,
      maxSize: scope.maxSize)
    let stretches = windows.stretches(of: windowsWithoutPause)
    try pause()
    guard stretches.count > 1 else {
      return try candidates(in: image, scale: scale, minSize: minSize, maxSize: maxSize)
    }
    let picture = try scope.picture(of: image)
    var boxes: [PixelRect] = []
    for (number, stretch) in stretches.enumerated() {
      if number > 0 { try pause() }
      boxes += try rawBoxes(
        in: picture, scale: scale, minSize: stretch.minSize, maxSize: stretch.maxSize)
    }
    return RawCandidates(size: scope.size, windows: windows.count, boxes: boxes)
      .mapped(to: image.size)
  }

  /// The windows that ``candidates(in:scale:minSize:maxSize:)`` visits in a picture of `size`.
  package func windows(
    in size: PixelSize, scale: Double, minSize: Int, maxSize: Int?
  ) throws(DetectorError) -> SearchWindows {
    try check(scale: scale, minSize: minSize, maxSize: maxSize)
    let scope = SearchScope(of: size, minSize: minSize, maxSize: maxSize)
    return SearchWindows(
      image: scope.size, window: window, scale: scale, minSize: scope.minSize,
      maxSize: scope.maxSize)
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
    return RawCandidates(
      size: image.size, windows: windows.count,
      boxes: try rawBoxes(in: image, scale: scale, minSize: minSize, maxSize: maxSize))
  }

  /// The raw hits as OpenCV gives them.
  private func rawBoxes(
    in image: GrayImage, scale: Double, minSize: Int, maxSize: Int
  ) throws(DetectorError) -> [PixelRect] {
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
    return UnsafeBufferPointer(start: boxes, count: count).map(PixelRect.init)
  }

  /// OpenCV's ungrouped search alone, its hits dropped: what a table of cells is measured against.
  func searchOnly(
    in image: GrayImage, scale: Double, minSize: Int
  ) throws(DetectorError) {
    _ = try rawBoxes(in: image, scale: scale, minSize: minSize, maxSize: 0)
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

/// What is searched of a picture: itself, or a smaller copy with bounds to match.
private struct SearchScope {
  let size: PixelSize
  let minSize: Int
  /// 0 for no limit.
  let maxSize: Int

  init(of picture: PixelSize, minSize: Int, maxSize: Int?) {
    guard picture.area > FaceDetector.largestArea else {
      size = picture
      self.minSize = minSize
      self.maxSize = maxSize ?? 0
      return
    }
    let shrink = (Double(FaceDetector.largestArea) / Double(picture.area)).squareRoot()
    size = PixelSize(
      width: max(1, Int(Double(picture.width) * shrink)),
      height: max(1, Int(Double(picture.height) * shrink)))
    self.minSize = Int((Double(minSize) * shrink).rounded())
    self.maxSize = maxSize.map { max(1, Int((Double($0) * shrink).rounded())) } ?? 0
  }

  /// What is searched for `image`, which the scope was made for.
  func picture(of image: GrayImage) throws(DetectorError) -> GrayImage {
    if size == image.size { return image }
    do {
      return try ImageFilter.resized(image, to: size, interpolation: .area)
    } catch {
      throw .searchFailed("the picture could not be made smaller")
    }
  }
}

extension RawCandidates {
  /// The faces of a search that looked at a picture of `size` as `pass` does, in its own pixels.
  func grouped(neighbors: Int, by pass: SearchPass, in size: PixelSize) -> [Detection] {
    let found = grouped(neighbors: neighbors)
    if pass == .plain { return found }
    return found.compactMap { one in
      pass.original(one.box, in: size).map { Detection(box: $0, neighbors: one.neighbors) }
    }.sorted()
  }
}
