import CommandLanguage
import CooperativeWork
import DurableFiles
import FaceDatasets
import FaceImages
import FaceReports
import FaceVocabulary

extension Commands {
  static let datasetSweep = WorkbenchCommand(
    "sweep", noun: "dataset", abstract: "Take faces of one person at a range of angles",
    defaults: DatasetSweepArguments(),
    parameters: [
      .positional("name", \.name, .newName(of: "dataset"), help: "The dataset; made when new"),
      .group(\.capture, CaptureOptions.group),
      .option(
        "angles", \.angles, .range(within: -90...90), required: true,
        help: "Yaw in degrees; below 0 turned to the picture's left"),
      .option(
        "angle-log", \.angleLog, .input("FILE", suffixes: [".csv"]),
        help: "A motion sensor's record: CSV with time_s, frame or file, yaw_deg, and pitch_deg"),
      .option(
        "angle-source", \.angleSource, .oneOf(noun: "source of angles"),
        help:
          "Take angles from there only; without it a log that is given, else the first that knows"),
      .option(
        "pattern", \.pattern, .text("PATTERN", "pattern like s{subject}/{index}.pgm"),
        help: "Fields in the frames' file names: yaw_deg and pitch_deg"),
      .option(
        "tolerance", \.tolerance, .number(0...45, placeholder: "DEG"),
        help: "How far a frame may lie off its angle; half the step, at most 5, without it"),
      .option("keep", \.keep, .integer(1...1000), help: "Frames kept at each angle at most"),
      .option(
        "max-pitch", \.maximumPitch, .number(0...90, placeholder: "DEG"),
        help: "How far the head may nod where its pitch is known"),
      .option(
        "faces", \.faces, .oneOf([.largest, .only]), help: "Which face of a frame is taken"),
      .group(\.quality, QualityOptions.group),
      .group(\.detector, DetectorOptions.once),
    ],
    examples: [
      Example(
        "dataset sweep demo --subject 3 --from synth:3 --angles -90:90:15",
        "a rendered head turns from left to right"),
      Example(
        "dataset sweep demo --subject Ada --from camera:0 --angles -60:60:15",
        "guided at a terminal by a moving dot"),
      Example(
        "dataset sweep demo --subject Ada --from frames:turn --angles -90:90:15",
        "files such as yaw-045_pitch+00.png"),
      Example(
        "dataset sweep demo --subject Ada --from video:turn.mp4 --angles -60:60:15 --angle-log turn.csv",
        "a motion sensor's record beside the video"),
    ],
    discussion: """
      Each angle gets its best frame, the nearest by whole degrees and of those the sharpest, or \
      several with --keep. Where a frame's angle comes from stands beside it: 'truth' from a source \
      that knows, 'log' from a sensor's record, 'name' from the file's name, 'estimate' from the face \
      itself. The estimate weighs how the frontal and the profile cascades answer, and where the eyes \
      lie; its standard deviation is told, and a vaguer one than the step is not taken. At a terminal \
      a line guides: turn until @ meets o. An angle without a frame is named, with the exit code 3.
      """
  ) { arguments, workbench in
    let name = arguments.name
    let sweep = try arguments.sweep()
    return try workbench.capturing(into: name) { dataset in
      var settings = arguments.capture.settings(
        .sweep, quality: arguments.quality, detector: arguments.detector, in: workbench)
      settings.faces = arguments.faces
      settings.profiles = true
      let source = try workbench.images.open(
        FrameSourceName(arguments.capture.source), cancellation: workbench.work.cancellation)
      let talk = CaptureTalk(workbench)
      defer { talk.end() }
      let (report, rows) = try AngleSweep(settings, sweep, from: source).run(
        into: dataset, clock: workbench.clock, work: workbench.work, tell: talk.hear)
      talk.end()
      CaptureSentences.warn(of: report.account, source: arguments.capture.source, workbench)
      let missing = rows.filter(\.isMissing).map { row in
        SkippedItem(
          "\(Table.displayed(.number(row.targetDegrees), as: .plain)) degrees",
          reason: row.lastReason.map { "no frame; the last one near it: \($0)" }
            ?? "no frame near it")
      }
      return (
        Outcome(
          [.table(sweepTable(rows, report, settings, dataset: name))],
          skipped: missing
            + report.account.skipped.map { SkippedItem($0.file, reason: $0.message) },
          failure: report.failure
            ?? (report.kept == 0 && !report.isInterrupted
              ? CaptureError.nothingKept(
                source: settings.facts.source, frames: report.frames,
                reasons: report.frames == 0 ? report.account.reasons : report.reasons)
              : nil)), report
      )
    }
  }

  private static func sweepTable(
    _ rows: [SweepRow], _ report: CaptureReport, _ settings: CaptureSettings, dataset: String
  ) -> Table {
    let filled = rows.count { !$0.isMissing }
    var note =
      "\(dataset): \(filled) of \(rows.count) angles of \(settings.subject), "
      + DatasetSentences.counted(report.kept, "face")
    if report.mirrored > 0 {
      note += " and \(DatasetSentences.counted(report.mirrored, "mirror image"))"
    }
    note +=
      " from \(DatasetSentences.counted(report.frames, "frame")), capture \(report.number)"
    if report.isInterrupted { note += "; interrupted" }
    return Table(
      columns: [
        .init("target_deg", title: "target"),
        .init("yaw_deg", title: "yaw", display: .decimals(1)),
        .init("yaw_sd_deg", title: "±", display: .decimals(1)),
        .init("angle_source", title: "from"), .init("kept", title: "kept"),
        .init("rejected", title: "rejected"),
        .init("sharpness", title: "sharpness", display: .decimals(0)),
        .init("missing", title: "missing"),
      ],
      rows: rows.map { row in
        [
          .number(row.targetDegrees), .measured(row.yawDegrees),
          .measured(row.yawDeviationDegrees), .optional(row.angleSource?.rawValue),
          .integer(row.kept), .integer(row.rejected), .measured(row.sharpness),
          .boolean(row.isMissing),
        ]
      }, notes: [note])
  }
}

struct DatasetSweepArguments: Sendable {
  var name = ""
  var capture = CaptureOptions()
  var angles: [Double] = []
  var angleLog: String?
  var angleSource: AngleSource?
  var pattern: String?
  var tolerance: Double?
  var keep = 1
  var maximumPitch = 15.0
  var faces = CaptureSettings.FaceChoice.largest
  var quality = QualityOptions()
  var detector = DetectorOptions()

  /// The sweep as asked for; reads the angle log.
  func sweep() throws -> SweepSettings {
    var sweep = SweepSettings(targets: angles, tolerance: tolerance)
    sweep.framesPerTarget = keep
    sweep.mostPitchDegrees = maximumPitch
    sweep.sources.wanted = angleSource
    if let angleLog {
      sweep.sources.log = try AngleLog(
        csv: try FileBytes.read(angleLog, limit: 1 << 28), file: angleLog)
    }
    if angleSource == .log, angleLog == nil {
      throw CommandError.nothingSelected(needed: "--angle-log with --angle-source log")
    }
    sweep.sources.pattern = try pattern.map { try PathPattern($0, needing: "yaw_deg") }
    return sweep
  }
}
