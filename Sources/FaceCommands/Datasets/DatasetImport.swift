import CommandLanguage
import FaceDatasets
import FaceReports
import FaceVocabulary

extension Commands {
  static let datasetImport = WorkbenchCommand(
    "import", noun: "dataset", abstract: "Take the pictures of a folder or a list into a dataset",
    defaults: DatasetImportArguments(),
    parameters: [
      .positional("name", \.name, .newName(of: "dataset"), help: "The dataset; made when new"),
      .positional("path", \.path, .input("PATH"), help: "A folder of pictures, or a list file"),
      .option(
        "layout", \.layout, .oneOf(), help: "How names tell people; found out when left out"),
      .option(
        "pattern", \.pattern, .text("PATTERN", "pattern like s{subject}/{index}.pgm"),
        help: "Fields in the file names: subject, index, session, yaw_deg, pitch_deg, condition"),
      .subject(\.subject, help: "Whom the pictures of a file of boxes are filed under"),
      .flag(
        "detect", \.detect,
        help: "Keep only the largest face of each picture, found with the session's detector"),
      .flag(
        "no-decode", \.undecoded,
        help: "Take raw 8-bit PGM files as they are and look at their pixels later"),
    ],
    examples: [
      Example("dataset import orl orl_faces", "a folder per person, found out by itself"),
      Example(
        "dataset import yale yalefaces --pattern 'subject{subject}.{condition}'",
        "names with fields"),
      Example("dataset import mine faces.csv --layout list", "rows of path;label[;name]"),
      Example(
        "dataset import photos boxes.csv --layout boxes",
        "pictures with true boxes, for 'detector sweep'"),
    ],
    discussion: """
      Formats are told by content, not by suffix: JPEG, PNG, PGM and PPM, BMP, TIFF, WebP, GIF. \
      Pictures become 8-bit grey; a turn noted by the camera is applied. A file that cannot be \
      read is named with its reason and passed over, and the exit code is then 3. Importing the \
      same folder again adds what is new; nobody's number changes. With --no-decode a million \
      pictures are taken in minutes: digests, near-duplicates and flipped copies are then unknown, \
      and the fingerprint null, until 'dataset check NAME --pixels' or the first evaluation reads \
      the pixels.
      """
  ) { arguments, workbench in
    let layout: ImportLayout =
      if let pattern = arguments.pattern {
        .pattern(pattern)
      } else {
        switch arguments.layout {
        case .folders: .folders
        case .list: .list
        case .pattern: throw CommandError.nothingSelected(needed: "--pattern")
        case .boxes: .boxes(subject: SubjectID(arguments.subject))
        case .auto, nil: .auto
        }
      }
    if arguments.undecoded, arguments.detect { throw CommandError.detectionNeedsDecoding }
    try workbench.requireWritable(.dataset(arguments.name))
    let decoder =
      arguments.undecoded
      ? PictureDecoder.undecoded
      : PictureDecoder(
        workbench.images, locating: arguments.detect ? workbench.session.detector : nil)
    let (dataset, report) = try workbench.datasets.importPictures(
      at: arguments.path, into: arguments.name,
      using: ImageImport(
        layout: layout, decoder: decoder, readsPixels: !arguments.undecoded), work: workbench.work)
    let sentence = try DatasetSentences.imported(
      report, dataset: dataset, subjects: try dataset.subjects())
    let machine = Table(
      columns: [
        "dataset", "imported", "mirrored", "unchanged", "skipped", "passed_over", "subjects",
        "layout",
      ].map {
        Table.Column($0, title: $0)
      },
      rows: [
        [
          .text(dataset.name), .integer(report.imported), .integer(report.mirrored),
          .integer(report.unchanged),
          .integer(report.skipped.count), .integer(report.passedOver.count),
          .integer(report.subjects), .text(report.layout),
        ]
      ])
    return Outcome(
      [.sentence(sentence, machine: machine, timed: true)],
      skipped: report.skipped.map { SkippedItem($0.path, reason: $0.reason) })
  }
}

struct DatasetImportArguments: Sendable {
  var name = ""
  var path = ""
  var layout: LayoutWord?
  var pattern: String?
  var subject = "scenes"
  var detect = false
  var undecoded = false

  /// The words of `--layout`.
  enum LayoutWord: String, CaseIterable, Sendable {
    case auto, folders, list, pattern, boxes
  }
}
