package import DurableFiles
import FaceVocabulary

/// Why a stored result could not be found, read or used.
package enum ResultError: Error, Equatable, Sendable {
  /// No result of that name; `known` are the names there are.
  case notFound(name: String, known: [String])
  /// It is a detector sweep, and the command reads evaluations.
  case isASweep(name: String)
  /// It is an evaluation, and the command reads detector sweeps.
  case notASweep(name: String)
  /// Nothing has been evaluated in this workspace yet.
  case noResults
  case alreadyExists(name: String)
  /// A file of the result is not what was written.
  case damaged(file: String, found: String)
  /// Written by a newer version.
  case tooNew(name: String, version: Int)
  /// Two results rest on different splits, so their probes do not pair up.
  case differentSplits(String, String)
  /// The dataset has changed since the result was made.
  case datasetChanged(dataset: String)
  /// A file operation failed, and why the system says it did.
  case fileFailed(operation: String, path: String, code: SystemCode)
  /// The result holds nothing that the wish could be judged by.
  case nothingMeasured(name: String, wanted: String, hint: String?)
  /// The evaluation was run again and these files came out otherwise.
  case rerunDiffers(name: String, files: [String])
}

extension ResultError: ExplainedError {
  package var message: String {
    switch self {
    case .notFound(let name, _): "no result '\(name)'"
    case .isASweep(let name):
      "'\(name)' is a detector sweep, and this needs the probes and scores of an evaluation"
    case .notASweep(let name): "'\(name)' is an evaluation, not a detector sweep"
    case .noResults: "there are no results in this workspace yet"
    case .alreadyExists(let name): "a result '\(name)' exists already"
    case .damaged(let file, let found): "\(file) is damaged: \(found)"
    case .tooNew(let name, let version):
      "result '\(name)' has format version \(version), written by a newer facebench"
    case .differentSplits(let a, let b):
      "'\(a)' and '\(b)' rest on different splits, so their probes do not pair up"
    case .datasetChanged(let dataset):
      "dataset '\(dataset)' has changed since the result was made: its fingerprint differs"
    case .fileFailed(let operation, let path, let code):
      "could not \(operation) \(path): \(code.words)"
    case .nothingMeasured(let name, let wanted, _): "'\(name)' holds no \(wanted)"
    case .rerunDiffers(let name, let files):
      "'\(name)' came out otherwise: \(files.joined(separator: ", ")) differ"
    }
  }

  package var hint: String? {
    switch self {
    case .notFound(let name, let known):
      NearNames.hint(for: name, among: known, noun: "results") ?? ResultError.noResults.hint
    case .isASweep(let name):
      "'results show \(name)', with '--by image' or '--by angle', 'results rerun', 'report', "
        + "'plot detector' and 'plot angles' read it"
    case .notASweep(let name):
      "'plot roc \(name)' and its neighbours draw it; 'detector sweep DATASET' makes a sweep"
    case .noResults: "'evaluate DATASET --method eigen' makes one"
    case .alreadyExists(let name): "'results remove \(name)' first, or another name with --as"
    case .damaged(let file, _):
      "'results remove \(file.split(separator: "/").dropLast().last ?? "NAME")' and evaluate again"
    case .tooNew: "update facebench"
    case .differentSplits:
      "evaluate both on one dataset with the same --protocol, --seed, --unknown and --dev"
    case .datasetChanged: "evaluate again, or restore the dataset"
    case .fileFailed(_, let path, let code): code.hint(about: "'\(path)'")
    case .nothingMeasured(_, _, let hint): hint
    case .rerunDiffers:
      "'results show --manifest' tells the versions it was made with; another processor may differ "
        + "by 1e-9"
    }
  }

  package var kind: String {
    switch self {
    case .notFound: "result_not_found"
    case .isASweep: "is_detector_sweep"
    case .notASweep: "not_a_detector_sweep"
    case .noResults: "no_results"
    case .alreadyExists: "result_exists"
    case .damaged: "result_damaged"
    case .tooNew: "result_too_new"
    case .differentSplits: "different_splits"
    case .datasetChanged: "dataset_changed"
    case .fileFailed: "file_failed"
    case .nothingMeasured: "not_measured"
    case .rerunDiffers: "rerun_differs"
    }
  }
}
