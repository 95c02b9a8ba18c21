package import FaceImages

/// Why nothing was kept of a frame.
package enum FrameRejection: Error, Equatable, Sendable {
  case noFace
  case severalFaces(Int)
  /// The face's faults, gravest first; never empty.
  case poor([QualityFault])
  /// Nearly the same as an earlier frame.
  case nearlySame(as: Int, correlation: Double)
  /// The point at which quality was to be measured lies outside.
  case pointOutside
  case noAngle
  /// Between the wished angles.
  case offTarget(yawDegrees: Double)
  case nodded(pitchDegrees: Double, most: Double)
  case vagueAngle(yawDegrees: Double, deviation: Double, most: Double)

  /// A stable word: rejections of one kind are told together.
  package var kind: String {
    switch self {
    case .noFace: "no_face"
    case .severalFaces: "several_faces"
    case .poor(let faults): faults.first?.kind.rawValue ?? "poor"
    case .nearlySame: "nearly_same"
    case .pointOutside: "point_outside"
    case .noAngle: "no_angle"
    case .offTarget: "off_target"
    case .nodded: "nodded"
    case .vagueAngle: "vague_angle"
    }
  }

  /// For a person: lower case, no full stop.
  package var reason: String {
    switch self {
    case .noFace: "no face found"
    case .severalFaces(let count): "\(count) faces where only one is wanted"
    case .poor(let faults): faults.map(\.description).joined(separator: "; ")
    case .nearlySame(let frame, _): "nearly the same as frame \(frame)"
    case .pointOutside: "the point to measure at lies outside the frame"
    case .noAngle: "nothing tells its angle"
    case .offTarget(let yaw): "turned to \(Self.degrees(yaw)), between the wished angles"
    case .nodded(let pitch, let most):
      "nods by \(Self.degrees(pitch)), at most \(Self.degrees(most))"
    case .vagueAngle(let yaw, let deviation, let most):
      "turned to about \(Self.degrees(yaw)) ± \(Self.degrees(deviation)), "
        + "too vague for steps that allow ± \(Self.degrees(most))"
    }
  }

  private static func degrees(_ angle: Double) -> String { "\(Int(angle.rounded()))°" }
}
