import FaceDatasets
import FaceImages

/// The line that guides a person through a sweep: a dot to follow, where to turn, what is missing.
///
/// ```
/// -90 [##o..........@....] 90  turn to your left, 30°, 18° more  missing: 30 45 60 75 90
/// ```
/// The scale runs as the picture does, from the picture's left to its right. `#` is an angle that is
/// there, `.` one that is missing, `o` the dot to bring the nose to, `@` where the nose is now.
struct SweepGuide {
  /// Characters of the scale.
  private static let width = 37

  func line(_ state: SweepState) -> String {
    guard let first = state.targets.first, let last = state.targets.last else { return "" }
    let ends = "\(Self.degrees(first)) [\(scale(state, first, last))] \(Self.degrees(last))"
    guard let next = state.nextDegrees else { return ends + "  all angles are there" }
    let missing = zip(state.targets, state.isFilled).filter { !$0.1 }.map { Self.degrees($0.0) }
    return ends + "  " + advice(state, next) + "  missing: " + missing.joined(separator: " ")
  }

  /// Left and right are the person's own, who faces the camera: the picture's left is their right.
  private func advice(_ state: SweepState, _ next: Double) -> String {
    let aim = "\(Self.degrees(next))°"
    guard let yaw = state.yawDegrees else {
      if case .noFace? = state.rejection { return "no face; next \(aim)" }
      return "angle unknown; next \(aim)"
    }
    let way = next - yaw
    if abs(way) < 1 { return "hold still at \(aim)" + trouble(state) }
    let side = way < 0 ? "your right" : "your left"
    return "turn to \(side), \(aim), \(Self.degrees(abs(way)))° more" + trouble(state)
  }

  private func trouble(_ state: SweepState) -> String {
    guard case .poor(let faults)? = state.rejection, let fault = faults.first else { return "" }
    return " (\(fault.description))"
  }

  private func scale(_ state: SweepState, _ first: Double, _ last: Double) -> String {
    var cells = [Character](repeating: " ", count: Self.width)
    func place(_ degrees: Double) -> Int {
      guard last > first else { return Self.width / 2 }
      let share = (degrees - first) / (last - first)
      return max(0, min(Self.width - 1, Int((share * Double(Self.width - 1)).rounded())))
    }
    for (target, isFilled) in zip(state.targets, state.isFilled) {
      cells[place(target)] = isFilled ? "#" : "."
    }
    if let next = state.nextDegrees { cells[place(next)] = "o" }
    if let yaw = state.yawDegrees { cells[place(yaw)] = "@" }
    return String(cells)
  }

  private static func degrees(_ angle: Double) -> String { String(Int(angle.rounded())) }
}
