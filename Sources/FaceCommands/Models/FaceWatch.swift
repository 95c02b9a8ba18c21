import CooperativeWork
import FaceDatasets
import FaceImages
import FaceModels
import FacePreprocessing
import FaceReports
import FaceVocabulary

/// Watches a source and adds up votes until answers are certain.
final class FaceWatch {
  /// An answer: certain, or what was likeliest when the source ended.
  struct Decision: Equatable {
    var number: Int
    var answer: IdentityVotes.Answer
    var isCertain: Bool
    var probability: Double
    /// Votes for the answer, and all votes since the decision before.
    var votes: Double
    var allVotes: Double
    var firstFrame: Int
    var lastFrame: Int
    /// Whose face most of the frames were nearest to.
    var nearest: SubjectID?
    /// Of the frames that voted.
    var medianDistance: Double?

    /// `frame 12: Ada, 99.2 % after 5 votes`.
    func sentence(_ model: FaceModel) -> String {
      let who =
        switch answer {
        case .person(let subject): model.hasGate ? subject.name : "nearest \(subject.name)"
        case .stranger: "unknown"
        }
      let share = Table.displayed(.number(probability), as: .percent(1))
      let count = Table.displayed(.number(votes), as: .plain)
      return
        "frame \(lastFrame): \(isCertain ? who : "undecided, likeliest \(who)"), \(share) after "
        + "\(count) of \(Table.displayed(.number(allVotes), as: .plain)) votes"
    }
  }

  /// Frames with a face that voted.
  private(set) var looked = 0
  /// Faces and frames that gave no vote, by kind.
  private var passed: [String: Int] = [:]
  private(set) var decisions = 0

  private let arguments: ModelWatchArguments
  private let model: FaceModel
  private let cutter: FrameFaces
  private let preparer: FacePreparer
  private var votes: IdentityVotes
  private var previous: Thumbnail?
  private var absent = 0
  private var seen: [(frame: Int, nearest: SubjectID, distance: Double)] = []

  init(
    _ arguments: ModelWatchArguments, model: FaceModel, people: [SubjectID], workbench: Workbench
  ) throws {
    self.arguments = arguments
    self.model = model
    var settings = CaptureSettings(
      subject: "", facts: CaptureFacts(verb: .capture, source: arguments.source, beganSeconds: 0))
    settings.margin = arguments.margin
    settings.boxes = arguments.boxes
    settings.limits = workbench.session.quality
    settings.detector = arguments.detector.applied(to: workbench.session.detector)
    cutter = try FrameFaces(settings, work: workbench.work)
    preparer = try FacePreparer(
      recipe: model.manifest.recipe, size: model.manifest.size, work: workbench.work.limited(to: 1))
    votes = IdentityVotes(people: people, tellsStrangers: model.hasGate, rule: arguments.rule)
  }

  /// What gave no vote, the most frequent first.
  var reasons: [String] {
    passed.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.map { "\($0.key) \($0.value)" }
  }

  /// Reads frames until enough is decided, the source ends or the work is cancelled; `decided` is
  /// told each decision, the undecided rest at the end included.
  func run(
    _ source: any FrameSource, workbench: Workbench, decided: (Decision) throws -> Void
  ) throws {
    do {
      while decisions < arguments.decisions,
        let frame = try source.next(
          every: arguments.every, upTo: arguments.frames,
          cancellation: workbench.work.cancellation)
      {
        try look(at: frame)
        if let answer = votes.decision {
          decisions += 1
          let probability = votes.leader.probability
          try decided(decision(answer, isCertain: true, probability))
          forget()
        }
        workbench.console.showLive(liveLine(frame.index))
      }
    } catch is Cancelled {
      // What was counted until then is told below.
    }
    guard decisions < arguments.decisions, !votes.votes.isEmpty else { return }
    let leader = votes.leader
    decisions += 1
    try decided(decision(leader.answer, isCertain: false, leader.probability))
  }

  private func look(at frame: Frame) throws {
    let face: GrayImage
    let prepared: GrayImage
    if model.manifest.recipe.locate == .none {
      switch try cutter.largestFace(in: frame) {
      case .failure(let rejection): return pass(rejection.kind, hasFace: rejection != .noFace)
      case .success(let cut): face = cut
      }
      do throws(PreparationError) {
        prepared = try preparer.prepare(face).face
      } catch {
        if error == .cancelled { throw Cancelled() }
        throw error
      }
    } else {
      do throws(PreparationError) {
        prepared = try preparer.prepare(frame.image).face
      } catch {
        switch error {
        case .noFace: return pass("no_face", hasFace: false)
        case .severalFaces: return pass("several_faces", hasFace: true)
        case .cancelled: throw Cancelled()
        default: throw error
        }
      }
      face = prepared
    }
    absent = 0
    let prediction = try model.predict(prepared)
    let thumbnail = Thumbnail(face)
    let isRepeat =
      previous.flatMap { $0.correlation(with: thumbnail) }.map { $0 >= NearDuplicates.threshold }
      ?? false
    if !isRepeat { previous = thumbnail }
    votes.add(
      prediction.known == false ? .stranger : .person(prediction.nearest), isRepeat: isRepeat)
    seen.append((frame.index, prediction.nearest, prediction.distance))
    looked += 1
  }

  /// Counts a frame that gives no vote; when nobody was there for a while, whoever comes is new.
  private func pass(_ kind: String, hasFace: Bool) {
    passed[kind, default: 0] += 1
    absent = hasFace ? 0 : absent + 1
    if absent >= arguments.forget { forget() }
  }

  private func forget() {
    votes.clear()
    previous = nil
    seen = []
  }

  private func decision(
    _ answer: IdentityVotes.Answer, isCertain: Bool, _ probability: Double
  ) -> Decision {
    let counts = Dictionary(seen.map { ($0.nearest, 1) }, uniquingKeysWith: +)
    let nearest = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    let distances = seen.map(\.distance).sorted()
    return Decision(
      number: decisions, answer: answer, isCertain: isCertain, probability: probability,
      votes: votes.votes[answer] ?? 0, allVotes: votes.votes.values.reduce(0, +),
      firstFrame: seen.first?.frame ?? 0, lastFrame: seen.last?.frame ?? 0, nearest: nearest,
      medianDistance: distances.isEmpty
        ? nil : (distances[(distances.count - 1) / 2] + distances[distances.count / 2]) / 2)
  }

  private func liveLine(_ frame: Int) -> String {
    guard !votes.votes.isEmpty else { return "frame \(frame + 1): nobody yet" }
    let leader = votes.leader
    let who =
      switch leader.answer {
      case .person(let subject): model.hasGate ? subject.name : "nearest \(subject.name)"
      case .stranger: "a stranger"
      }
    let cells = Int((leader.probability * 20).rounded())
    let bar = String(repeating: "#", count: cells) + String(repeating: ".", count: 20 - cells)
    return "frame \(frame + 1): \(who) [\(bar)] "
      + Table.displayed(.number(leader.probability), as: .percent(1)) + " after "
      + "\(Table.displayed(.number(votes.votes.values.reduce(0, +)), as: .plain)) votes"
  }

  /// What stands below the table.
  func notes(_ model: FaceModel) -> [String] {
    var notes = ["\(DatasetSentences.counted(looked, "frame")) voted"]
    if !passed.isEmpty { notes[0] += "; passed over: \(reasons.joined(separator: ", "))" }
    if !model.hasGate {
      notes.append("no threshold is set, so these are the nearest people; nobody is recognised")
    }
    return notes
  }
}
