import CommandLanguage
import CooperativeWork
import FaceDatasets
import FaceImages
import FaceModels
import FacePreprocessing
import FaceReports
import FaceVocabulary

extension Commands {
  static let modelWatch = WorkbenchCommand(
    "watch", noun: "model", abstract: "Say who is in front of a camera, from many frames",
    defaults: ModelWatchArguments(),
    parameters: [
      .positional("model", \.model, .name(of: "model"), help: "A model, or the file of one"),
      .option(
        "from", \.source, CaptureOptions.sourceDomain, required: true,
        help: "Where frames come from"),
      .option("every", \.every, .integer(1...1_000_000), help: "Look at every Nth frame only"),
      .option("frames", \.frames, .integer(1...Int.max), help: "Read at most N frames"),
      .option(
        "decisions", \.decisions,
        .integer(1...1_000_000).or("all", as: ModelWatchArguments.allDecisions),
        help: "End after so many decisions"),
      .option(
        "certainty", \.rule.certainty, .number(0.5...0.999999),
        help: "Probability from which an answer is certain"),
      .option(
        "odds", \.rule.odds, .number(1.01...1000),
        help: "How many times as likely a frame makes its answer"),
      .option(
        "stranger", \.rule.strangerPrior, .number(0.001...0.999),
        help: "Probability, before any frame, that it is nobody the model knows"),
      .option(
        "forget", \.forget, .integer(1...1_000_000),
        help: "Frames without a face after which votes are forgotten"),
      .option(
        "margin", \.margin, .number(-0.4...1),
        help: "Share of the box's side added on every side before the crop"),
      .option(
        "boxes", \.boxes, .oneOf(),
        help: "Whether a source that knows where the face is may tell it"),
      .group(\.detector, DetectorOptions.once),
    ],
    examples: [
      Example("model watch gate --from camera:0", "until one answer is certain"),
      Example("model watch gate --from video:door.mp4 --decisions all", "one row a decision"),
      Example("model watch gate --from synth:3 --every 3", "a rendered head, no camera"),
    ],
    discussion: """
      Each frame with a face that can be seen well gives a vote: the nearest person, or a stranger \
      where the model's threshold says so. A vote makes its answer --odds times as likely against \
      each other one; a frame nearly the same as the one before counts a tenth. When the likeliest \
      answer is certain it is told, and counting begins anew. docs/measures.md has the rule. A model \
      whose recipe locates faces does so in the whole frame; for others the largest face is cut out \
      as 'dataset capture' does. Without a threshold there is a nearest person and nobody is \
      recognised.
      """
  ) { arguments, workbench in
    let model = try workbench.models.loadModelOrFile(arguments.model)
    let people = Set(model.labels).map { model.roster[$0] }
    guard people.count > 1 || model.hasGate else {
      throw CommandError.nothingToDecide(model: arguments.model, only: people.first?.name ?? "")
    }
    let source = try workbench.images.open(
      FrameSourceName(arguments.source), cancellation: workbench.work.cancellation)
    let watch = try FaceWatch(arguments, model: model, people: people, workbench: workbench)
    let streams = arguments.decisions != 1 ? workbench.console.emit : nil
    var rows: [Table] = []
    var failure: (any Error)?
    do {
      try watch.run(source, workbench: workbench) { decision in
        let table = decisionTable([decision], model: model)
        if let streams {
          try streams(.sentence(decision.sentence(model), machine: table, timed: false))
        } else {
          rows.append(table)
        }
      }
    } catch let error as FrameSourceError {
      failure = error
    }
    CaptureSentences.warn(of: source.account, source: arguments.source, workbench)
    if watch.looked == 0, failure == nil, !workbench.work.cancellation.isCancelled {
      failure = CaptureError.nothingKept(
        source: arguments.source, frames: source.account.read,
        reasons: source.account.read == 0 ? source.account.reasons : watch.reasons)
    }
    if streams != nil, failure == nil {
      workbench.console.say(
        "\(DatasetSentences.counted(watch.decisions, "decision")) from "
          + "\(DatasetSentences.counted(source.account.read, "frame")); "
          + watch.notes(model).joined(separator: "; "))
    }
    var table = decisionTable([], model: model)
    table.rows = rows.flatMap(\.rows)
    table.notes = watch.notes(model)
    return Outcome(
      streams == nil && failure == nil ? [.table(table)] : [],
      skipped: source.account.skipped.map { SkippedItem($0.file, reason: $0.message) },
      failure: failure)
  }

  /// One row a decision.
  private static func decisionTable(
    _ decisions: [FaceWatch.Decision], model: FaceModel
  ) -> Table {
    Table(
      columns: [
        .init("decision", title: "decision"),
        .init("subject", title: model.hasGate ? "person" : nil),
        .init("nearest", title: "nearest"), .init("known", title: model.hasGate ? "known" : nil),
        .init("certain", title: "certain"),
        .init("probability", title: "probability", display: .decimals(4)),
        .init("votes", title: "votes", display: .decimals(1)),
        .init("votes_all", title: "of", display: .decimals(1)),
        .init("first_frame", title: "frames from"), .init("last_frame", title: "to"),
        .init("distance_median", title: "distance"),
      ],
      rows: decisions.map { decision in
        let person: SubjectID? =
          if case .person(let subject) = decision.answer { subject } else { nil }
        let isNamed = model.hasGate && decision.isCertain
        return [
          .integer(decision.number), isNamed ? .optional(person?.name) : .null,
          .optional(decision.nearest?.name),
          isNamed ? .boolean(person != nil) : .null, .boolean(decision.isCertain),
          .number(decision.probability), .number(decision.votes), .number(decision.allVotes),
          .integer(decision.firstFrame), .integer(decision.lastFrame),
          .measured(decision.medianDistance),
        ]
      })
  }
}

struct ModelWatchArguments: Sendable {
  var model = ""
  var source = ""
  var every = 1
  var frames: Int?
  var decisions = 1
  var rule = IdentityVotes.Rule()
  var forget = 15
  var margin = 0.1
  var boxes = CaptureSettings.BoxChoice.told
  var detector = DetectorOptions()

  /// Stands for `all`.
  static let allDecisions = Int.max
}

extension FaceModel {
  /// Whether it can call somebody unknown.
  var hasGate: Bool { threshold != nil || manifest.reconstructionThreshold != nil }
}
