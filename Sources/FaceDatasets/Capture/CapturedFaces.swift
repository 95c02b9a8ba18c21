import FaceImages
import FaceVocabulary

/// The faces of one capture on their way into the dataset: a few at a time, so that an interrupt or
/// a crash loses the last few at most.
final class CapturedFaces {
  /// Faces stored at once; each storing costs a few waits for the disk.
  private static let batch = 8
  /// Bytes of pictures, mirror images included, at which faces are stored even if they are few: an
  /// interrupt must not wait long for the disk.
  private static let batchBytes = 16 << 20
  /// Seconds after which faces are stored even if they are few.
  private static let patienceSeconds = 1.0

  /// Faces that wait to be stored at most, mirror images aside, where all have the size that
  /// `settings` tell.
  static func mostWaiting(_ settings: CaptureSettings) -> Int {
    guard let size = settings.size else { return batch }
    let bytes = max(1, size.area) * (settings.withMirrors ? 2 : 1)
    return min(batch, (batchBytes + bytes - 1) / bytes)
  }

  let number: Int64
  /// Originals stored or about to be.
  private(set) var count = 0
  /// Mirror images among them.
  private(set) var mirrored = 0
  private let dataset: Dataset
  private let settings: CaptureSettings
  private let clock: () -> Double
  private var waiting: [NewFace] = []
  private var waitingBytes = 0
  private var storedAt: Double

  /// Gives the capture its number.
  init(
    _ dataset: Dataset, _ settings: CaptureSettings, clock: @escaping () -> Double
  ) throws(DatasetError) {
    self.dataset = dataset
    self.settings = settings
    self.clock = clock
    storedAt = clock()
    number = try dataset.nextCapture(settings.facts)
  }

  /// Takes a face; `angle` is what is known about its turn.
  func add(
    _ face: CutFace, frame: Int, seconds: Double?, angle: FrameAngle? = nil
  ) throws(DatasetError) {
    var new = NewFace(subject: settings.subject, image: face.image)
    new.name = name(frame: frame, angle: angle)
    new.session = settings.session ?? String(number)
    new.capture = number
    new.yawDegrees = angle?.yawDegrees
    new.pitchDegrees = angle?.pitchDegrees
    new.box = face.box
    new.leftEye = face.leftEye
    new.rightEye = face.rightEye
    new.quality = face.quality
    new.withMirror = settings.withMirrors
    var captured = CapturedFrame(number: frame, crop: face.crop)
    captured.seconds = seconds
    captured.angleSource = angle?.source
    captured.yawDeviationDegrees = angle?.deviationDegrees
    new.frame = captured
    waiting.append(new)
    count += 1
    if settings.withMirrors { mirrored += 1 }
    waitingBytes += face.image.pixels.count * (settings.withMirrors ? 2 : 1)
    if waiting.count >= Self.batch || waitingBytes >= Self.batchBytes
      || clock() - storedAt >= Self.patienceSeconds
    {
      try store()
    }
  }

  /// Stores what waits.
  func store() throws(DatasetError) {
    try dataset.add(waiting)
    waiting = []
    waitingBytes = 0
    storedAt = clock()
  }

  /// `c3_f0012`, `c3_yaw-045`: unique within the person by the capture's number.
  private func name(frame: Int, angle: FrameAngle?) -> String {
    func padded(_ number: Int, to digits: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    guard let angle else { return "c\(number)_f\(padded(frame, to: 4))" }
    let yaw = Int(angle.yawDegrees.rounded())
    return "c\(number)_yaw\(yaw < 0 ? "-" : "+")\(padded(abs(yaw), to: 3))"
  }
}
