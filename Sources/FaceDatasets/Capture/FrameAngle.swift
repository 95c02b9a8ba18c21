package import FaceImages

/// How far the head of a frame is turned, and who says so.
package struct FrameAngle: Equatable, Sendable {
  /// < 0: turned to the picture's left.
  package var yawDegrees: Double
  /// < 0: chin up; nil where nobody says.
  package var pitchDegrees: Double?
  package var source: AngleSource
  /// Standard deviation of an estimate; nil for an angle that was told.
  package var deviationDegrees: Double?

  package init(
    yawDegrees: Double, pitchDegrees: Double? = nil, source: AngleSource,
    deviationDegrees: Double? = nil
  ) {
    self.yawDegrees = yawDegrees
    self.pitchDegrees = pitchDegrees
    self.source = source
    self.deviationDegrees = deviationDegrees
  }
}

/// Where the angles of a sweep come from.
package struct AngleSources: Equatable, Sendable {
  /// The one that is asked for; nil for the log where there is one, else the first of truth, name and
  /// estimate that knows the frame.
  package var wanted: AngleSource?
  package var log: AngleLog?
  /// Fields in the frames' file names; nil for the words `yaw` and `pitch` before their numbers.
  package var pattern: PathPattern?

  package init(wanted: AngleSource? = nil, log: AngleLog? = nil, pattern: PathPattern? = nil) {
    self.wanted = wanted
    self.log = log
    self.pattern = pattern
  }

  /// The angle that is told for a frame, without looking at the face; nil where nobody tells it.
  ///
  /// - Parameter seconds: time of the frame since the source began, where it has one.
  /// - Throws: ``CaptureError/badNamedYaw(file:yawDegrees:)``.
  package func told(of frame: Frame, seconds: Double?) throws(CaptureError) -> FrameAngle? {
    let asked: [AngleSource] =
      if let wanted { [wanted] } else { log == nil ? [.truth, .name] : [.log] }
    for source in asked {
      switch source {
      case .log:
        if let angle = log?.angle(frame: frame.index, seconds: seconds, file: frame.fileName) {
          return angle
        }
      case .truth:
        if let yaw = frame.toldYawDegrees {
          return FrameAngle(
            yawDegrees: yaw, pitchDegrees: frame.toldPitchDegrees, source: .truth)
        }
      case .name:
        if let name = frame.fileName, let angle = named(name) {
          guard AngleRange.holds(angle.yawDegrees) else {
            throw .badNamedYaw(file: name, yawDegrees: angle.yawDegrees)
          }
          return angle
        }
      case .estimate: break
      }
    }
    return nil
  }

  /// Whether the face may be asked where nobody tells its angle.
  ///
  /// Not beside a log: a frame that a log does not cover has no angle.
  var allowsEstimate: Bool { wanted == .estimate || (wanted == nil && log == nil) }

  /// The angle in a file's name.
  private func named(_ name: String) -> FrameAngle? {
    guard let pattern else { return NamedAngle.read(name) }
    guard let fields = pattern.match(name), let yaw = fields["yaw_deg"].flatMap(DecimalText.number)
    else { return nil }
    return FrameAngle(
      yawDegrees: yaw, pitchDegrees: fields["pitch_deg"].flatMap(DecimalText.number), source: .name)
  }
}

/// Angles in names such as `yaw-045_pitch+20.png`.
enum NamedAngle {
  /// nil for a name without `yaw` before a number.
  static func read(_ name: String) -> FrameAngle? {
    let letters = Array(name.utf8).map { (65...90).contains($0) ? $0 + 32 : $0 }
    guard let yaw = number(after: Array("yaw".utf8), in: letters) else { return nil }
    return FrameAngle(
      yawDegrees: yaw, pitchDegrees: number(after: Array("pitch".utf8), in: letters),
      source: .name)
  }

  /// The signed number that follows `word`, `word_` or `word=`.
  private static func number(after word: [UInt8], in letters: [UInt8]) -> Double? {
    for start in letters.indices where letters[start...].starts(with: word) {
      var rest = letters[(start + word.count)...]
      if let first = rest.first, first == UInt8(ascii: "_") || first == UInt8(ascii: "=") {
        rest = rest.dropFirst()
      }
      var text = ""
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        text.unicodeScalars.append(Unicode.Scalar(sign))
        rest = rest.dropFirst()
      }
      let digits = rest.prefix { (48...57).contains($0) }
      guard !digits.isEmpty else { continue }
      text += String(decoding: digits, as: UTF8.self)
      return Double(text)
    }
    return nil
  }
}
