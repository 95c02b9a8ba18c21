import CooperativeWork
import FaceImages

/// Reads the frames of a source that a capture looks at, with their times, and steers its camera.
final class FrameReader {
  private let source: any FrameSource
  private let settings: CaptureSettings
  private let clock: () -> Double
  private let began: Double
  private var meter: FaceMeter?

  init(_ source: any FrameSource, settings: CaptureSettings, clock: @escaping () -> Double) {
    self.source = source
    self.settings = settings
    self.clock = clock
    began = clock()
  }

  /// The next frame that is to be looked at, and its time since the source began: by the clock for a
  /// camera, by its number for a video, nil for sources without time.
  func next(_ cancellation: Cancellation) throws -> (Frame, seconds: Double?)? {
    guard
      let frame = try source.next(
        every: settings.every, upTo: settings.mostFrames, cancellation: cancellation)
    else { return nil }
    let account = source.account
    let seconds =
      account.isLive
      ? clock() - began : account.framesPerSecond.map { Double(frame.index) / $0 }
    return (frame, seconds)
  }

  /// Takes the camera's controls over, where the source is one and the settings ask for it.
  func steer(_ tell: (CaptureEvent) -> Void) throws {
    guard settings.steersCamera, let camera = source.camera else { return }
    let taken = try FaceMeter(camera)
    tell(.camera(taken.words))
    meter = taken
  }

  /// Lets the camera follow a face that measured `quality`.
  func adjust(after quality: FaceQuality?) throws {
    if let meter, let quality { try meter.adjust(after: quality) }
  }

  /// Gives the camera its own automatic back.
  func release() { meter?.release() }
}
