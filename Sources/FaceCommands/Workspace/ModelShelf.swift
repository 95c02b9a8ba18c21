import DurableFiles
import FaceModelFiles
import FaceModels
import FaceVocabulary
import FoundationEssentials
import Glibc

/// The models of a workspace: `models/NAME.h5`.
struct ModelShelf: Sendable {
  let folder: String

  /// Names of the models there are, sorted by bytes.
  func names() -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(Self.suffix) && !$0.hasPrefix(".") }
      .map { SubjectID(String($0.dropLast(Self.suffix.count))) }.sorted().map(\.name)
  }

  /// Where the model called `name` is or would be kept.
  func path(of name: String) -> String { folder + "/" + name + Self.suffix }

  /// Whether there is a model of that name.
  func contains(_ name: String) -> Bool {
    !name.contains("/") && FileManager.default.fileExists(atPath: path(of: name))
  }

  /// Refuses a name that no model has.
  func require(_ name: String) throws(CommandError) {
    guard !contains(name) else { return }
    throw .noModel(
      name, known: names(), isFile: FileManager.default.fileExists(atPath: name))
  }

  /// The model called `name`.
  func load(_ name: String) throws -> FaceModel {
    try require(name)
    return try ModelFile.load(path(of: name))
  }

  /// The model that `reference` names: one of the shelf first, then a file.
  func loadModelOrFile(_ reference: String) throws -> FaceModel {
    if contains(reference) { return try load(reference) }
    guard FileManager.default.fileExists(atPath: reference) else {
      throw CommandError.noModelOrFile(reference, known: names())
    }
    return try ModelFile.load(reference)
  }

  /// Keeps `model` as `name`, in place of one that may be there.
  func keep(_ model: FaceModel, as name: String) throws {
    do throws(SystemCode) {
      try Folders.make(folder)
    } catch {
      throw CommandError.notWritable(folder: folder, code: error)
    }
    _ = try ModelFile.save(model, to: path(of: name))
  }

  /// Removes the model called `name`.
  func remove(_ name: String) throws {
    try require(name)
    guard unlink(path(of: name)) == 0 else {
      let code = SystemCode.current
      throw CommandError.notSaved(
        message: "'\(path(of: name))' could not be removed: \(code.words)",
        hint: code.hint(about: "'\(path(of: name))'"), kind: "not_removed")
    }
  }

  private static let suffix = ".h5"
}
