import CommandLanguage
import CooperativeWork
import FaceDatasets
import FaceImages
import FaceReports
import FaceVocabulary

extension Commands {
  static let datasetCapture = WorkbenchCommand(
    "capture", noun: "dataset", abstract: "Take faces from a camera, a video or frames",
    defaults: DatasetCaptureArguments(),
    parameters: [
      .positional("name", \.name, .newName(of: "dataset"), help: "The dataset; made when new"),
      .group(\.capture, CaptureOptions.group),
      .option("faces", \.faces, .oneOf(), help: "Which faces of a frame are kept"),
      .flag(
        "profiles", \.profiles, help: "Look for profiles too where no frontal face is found"),
      .group(\.quality, QualityOptions.group),
      .group(\.detector, DetectorOptions.once),
    ],
    examples: [
      Example(
        "dataset capture demo --subject Ada --from camera:0 --limit 20", "until Ctrl-C or 20 faces"),
      Example(
        "dataset capture demo --subject Ada --from video:ada.mp4 --every 5 --with-mirrors",
        "every fifth frame, with mirror images"),
      Example(
        "dataset capture demo --subject 3 --from synth:3 --limit 20", "a rendered head, no camera"),
    ],
    discussion: """
      Of each frame the largest face is cut out, a square around its box with the margin, and kept \
      if it can be seen well: 'settings show' lists the limits, options change them once. A frame \
      nearly the same as the one kept before it is not kept again. Rejected frames are told on \
      standard error with the reason. Frames of one capture are near-copies, so they stay on one side \
      of a split; each capture is a session of its own unless --session names one. Ctrl-C ends a \
      capture; what was kept is stored. A name that is no existing file, folder or camera is refused.
      """
  ) { arguments, workbench in
    let name = arguments.name
    return try workbench.capturing(into: name) { dataset in
      var settings = arguments.capture.settings(
        .capture, quality: arguments.quality, detector: arguments.detector, in: workbench)
      settings.faces = arguments.faces
      settings.profiles = arguments.profiles
      let source = try workbench.images.open(
        FrameSourceName(arguments.capture.source), cancellation: workbench.work.cancellation)
      let talk = CaptureTalk(workbench)
      defer { talk.end() }
      let report = try FaceCapture(settings, from: source).run(
        into: dataset, clock: workbench.clock, work: workbench.work, tell: talk.hear)
      talk.end()
      CaptureSentences.warn(of: report.account, source: arguments.capture.source, workbench)
      let sentence = CaptureSentences.captured(report, settings, dataset: name)
      return (
        Outcome(
          [.sentence(sentence, machine: machineTable(report, dataset: name), timed: true)],
          skipped: report.account.skipped.map { SkippedItem($0.file, reason: $0.message) },
          failure: report.failure), report
      )
    }
  }

  private static func machineTable(_ report: CaptureReport, dataset: String) -> Table {
    let values: [(String, Table.Value)] = [
      ("dataset", .text(dataset)), ("imported", .integer(report.kept + report.mirrored)),
      ("mirrored", .integer(report.mirrored)),
      ("skipped", .integer(report.rejectedCount + report.account.skipped.count)),
      ("subjects", .integer(report.kept > 0 ? 1 : 0)), ("capture", .integer(Int(report.number))),
      ("frames", .integer(report.frames)), ("frames_without_face", .integer(report.without)),
      ("frames_with_one", .integer(report.withOne)),
      ("frames_with_several", .integer(report.withSeveral)),
      ("promised_frames", .measured(report.account.promised)),
      ("interrupted", .boolean(report.isInterrupted)),
      (
        "rejected",
        .object(
          report.rejected.sorted { $0.key < $1.key }.map { .init($0.key, .integer($0.value)) })
      ),
    ]
    return Table(
      columns: values.map { .init($0.0, title: $0.0) }, rows: [values.map(\.1)])
  }
}

struct DatasetCaptureArguments: Sendable {
  var name = ""
  var capture = CaptureOptions()
  var faces = CaptureSettings.FaceChoice.largest
  var profiles = false
  var quality = QualityOptions()
  var detector = DetectorOptions()
}

extension Workbench {
  /// Runs `body` on the dataset called `name`; one that was made for it and got no face is removed.
  func capturing(
    into name: String, _ body: (Dataset) throws -> (Outcome, CaptureReport)
  ) throws -> Outcome {
    let library = datasets
    try requireWritable(.dataset(name))
    let isNew = try !library.names().contains(name)
    let dataset = try library.openOrCreate(name)
    do {
      let (outcome, report) = try body(dataset)
      if isNew, report.kept == 0 { library.discardUnused(name) }
      return outcome
    } catch {
      if isNew { library.discardUnused(name) }
      throw error
    }
  }
}
