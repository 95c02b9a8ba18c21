package import FaceImages
package import FaceVocabulary

/// What a capture keeps of the frames it is given.
package struct CaptureSettings: Equatable, Sendable {
  package var subject: SubjectID
  /// How and when the capture is made.
  package var facts: CaptureFacts
  /// Name of the session; nil for the capture's number.
  package var session: String?
  /// Every how manieth frame is looked at.
  package var every = 1
  /// Originals kept at most; nil without limit.
  package var mostFaces: Int?
  /// Frames read at most; nil without limit.
  package var mostFrames: Int?
  package var faces = FaceChoice.largest
  package var boxes = BoxChoice.told
  /// Share of the box's side that is added on every side.
  package var margin = 0.1
  /// Size that faces are brought to; nil to keep their pixels.
  package var size: PixelSize?
  /// Whether the mirror image of each face is stored with it.
  package var withMirrors = false
  package var limits = QualityLimits()
  /// Where quality is measured, frame coordinates; nil for the face itself.
  package var measuredAt: PixelPoint?
  package var detector = DetectorSettings()
  /// Whether profiles are looked for where no frontal face is found.
  package var profiles = false
  /// Whether a camera's exposure and focus are driven by the face.
  package var steersCamera = true

  package init(subject: SubjectID, facts: CaptureFacts) {
    self.subject = subject
    self.facts = facts
  }

  /// Which faces of a frame are kept.
  package enum FaceChoice: String, CaseIterable, Sendable {
    case largest, all
    /// The only one: a frame with several is passed over.
    case only
  }

  /// Who says where a face is.
  package enum BoxChoice: String, CaseIterable, Sendable {
    /// The source where it knows, else the cascades.
    case told
    /// The cascades always.
    case detector
  }
}
