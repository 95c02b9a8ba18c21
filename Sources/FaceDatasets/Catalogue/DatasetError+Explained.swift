import DurableFiles
import FaceImages
import FaceVocabulary
import SQLiteStore
import NearWords

extension DatasetError: ExplainedError {
  package var message: String {
    switch self {
    case .badName(let name, let reason):
      "\(QuotedName(name)) cannot be a dataset's name: \(reason)"
    case .notFound(let name, let known):
      known.isEmpty
        ? "no dataset \(QuotedName(name)); the workspace has none yet"
        : "no dataset \(QuotedName(name)); there are \(known.prefix(10).joined(separator: ", "))"
    case .alreadyExists(let name): "a dataset \(QuotedName(name)) exists already"
    case .noSuchSubject(let subject, let dataset, _):
      "\(dataset) has nobody called \(QuotedName(subject.name))"
    case .noSuchFile(let file, let dataset): "\(dataset) has no face \(QuotedName(file))"
    case .badSubject(let name, let reason):
      "\(QuotedName(name)) cannot be a person's name: \(reason)"
    case .labelConflict(let subject, let label, let held, let heldLabel):
      label == heldLabel
        ? "number \(label) is to be \(QuotedName(subject.name)), but is "
          + "\(QuotedName(held.name)) already"
        : "\(QuotedName(subject.name)) is to be number \(label), but is number \(heldLabel) already"
    case .busy(let dataset): "another process is writing to \(dataset)"
    case .damagedPicture(let file, let dataset, let reason):
      "stored picture \(QuotedName(file)) of \(dataset): \(reason)"
    case .targetNotEmpty(let path): "\(QuotedName(path)) exists and is not empty"
    case .foreignFolder(let path, let name):
      "\(QuotedName(path)) holds \(QuotedName(name)) but no catalogue, so it is no dataset"
    case .strangeFile(let path):
      "\(QuotedName(path)) is there already, and the catalogue does not know it"
    case .fileFailed(let operation, let path, let code):
      "could not \(operation) \(QuotedName(path)): \(code.words)"
    case .notRead(let error): error.message
    case .notSaved(let error): error.message
    case .empty(let dataset): "\(dataset) holds no faces"
    case .store(let error): error.message
    }
  }

  package var hint: String? {
    switch self {
    case .badName: "use letters, digits and . _ - +, as in 'orl_faces'"
    case .notFound(let name, let known):
      EditDistance.nearest(to: name, among: known).map { "did you mean '\($0)'?" }
        ?? "'dataset import NAME PATH' makes one"
    case .alreadyExists(let name): "choose another name, or 'dataset remove \(name)' first"
    case .noSuchSubject(let subject, let dataset, let known):
      EditDistance.nearest(to: subject.name, among: known.map(\.name)).map {
        "did you mean '\($0)'?"
      }
        ?? "'dataset show \(dataset)' lists the people"
    case .noSuchFile(_, let dataset): "'dataset export \(dataset) DIR' writes a list of the files"
    case .badSubject: nil
    case .labelConflict: "give every person one number, or import into a new dataset"
    case .busy: "wait until the other command has ended, then try again"
    case .damagedPicture(let file, let dataset, _):
      "'dataset check \(dataset) --pixels' finds all such pictures; 'dataset remove \(dataset) --file "
        + "\(file)' takes this one out, so that it can be imported again"
    case .targetNotEmpty: "name a folder that does not exist yet"
    case .foreignFolder(let path, _):
      "move the folder away, and import it under another name with 'dataset import NAME \(path)'"
    case .strangeFile: "move it out of the dataset's folder, then try again; nothing was changed"
    case .fileFailed(_, let path, let code): code.hint(about: "\(QuotedName(path))")
    case .notRead(let error): error.hint
    case .notSaved(let error): error.hint
    case .empty(let dataset): "'dataset import \(dataset) PATH' brings faces in"
    case .store(let error):
      error.damagedPath.map {
        "restore it from a copy, or 'dataset remove \(datasetName(of: $0))' and import the pictures "
          + "anew"
      } ?? error.systemNumber.flatMap { SystemCode($0).hint(about: "the dataset's folder") }
        ?? error.hint
    }
  }

  /// The folder that a catalogue at `path` lies in, by its name.
  private func datasetName(of path: String) -> Substring {
    path.split(separator: "/").dropLast().last ?? "NAME"
  }

  package var kind: String {
    switch self {
    case .badName: "bad_dataset_name"
    case .notFound: "dataset_not_found"
    case .alreadyExists: "dataset_exists"
    case .noSuchSubject: "subject_not_found"
    case .noSuchFile: "face_not_found"
    case .badSubject: "bad_subject_name"
    case .labelConflict: "label_conflict"
    case .busy: "dataset_busy"
    case .damagedPicture: "damaged_picture"
    case .targetNotEmpty: "target_not_empty"
    case .foreignFolder: "foreign_folder"
    case .strangeFile: "strange_file"
    case .fileFailed: "file_failed"
    case .notRead(let error): error.kind
    case .notSaved(let error): error.kind
    case .empty: "dataset_empty"
    case .store(let error): error.kind
    }
  }
}
