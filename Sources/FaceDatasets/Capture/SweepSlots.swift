import FaceImages

/// The targets of a sweep while it runs: what each has, and what waits for a better frame.
///
/// The frames near a target compete as long as the head stays there: nearer ones, by whole degrees,
/// come before sharper ones. When the head has moved on, the best are handed out to be stored.
struct SweepSlots {
  /// A frame that may be kept.
  struct Candidate {
    let face: CutFace
    let angle: FrameAngle
    let frame: Int
    let seconds: Double?
  }

  private(set) var rows: [SweepRow]
  private let settings: SweepSettings
  private var waiting: [Candidate] = []
  /// The target that the waiting frames belong to.
  private var current: Int?
  private var wanted: Int?

  init(_ settings: SweepSettings) {
    self.settings = settings
    rows = settings.targets.map { SweepRow(targetDegrees: $0) }
  }

  /// The target that `yaw` lies near enough to.
  func target(of yaw: Double) -> Int? {
    let nearest = rows.indices.min {
      abs(rows[$0].targetDegrees - yaw) < abs(rows[$1].targetDegrees - yaw)
    }
    return nearest.flatMap {
      abs(rows[$0].targetDegrees - yaw) <= settings.toleranceDegrees + 1e-9 ? $0 : nil
    }
  }

  /// Whether a target has something, stored or waiting.
  func isFilled(_ target: Int) -> Bool {
    rows[target].kept > 0 || (current == target && !waiting.isEmpty)
  }

  /// Whether every target has as many frames as are wanted.
  var isComplete: Bool {
    rows.allSatisfy { $0.kept >= settings.framesPerTarget }
  }

  /// As ``isComplete``, frames that wait counted: nobody has to turn away to be done.
  var isFull: Bool {
    rows.indices.allSatisfy { target in
      rows[target].kept + (current == target ? waiting.count : 0) >= settings.framesPerTarget
    }
  }

  /// The target that is wanted next: the one asked for last while it is empty, else the empty one
  /// nearest to `yaw`, or to straight ahead where nobody knows it.
  mutating func next(from yaw: Double?) -> Int? {
    if let wanted, !isFilled(wanted) { return wanted }
    let empty = rows.indices.filter { !isFilled($0) }
    wanted = empty.min {
      abs(rows[$0].targetDegrees - (yaw ?? 0)) < abs(rows[$1].targetDegrees - (yaw ?? 0))
    }
    return wanted
  }

  mutating func reject(_ target: Int, because reason: String) {
    rows[target].rejected += 1
    rows[target].lastReason = reason
  }

  /// Takes a frame near `target`; gives the frames of the target before it that are to be stored.
  mutating func take(_ candidate: Candidate, for target: Int) -> [Candidate] {
    let done = current == target ? [] : leave()
    current = target
    guard rows[target].kept < settings.framesPerTarget else { return done }
    // Two frames that show the same are one; the better one stays.
    let twin = waiting.firstIndex {
      $0.face.thumbnail.correlation(with: candidate.face.thumbnail) ?? 0 >= NearDuplicates.threshold
    }
    if settings.framesPerTarget > 1, let twin {
      if isBetter(candidate, than: waiting[twin], at: target) { waiting[twin] = candidate }
    } else {
      waiting.append(candidate)
    }
    waiting = waiting.sorted { isBetter($0, than: $1, at: target) }
    let room = settings.framesPerTarget - rows[target].kept
    if waiting.count > room { waiting.removeLast(waiting.count - room) }
    return done
  }

  /// The head has moved on: gives the frames that waited, which count as kept from now on.
  mutating func leave() -> [Candidate] {
    defer {
      waiting = []
      current = nil
    }
    guard let current, let best = waiting.first else { return [] }
    if rows[current].yawDegrees == nil {
      rows[current].yawDegrees = best.angle.yawDegrees
      rows[current].angleSource = best.angle.source
      rows[current].yawDeviationDegrees = best.angle.deviationDegrees
    }
    rows[current].kept += waiting.count
    rows[current].sharpness =
      (waiting.map(\.face.quality.sharpness) + [rows[current].sharpness ?? 0])
      .max()
    return waiting
  }

  private func isBetter(_ one: Candidate, than other: Candidate, at target: Int) -> Bool {
    func rank(_ candidate: Candidate) -> (Double, Double, Int) {
      (
        abs(candidate.angle.yawDegrees - rows[target].targetDegrees).rounded(),
        -candidate.face.quality.sharpness, candidate.frame
      )
    }
    return rank(one) < rank(other)
  }
}
