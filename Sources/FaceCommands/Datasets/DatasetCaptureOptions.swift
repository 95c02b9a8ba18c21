import CommandLanguage
import FaceDatasets
import FaceImages
import FaceVocabulary

/// What `dataset capture` and `dataset sweep` share.
struct CaptureOptions: Sendable {
  var subject = ""
  var source = ""
  var every = 1
  var limit: Int?
  var frames: Int?
  var withMirrors = false
  var margin = 0.1
  var size: PixelSize?
  var session: String?
  var at: PixelPoint?
  var boxes = CaptureSettings.BoxChoice.told
  var camera = CameraChoice.face

  /// Who drives a camera's exposure and focus.
  enum CameraChoice: String, CaseIterable, Sendable {
    /// The face region, as far as the camera allows.
    case face
    /// The camera itself.
    case automatic
  }

  /// The settings of a capture that begins now.
  ///
  /// - Parameters:
  ///   - quality: changes to the session's limits.
  ///   - detector: changes to the session's detector.
  func settings(
    _ verb: CaptureFacts.Verb, quality: QualityOptions, detector: DetectorOptions,
    in workbench: Workbench
  ) -> CaptureSettings {
    var settings = CaptureSettings(
      subject: SubjectID(subject),
      facts: CaptureFacts(
        verb: verb, source: source, beganSeconds: HostClock.secondsSince1970))
    settings.session = session
    settings.every = every
    settings.mostFaces = limit
    settings.mostFrames = frames
    settings.boxes = boxes
    settings.margin = margin
    settings.size = size
    settings.withMirrors = withMirrors
    settings.limits = quality.applied(to: workbench.session.quality)
    settings.measuredAt = at
    settings.detector = detector.applied(to: workbench.session.detector)
    settings.steersCamera = camera == .face
    return settings
  }

  /// Where frames come from, as typed.
  static let sourceDomain = Domain<String>(
    placeholder: "SOURCE",
    description: "source of frames: camera:N, camera:/dev/videoN, video:FILE, frames:DIR, synth:S",
    completion: .words(["camera:0", "frames:", "synth:", "video:"]),
    badSamples: ["", "camera", "camera:", "movie.mp4", "http://localhost/x"], spell: { $0 }
  ) { text throws(DomainError) in
    do throws(FrameSourceError) {
      _ = try FrameSourceName(text)
      return text
    } catch {
      throw DomainError("names no source of frames", hint: error.hint)
    }
  }

  /// `X,Y` in pixels.
  static let pointDomain = Domain<PixelPoint>(
    placeholder: "X,Y", description: "point X,Y in pixels of the frame",
    badSamples: ["", "10", "10,", ",10", "a,b", "1,2,3", "-1,5"],
    spell: { "\(NumberText.text($0.x)),\(NumberText.text($0.y))" }
  ) { text throws(DomainError) in
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
      NumberText.number(String($0))
    }
    guard parts.count == 2, let x = parts[0], let y = parts[1], x >= 0, y >= 0 else {
      throw DomainError("is no point X,Y in pixels of the frame")
    }
    return PixelPoint(x: x, y: y)
  }

  static let group = OptionGroup<CaptureOptions>(
    "Capture",
    [
      .subject(\.subject, required: true, help: "Whom the faces belong to"),
      .option("from", \.source, sourceDomain, required: true, help: "Where frames come from"),
      .option("every", \.every, .integer(1...1_000_000), help: "Look at every Nth frame only"),
      .option(
        "limit", \.limit, .integer(1...1_000_000), help: "Keep at most N faces, mirrors aside"),
      .option("frames", \.frames, .integer(1...Int.max), help: "Read at most N frames"),
      .flag(
        "with-mirrors", \.withMirrors, help: "Store the mirror image of each face with it"),
      .option(
        "margin", \.margin, .number(-0.4...1),
        help: "Share of the box's side added on every side"),
      .option(
        "size", \.size, .value("WxH", "size like 92x112"),
        help: "Size that faces are brought to; their own without it"),
      .option(
        "session", \.session, .text("NAME", "name of a day, light or place"),
        help: "Name of the session; the capture's number without it"),
      .option(
        "at", \.at, pointDomain, help: "Measure quality around this point instead of the face"),
      .option(
        "boxes", \.boxes, .oneOf(),
        help: "Whether a source that knows where the face is may tell it"),
      .option(
        "camera", \.camera, .oneOf(),
        help: "Whether a camera's exposure and focus follow the face"),
    ])
}
