package import CooperativeWork
import FaceImages
package import FaceVocabulary

/// Turns pictures into faces as a recipe says. Not Sendable: every thread needs its own.
///
/// The order never varies: locate, align by the eyes, crop with margin, size, light, mask.
package final class FacePreparer {
  package let recipe: Recipe
  /// Size of every prepared face.
  package let size: PixelSize
  private let cancellation: Cancellation
  private let detector: FaceDetector?
  private let featureFinder: FeatureFinder?

  /// Loads the detector if the recipe needs one.
  ///
  /// - Parameters:
  ///   - keeping: how many prepared faces are held at once beside those being made.
  ///   - work: as many faces as it has jobs are made at once; once it is cancelled, a face ends at its
  ///     next step in ``PreparationError/cancelled``.
  /// - Throws: ``PreparationError/size(_:)`` for faces that memory would not hold.
  package init(
    recipe: Recipe, size: PixelSize, keeping: Int = 1, work: Work
  ) throws(PreparationError) {
    try recipe.checkRoom(for: size, faces: keeping, work: work)
    self.recipe = recipe
    self.size = size
    cancellation = work.cancellation
    do throws(DetectorError) {
      detector = recipe.locate == .none ? nil : try FaceDetector(cascade: recipe.detector.cascade)
      featureFinder = recipe.align == .eyes ? FeatureFinder() : nil
    } catch {
      throw .detector(error)
    }
  }

  /// The face in `image`; a known `box` or known `eyes` are not looked for.
  ///
  /// When the recipe aligns and an eye is not found, the face is taken as it stands:
  /// ``PreparedFace/turnedDegrees`` is then nil. A crop that sticks out of the picture is clipped at
  /// its border; what a turn brings in from outside repeats the border's pixels.
  ///
  /// - Complexity: a search of the picture, if one is needed; else linear in its pixels.
  package func prepare(
    _ image: GrayImage, box: PixelRect? = nil, eyes: (PixelPoint, PixelPoint)? = nil
  ) throws(PreparationError) -> PreparedFace {
    let reported = box == nil ? try search(image) : []
    return try prepare(image, box: box, reported: reported, eyes: eyes)
  }

  /// As ``prepare(_:box:eyes:)``, of a picture that ``search(_:)`` has been through.
  package func prepare(
    _ image: GrayImage, reported: [PixelRect], eyes: (PixelPoint, PixelPoint)? = nil
  ) throws(PreparationError) -> PreparedFace {
    try prepare(image, box: nil, reported: reported, eyes: eyes)
  }

  /// Every face that the recipe's detector reports, whether one can be prepared or not; empty when
  /// the recipe looks for none.
  package func search(_ image: GrayImage) throws(PreparationError) -> [PixelRect] {
    guard let detector else { return [] }
    do {
      return try detector.detect(in: image, settings: recipe.detector).map(\.box)
    } catch {
      throw .detector(error)
    }
  }

  /// The picture after each step that the recipe has, with the step's name.
  package func preview(
    _ image: GrayImage, box: PixelRect? = nil, eyes: (PixelPoint, PixelPoint)? = nil
  ) throws(PreparationError) -> [(title: String, image: GrayImage)] {
    var steps = Steps(recordsPictures: true)
    let reported = box == nil ? try search(image) : []
    _ = try prepare(image, box: box, reported: reported, eyes: eyes, steps: &steps)
    return steps.pictures
  }

  /// What ``preview(_:box:eyes:)`` collects.
  private struct Steps {
    let recordsPictures: Bool
    var pictures: [(title: String, image: GrayImage)] = []

    mutating func record(_ title: String, _ image: GrayImage) {
      if recordsPictures { pictures.append((title, image)) }
    }
  }

  private func prepare(
    _ image: GrayImage, box: PixelRect?, reported: [PixelRect], eyes: (PixelPoint, PixelPoint)?
  ) throws(PreparationError) -> PreparedFace {
    var steps = Steps(recordsPictures: false)
    return try prepare(image, box: box, reported: reported, eyes: eyes, steps: &steps)
  }

  private func prepare(
    _ image: GrayImage, box: PixelRect?, reported: [PixelRect], eyes: (PixelPoint, PixelPoint)?,
    steps: inout Steps
  ) throws(PreparationError) -> PreparedFace {
    steps.record("picture", image)
    let located: PixelRect?
    if let box { located = box } else { located = try chosen(of: reported, in: image) }
    let whole = PixelRect(x: 0, y: 0, width: image.width, height: image.height)
    if let located, CropBox.clipped(located, to: image.size) == nil {
      throw .boxOutside(located, picture: image.size)
    }
    let face = located ?? whole
    let eyes = try eyesOf(face, in: image, known: eyes)
    let alignment =
      recipe.align == .eyes
      ? eyes.0.flatMap { left in eyes.1.flatMap { EyeAlignment(left, $0) } } : nil
    let crop = try cropped(image, to: face, alignment: alignment, steps: &steps)
    let sized = try filtered { () throws(ImageFilter.FilterError) in
      try ImageFilter.resized(crop, to: size)
    }
    steps.record("size \(size)", sized)
    let lit = try filtered { () throws(ImageFilter.FilterError) in
      try recipe.light.applied(to: sized, cancellation: cancellation)
    }
    if recipe.light != .none { steps.record("light \(recipe.light.rawValue)", lit) }
    let masked = recipe.mask.applied(to: lit)
    if recipe.mask != .none { steps.record("mask \(recipe.mask.rawValue)", masked) }
    return PreparedFace(
      face: masked, box: located, reported: reported, leftEye: eyes.0, rightEye: eyes.1,
      turnedDegrees: alignment?.degrees)
  }

  private func filtered(
    _ body: () throws(ImageFilter.FilterError) -> GrayImage
  ) throws(PreparationError) -> GrayImage {
    if cancellation.isCancelled { throw .cancelled }
    do {
      return try body()
    } catch {
      throw error == .cancelled ? .cancelled : .filter(error)
    }
  }

  /// The face with its margin, turned if it can be, clipped at the picture's border.
  private func cropped(
    _ image: GrayImage, to face: PixelRect, alignment: EyeAlignment?, steps: inout Steps
  ) throws(PreparationError) -> GrayImage {
    var box = face
    if let alignment {
      // The box moves with the face: its centre is turned, its sides stay level.
      let center = alignment.turned(
        PixelPoint(
          x: Double(face.x) + Double(face.width - 1) / 2,
          y: Double(face.y) + Double(face.height - 1) / 2))
      box = PixelRect(
        x: Int((center.x - Double(face.width - 1) / 2).rounded()),
        y: Int((center.y - Double(face.height - 1) / 2).rounded()), width: face.width,
        height: face.height)
    }
    let wished = CropBox.widened(box, by: recipe.margin)
    guard let crop = CropBox.clipped(wished, to: image.size), crop.width >= 2, crop.height >= 2
    else { throw .cropTooSmall(PixelSize(width: wished.width, height: wished.height)) }
    guard let alignment else {
      let part = image.cropped(to: crop)
      steps.record("crop", part)
      return part
    }
    let part = try filtered { () throws(ImageFilter.FilterError) in
      try ImageFilter.warped(
        image, by: alignment.source(of: crop),
        size: PixelSize(width: crop.width, height: crop.height))
    }
    steps.record("turned and cropped", part)
    return part
  }

  /// The face that the recipe takes of those `reported`; nil when it takes the whole picture.
  private func chosen(
    of reported: [PixelRect], in image: GrayImage
  ) throws(PreparationError) -> PixelRect? {
    if recipe.locate == .none { return nil }
    if reported.isEmpty { throw .noFace(in: image.size) }
    if recipe.locate == .only && reported.count > 1 { throw .severalFaces(reported.count) }
    return largest(of: reported)
  }

  /// Boxes come sorted by place, so of two equally large ones the upper left one is taken.
  private func largest(of boxes: [PixelRect]) -> PixelRect? {
    guard let first = boxes.first else { return nil }
    return boxes.dropFirst().reduce(first) { $1.area > $0.area ? $1 : $0 }
  }

  private func eyesOf(
    _ face: PixelRect, in image: GrayImage, known: (PixelPoint, PixelPoint)?
  ) throws(PreparationError) -> (PixelPoint?, PixelPoint?) {
    if let known { return (known.0, known.1) }
    guard let featureFinder else { return (nil, nil) }
    do {
      let found = try featureFinder.features(in: image, face: face, eyes: true, mouth: false)
      return (found.leftEye, found.rightEye)
    } catch {
      throw .detector(error)
    }
  }
}
