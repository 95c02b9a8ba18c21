import CommandLanguage
import FaceImages
import FaceReports
import FaceVocabulary
import FoundationEssentials

extension Commands {
  static let doctor = WorkbenchCommand(
    "doctor", abstract: "Check that everything facebench relies on works here",
    examples: [Example("doctor", "one line a thing, and what to do where something is missing")],
    discussion: """
      Parts of the program itself are its helper, its library for videos and the one around OpenCV: \
      where one does not work the exit code is 1. Anything else that is missing makes it 3.
      """
  ) { workbench in
    let checks = [
      Examination("libraries", finding: libraryVersions()),
      Examination.helper(of: workbench), Examination.video(of: workbench), Examination.openCV(),
      Examination.cascades(), Examination.gnuplot(), Examination.workspace(of: workbench),
    ]
    let table = Table(
      columns: [
        .init("check", title: "check"), .init("ok", title: "ok"),
        .init("finding", title: "finding"), .init("advice", title: "what to do"),
      ],
      rows: checks.map {
        [.text($0.name), .boolean($0.isGood), .text($0.finding), .optional($0.advice)]
      })
    let missing = checks.filter { !$0.isGood && $0.isOwnPart }
    let failed = checks.filter { !$0.isGood && !$0.isOwnPart }
    return Outcome(
      [.table(table)], skipped: failed.map { SkippedItem($0.name, reason: $0.finding) },
      failure: missing.first.map { first in
        CommandError.partsMissing(missing.map(\.name), advice: first.advice)
      })
  }
}

/// One thing that was looked at.
private struct Examination {
  var name: String
  var isGood = true
  /// Whether it belongs to the program, so that without it something else fails.
  var isOwnPart = false
  var finding: String
  var advice: String?

  init(_ name: String, finding: String, isGood: Bool = true, advice: String? = nil) {
    self.name = name
    self.finding = finding
    self.isGood = isGood
    self.advice = advice
  }

  /// A part of the program, and what is wrong with it.
  static func part(_ name: String, fault: HelperFault?, good: String) -> Examination {
    var part = Examination(
      name, finding: fault?.reason ?? good, isGood: fault == nil, advice: fault?.advice)
    part.isOwnPart = true
    return part
  }

  /// Lets a helper load what it reads videos with.
  static func video(of workbench: Workbench) -> Examination {
    part("videos", fault: workbench.images.videoFault(), good: "can be read")
  }

  /// Loads what filters and cascades are worked with.
  static func openCV() -> Examination {
    part("OpenCV", fault: OpenCVLibrary.fault(), good: "filters and finds faces")
  }

  static func helper(of workbench: Workbench) -> Examination {
    var examination = pictures(of: workbench)
    examination.isOwnPart = true
    return examination
  }

  /// Sends a small picture through the helper process and back.
  private static func pictures(of workbench: Workbench) -> Examination {
    let picture = GrayImage(
      size: PixelSize(width: 8, height: 8), pixels: (0..<64).map { UInt8($0 * 4) })
    let images = workbench.images
    do {
      let bytes = try images.encodePNG(picture)
      guard let confinement = images.confinement else {
        return Examination(
          "helper process", finding: "encodes pictures, and ended", isGood: false,
          advice: "look in the system's log for why it ended")
      }
      return Examination(
        "helper process",
        finding: "encodes pictures (\(bytes.count) bytes); \(confinement.words)",
        isGood: confinement.isComplete,
        advice: confinement.isComplete ? nil : "use a kernel with seccomp")
    } catch let error as any ExplainedError {
      return Examination(
        "helper process", finding: error.message, isGood: false,
        advice: error.hint)
    } catch {
      return Examination("helper process", finding: "\(error)", isGood: false)
    }
  }

  static func cascades() -> Examination {
    let installed = Cascades.installed()
    let wanted = DetectorSettings().cascade
    guard installed.contains(wanted) else {
      return Examination(
        "cascades", finding: "\(wanted) is not installed", isGood: false,
        advice: "install Debian's opencv-data")
    }
    return Examination("cascades", finding: "\(installed.count) installed")
  }

  static func gnuplot() -> Examination {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    let found = folders.map { "\($0)/gnuplot" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let found else {
      return Examination(
        "gnuplot", finding: "not on the PATH, so there are no plots", isGood: false,
        advice: "install Debian's gnuplot-nox")
    }
    return Examination("gnuplot", finding: found)
  }

  static func workspace(of workbench: Workbench) -> Examination {
    guard FileManager.default.isWritableFile(atPath: workbench.folder) else {
      return Examination(
        "workspace", finding: "'\(workbench.folder)' cannot be written to", isGood: false,
        advice: "name another one with --workspace")
    }
    return Examination("workspace", finding: "\(workbench.folder) can be written to")
  }
}
