package import FaceVocabulary

/// Which frame of a capture a stored face was cut from.
package struct CapturedFrame: Equatable, Sendable {
  /// Counted from 0, as the source gave them.
  package var number: Int
  /// Time of the frame since the source began, where it has one.
  package var seconds: Double?
  /// The part of the frame that was stored; its box and eyes are in the picture's own coordinates.
  package var crop: PixelRect
  /// Where the face's yaw comes from; nil where it has none.
  package var angleSource: AngleSource?
  /// Standard deviation of an estimated yaw, degrees; nil for one that was told.
  package var yawDeviationDegrees: Double?

  package init(number: Int, crop: PixelRect) {
    self.number = number
    self.crop = crop
  }
}

/// Where the angle of a frame comes from.
package enum AngleSource: String, CaseIterable, Sendable {
  /// The source knows it: a rendered head.
  case truth
  /// A motion sensor's record.
  case log
  /// A field of the frame's file name.
  case name
  /// The face itself, by the cascades that answer to it.
  case estimate
}

/// How a capture was made.
package struct CaptureFacts: Equatable, Sendable {
  package var verb: Verb
  /// The source as it was asked for: `camera:0`, `synth:3`.
  package var source: String
  /// When it began, seconds since 1970.
  package var beganSeconds: Int

  package init(verb: Verb, source: String, beganSeconds: Int) {
    self.verb = verb
    self.source = source
    self.beganSeconds = beganSeconds
  }

  package enum Verb: String, Sendable {
    case capture, sweep
  }
}

/// One capture of a dataset in one row.
package struct CaptureSummary: Equatable, Sendable {
  package var number: Int64
  /// nil for a capture that is known by its faces only.
  package var facts: CaptureFacts?
  package var subjects: [SubjectID]
  /// Originals.
  package var faces: Int
}
