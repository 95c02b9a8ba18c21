import CommandLanguage
import DurableFiles
import FaceImages
import FaceModelFiles
import FaceModels
import FaceReports
import FaceVocabulary

extension Commands {
  static let modelSave = WorkbenchCommand(
    "save", noun: "model", abstract: "Write a model for OpenCV, or as HDF5",
    defaults: ModelSaveArguments(),
    parameters: [
      .positional("model", \.model, .name(of: "model"), help: "A model of the workspace"),
      .positional("file", \.file, modelPath, help: "The suffix decides the kind"),
      .option(
        "opencv", \.dialect, .oneOf(), help: "Layout of text files: 2.4 for programs up to 3.2"),
    ],
    examples: [
      Example("model save gate gate.yml", "for cv::face in OpenCV 3.3 and later"),
      Example("model save gate gate.yml --opencv 2.4", "keys at the root, for OpenCV up to 3.2"),
      Example("model save gate gate.h5", "HDF5, read by h5py"),
    ],
    discussion: """
      .yml .yaml .xml .json, each also with .gz behind, are OpenCV's; .h5 and .hdf5 are HDF5. Names, \
      recipe and size stand in a part of their own behind OpenCV's, which OpenCV passes over. The \
      file is written beside its target, read back, compared and only then put in place. Files in \
      the 2.4 layout hold neither kind nor size nor names.
      """
  ) { arguments, workbench in
    let model = try workbench.models.load(arguments.model)
    let saved = try ModelFile.save(model, to: arguments.file, dialect: arguments.dialect)
    if let warning = saved.file.warning { workbench.console.warn(warning) }
    return .sentence(
      "\(arguments.file): \(saved.kind.format == .hdf5 ? "HDF5" : "OpenCV") \(ModelSentences.brief(model)), "
        + "\(ModelSentences.size(saved.file.byteCount)); read back and equal"
        + (arguments.dialect == .openCV24 && saved.kind.format != .hdf5
          ? "; without kind, size and names, for which 2.4 has no place" : ""),
      machine: Table(
        columns: [
          .init("model", title: "model"), .init("file", title: "file"),
          .init("format", title: "format"), .init("file_bytes", title: "bytes"),
          .init("sha256", title: "sha256"),
        ],
        rows: [
          [
            .text(arguments.model), .text(arguments.file), .text(saved.kind.format.rawValue),
            .integer(saved.file.byteCount), .text(saved.file.digest),
          ]
        ]))
  }

  static let modelLoad = WorkbenchCommand(
    "load", noun: "model", abstract: "Take a model file into the workspace",
    defaults: ModelLoadArguments(),
    parameters: [
      .positional("name", \.name, .newName(of: "model"), help: "Its name from now on"),
      .positional("file", \.file, modelInput, help: "A file of facebench or of OpenCV"),
      .method(\.method, help: "For files of OpenCV 2.4, which do not tell"),
      .option(
        "size", \.size, .value("WxH", "size like 92x112"),
        help: "For files that do not tell: those of OpenCV 2.4, and LBPH of others"),
    ],
    examples: [
      Example("model load gate gate.yml", "saved here or by cv::face"),
      Example("model load old trained.yml --method eigen --size 70x70", "from OpenCV 2.4"),
    ]
  ) { arguments, workbench in
    try workbench.requireWritable(.models)
    let loaded = try ModelFile.open(arguments.file, assuming: arguments.assumed())
    for note in loaded.notes { workbench.console.warn(note) }
    let model = loaded.model
    let replaced = workbench.models.contains(arguments.name)
    try workbench.models.keep(model, as: arguments.name)
    return .sentence(
      "\(arguments.name): \(ModelSentences.brief(model))"
        + (replaced ? " (replaces the earlier '\(arguments.name)')" : ""),
      machine: modelTable([(arguments.name, model)]))
  }

  static let modelVerify = WorkbenchCommand(
    "verify", noun: "model", abstract: "Read a model file whole and say whether it can be trusted",
    defaults: ModelLoadArguments(),
    parameters: [
      .positional("file", \.file, modelInput, help: "A file of facebench or of OpenCV"),
      .method(\.method, help: "For files of OpenCV 2.4, which do not tell"),
      .option(
        "size", \.size, .value("WxH", "size like 92x112"),
        help: "For files that do not tell: those of OpenCV 2.4, and LBPH of others"),
    ],
    examples: [Example("model verify gate.yml", "kind, shapes, counts, values")]
  ) { arguments, _ in
    let summary = try ModelFile.verify(arguments.file, assuming: arguments.assumed())
    let model = try ModelFile.load(arguments.file, assuming: arguments.assumed())
    let digest =
      summary.contentDigest == nil
      ? "it has no digest to compare with" : "its numbers have the digest they were saved with"
    return .sentence(
      "\(arguments.file): sound, \(digest); \(ModelSentences.brief(model))",
      machine: modelTable([(arguments.file, model)]))
  }

  private static let modelSuffixes = [".yml", ".yaml", ".xml", ".json", ".gz", ".h5", ".hdf5"]
  private static let modelPath = Domain<String>.path("FILE", suffixes: modelSuffixes)
  private static let modelInput = Domain<String>.input("FILE", suffixes: modelSuffixes)
}

struct ModelSaveArguments: Sendable {
  var model = ""
  var file = ""
  var dialect = ModelDialect.openCV4
}

struct ModelLoadArguments: Sendable {
  var name = ""
  var file = ""
  var method: RecognitionMethod?
  var size: PixelSize?

  /// What the user says of a file that does not tell.
  ///
  /// - Throws: ``FaceSizeError`` for faces that are larger than any picture.
  func assumed() throws(FaceSizeError) -> AssumedModel {
    if let size { try FaceRoom.checkPixels(of: size) }
    return AssumedModel(method: method, size: size)
  }
}
