import FaceVocabulary
import SyntheticFaces

extension Frame {
  /// Where the source says that the head is; nil for sources that do not know.
  package var toldHead: SeenHead? {
    truth.map {
      SeenHead(box: $0.box, view: .told, leftEye: $0.leftEye, rightEye: $0.rightEye)
    }
  }

  /// How far the source says that the head is turned, degrees.
  package var toldYawDegrees: Double? { truth?.yawDegrees }

  /// How far the source says that the head nods, degrees.
  package var toldPitchDegrees: Double? { truth?.pitchDegrees }

  /// Name of its file without the folder.
  package var fileName: String? { file?.split(separator: "/").last.map(String.init) }
}
