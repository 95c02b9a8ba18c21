import CommandLanguage
import DurableFiles
import FaceVocabulary

/// Why a command could not do what it was asked, where no stage below it can know.
enum CommandError: Error, Equatable, Sendable {
  /// No model of that name in the workspace; `known` are those there are, `isFile` whether a file is
  /// called so.
  case noModel(String, known: [String], isFile: Bool)
  /// The model stands there already and may not be replaced without being told to.
  case modelExists(String)
  /// A name that cannot be a file's.
  case badModelName(String)
  /// Neither a model in the workspace nor a file.
  case noModelOrFile(String, known: [String])
  /// Nothing was selected although the command needs a selection.
  case nothingSelected(needed: String)
  /// The model knows one person and nobody can be unknown to it.
  case nothingToDecide(model: String, only: String)
  /// There is nothing at the path.
  case noSuchPath(String)
  /// Not one of the pictures that were named could be read; each was told.
  case noPictureRead(Int)
  /// The output file's suffix names no format that can be written.
  case badOutputSuffix(String, needed: String)
  /// More pictures at once than memory holds.
  case tooManyPictures(Int, neededBytes: Int, allowedBytes: Int)
  /// A file could not be saved.
  case notSaved(message: String, hint: String?, kind: String)
  /// Nothing can be saved in a folder of the workspace.
  case notWritable(folder: String, code: SystemCode)
  /// Faces were to be found in pictures that are not to be decoded.
  case detectionNeedsDecoding
  /// Parts of the program do not work.
  case partsMissing([String], advice: String?)
  /// A question was answered with no.
  case declined(String)
}

extension CommandError: ExplainedError {
  var message: String {
    switch self {
    case .noModel(let name, _, _): "no model '\(name)' in this workspace"
    case .modelExists(let name): "there is a model '\(name)' already"
    case .badModelName(let name): "'\(name)' cannot be a model's name"
    case .noModelOrFile(let name, _): "'\(name)' is neither a model of this workspace nor a file"
    case .nothingSelected(let needed): "nothing is selected: \(needed) is needed"
    case .nothingToDecide(let model, let only):
      "'\(model)' knows only '\(only)' and has no threshold: there is nothing to decide"
    case .noSuchPath(let path): "there is no file or folder '\(path)'"
    case .noPictureRead(let count): "none of the \(count) pictures could be read"
    case .badOutputSuffix(let path, let needed): "'\(path)' has no suffix of \(needed)"
    case .tooManyPictures(let count, let needed, let allowed):
      "rendering \(DatasetSentences.counted(count, "picture")) takes about "
        + "\(ModelSentences.size(needed)) of memory, and \(ModelSentences.size(allowed)) are allowed"
    case .notSaved(let message, _, _): message
    case .notWritable(let folder, let code): "nothing can be saved in '\(folder)': \(code.words)"
    case .detectionNeedsDecoding: "--detect looks at pixels, which --no-decode leaves alone"
    case .partsMissing(let names, _):
      names.count == 1
        ? "a part of the program does not work: \(names[0])"
        : "parts of the program do not work: \(names.joined(separator: ", "))"
    case .declined(let what): "\(what) was not confirmed; nothing was changed"
    }
  }

  var hint: String? {
    switch self {
    case .noModel(let name, _, isFile: true):
      "it is a file: take it into the workspace with 'model load NAME \(LineParser.quoted(name))'"
    case .noModel(let name, let known, isFile: false):
      Suggestion.hint(
        for: name, among: known, kind: "model",
        whenNone: "train one with 'model train', or take a file in with 'model load NAME FILE'")
    case .noModelOrFile(let name, let known):
      Suggestion.hint(
        for: name, among: known, kind: "model", whenNone: "train one with 'model train'")
        + "; a model file is named by its path, such as gate.yml or models/gate.h5"
    case .modelExists(let name): "remove it with 'model remove \(name)', or take another name"
    case .badModelName: "a name has no '/' and no leading '.', and at most 200 bytes"
    case .nothingSelected: nil
    case .nothingToDecide(let model, _): "set one with 'threshold set \(model) T'"
    case .noSuchPath: "check the spelling; Tab completes paths at the prompt"
    case .noPictureRead: "check the paths; Tab completes them at the prompt"
    case .badOutputSuffix(_, let needed): "end the name in \(needed)"
    case .tooManyPictures:
      "ask for fewer or smaller pictures; several datasets become one with 'dataset merge'"
    case .notSaved(_, let hint, _): hint
    case .notWritable(let folder, let code):
      (code.hint(about: "'\(folder)'").map { "\($0); " } ?? "")
        + "'--workspace DIR' names another place"
    case .detectionNeedsDecoding: "leave out one of --detect and --no-decode"
    case .partsMissing(_, let advice): advice
    case .declined: "answer 'y', or say --yes"
    }
  }

  var kind: String {
    switch self {
    case .noModel, .noModelOrFile: "model_not_found"
    case .modelExists: "model_exists"
    case .badModelName: "bad_name"
    case .nothingSelected: "nothing_selected"
    case .nothingToDecide: "nothing_to_decide"
    case .noSuchPath: "file_not_found"
    case .noPictureRead: "nothing_read"
    case .badOutputSuffix: "bad_suffix"
    case .tooManyPictures: "too_large"
    case .notSaved(_, _, let kind): kind
    case .notWritable: "not_saved"
    case .detectionNeedsDecoding: "bad_combination"
    case .partsMissing: "part_missing"
    case .declined: "declined"
    }
  }
}
