import FaceModelFiles
import FaceModels
import FaceVocabulary
import FoundationEssentials

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

  /// The model called `name`.
  func load(_ name: String) throws -> FaceModel {
    guard contains(name) else { throw CommandError.noModel(name, known: names()) }
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
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw CommandError.notSaved(
        message: "the folder '\(folder)' cannot be made, so '\(name)' was not kept",
        hint: "name a workspace that can be written to with --workspace", kind: "not_saved")
    }
    _ = try ModelFile.save(model, to: path(of: name))
  }

  /// Removes the model called `name`.
  func remove(_ name: String) throws {
    guard contains(name) else { throw CommandError.noModel(name, known: names()) }
    do {
      try FileManager.default.removeItem(atPath: path(of: name))
    } catch {
      throw CommandError.notSaved(
        message: "'\(path(of: name))' could not be removed",
        hint: "check the permissions of the folder '\(folder)'", kind: "not_removed")
    }
  }

  private static let suffix = ".h5"
}
