/// What of a camera can be steered, by the numbers that the helper passes on.
package enum CameraControl: Int, CaseIterable, Sendable {
  /// 1: the camera focuses by itself.
  case automaticFocus = 0
  /// Position of the lens, in steps of the device's own.
  case focus = 1
  /// V4L2's menu: 1 is manual, 3 leaves the time to the camera.
  case automaticExposure = 2
  /// Time of exposure, in units of 100 µs.
  case exposure = 3
}

/// A camera whose lens and time of exposure may be set, as far as it allows.
package protocol SteeredCamera: AnyObject {
  /// The value of a control; nil where the camera does not have it.
  func value(of control: CameraControl) throws -> Double?

  /// Sets a control; false where the camera does not have it or refuses the value.
  func set(_ control: CameraControl, to value: Double) throws -> Bool
}

/// Drives a camera so that the face is well exposed and sharp, whatever stands beside it.
///
/// UVC cameras measure light and sharpness over the whole picture. Here the camera's own automatic
/// is switched off, where it allows that, and the measures of the face region take its place: the
/// time of exposure is multiplied towards the wished mean, the lens climbs to the greatest sharpness.
package final class FaceMeter {
  /// Grey level that the face is brought to.
  private static let wishedMean = 120.0
  /// How far the mean may lie off before anything is changed.
  private static let meanTolerance = 20.0
  /// Frames that a camera needs until a change shows.
  private static let framesToSettle = 2

  /// Whether the camera lets its time of exposure be set.
  package private(set) var steersExposure = false
  /// Whether it lets its lens be set.
  package private(set) var steersFocus = false

  private let camera: any SteeredCamera
  private var exposure = 0.0
  private var waits = 0
  private var climb = FocusClimb()
  private var lens = 0.0

  /// Takes the controls over, as far as the camera allows.
  package init(_ camera: any SteeredCamera) throws {
    self.camera = camera
    if let value = try camera.value(of: .exposure), value > 0,
      try camera.set(.automaticExposure, to: 1)
    {
      exposure = value
      steersExposure = true
    }
    if let value = try camera.value(of: .focus), try camera.set(.automaticFocus, to: 0) {
      lens = value
      climb.begin(at: value)
      steersFocus = true
    }
  }

  /// What is steered, for a person.
  package var words: String {
    switch (steersExposure, steersFocus) {
    case (true, true): "exposure and focus follow the face"
    case (true, false): "exposure follows the face; the camera does not let its focus be set"
    case (false, true): "focus follows the face; the camera does not let its exposure be set"
    case (false, false): "the camera lets neither exposure nor focus be set; it measures for itself"
    }
  }

  /// Changes what should be changed after a frame whose face measured `quality`.
  package func adjust(after quality: FaceQuality) throws {
    guard waits == 0 else {
      waits -= 1
      return
    }
    if steersExposure, abs(quality.mean - Self.wishedMean) > Self.meanTolerance {
      try adjustExposure(mean: quality.mean)
    } else if steersFocus, let position = climb.next(sharpness: quality.sharpness) {
      if try camera.set(.focus, to: position) { lens = position } else { climb.refused() }
      waits = Self.framesToSettle
    }
  }

  private func adjustExposure(mean: Double) throws {
    // At most a factor of two at once: clipped faces tell too little for a longer step.
    var factor = max(0.5, min(2, Self.wishedMean / max(1, mean)))
    waits = Self.framesToSettle
    for _ in 0..<4 {
      var wished = (exposure * factor).rounded()
      if wished == exposure { wished += factor > 1 ? 1 : -1 }
      guard wished >= 1 else { return }
      if try camera.set(.exposure, to: wished) {
        exposure = wished
        return
      }
      // Out of the camera's range: half the way, then half of that.
      factor = factor.squareRoot()
    }
  }

  /// Gives the camera its own automatic back.
  package func release() {
    if steersExposure { _ = try? camera.set(.automaticExposure, to: 3) }
    if steersFocus { _ = try? camera.set(.automaticFocus, to: 1) }
  }
}

/// The way of a lens to the greatest sharpness: on as long as it gets better, else back with half
/// the step the other way.
struct FocusClimb {
  private var best: (position: Double, sharpness: Double)?
  private var position = 0.0
  private var step = 16.0
  private var turns = 0
  private var wasRefused = false

  /// Sharpness that far below the best means that the scene has changed.
  private static let lost = 0.6

  mutating func begin(at position: Double) {
    self = FocusClimb()
    self.position = position
  }

  /// Where to go after a frame of `sharpness`; nil to stay.
  mutating func next(sharpness: Double) -> Double? {
    guard let found = best else {
      best = (position, sharpness)
      return go(to: position + step)
    }
    if abs(step) < 1 {
      if sharpness < found.sharpness * Self.lost { begin(at: position) }
      return nil
    }
    if wasRefused {
      // Nothing was seen there, so there is nothing to compare.
      wasRefused = false
      return go(to: found.position + step)
    }
    if sharpness > found.sharpness * 1.02 {
      best = (position, sharpness)
      turns = 0
      return go(to: position + step)
    }
    turns += 1
    step = turns.isMultiple(of: 2) ? -step / 2 : -step
    return go(to: abs(step) < 1 ? found.position : found.position + step)
  }

  /// The camera did not go there: turn.
  mutating func refused() {
    wasRefused = true
    position = best?.position ?? position
    turns += 1
    step = turns.isMultiple(of: 2) ? -step / 2 : -step
  }

  private mutating func go(to target: Double) -> Double {
    position = max(0, target)
    return position
  }
}
