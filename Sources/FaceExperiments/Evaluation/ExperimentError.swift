package import FaceVocabulary

/// Why an evaluation or a sweep could not be run.
package enum ExperimentError: Error, Equatable, Sendable {
  /// The dataset has no faces.
  case noFaces(dataset: String)
  /// The protocol reads its roles from a file and none was named.
  case splitFileMissing(protocolWord: String)
  /// No picture of the dataset became a face under the recipe.
  case nothingPrepared(dataset: String, faces: Int, first: String)
  /// The way to join scores needs templates that the method does not have.
  case fusionNeedsSubspace(method: RecognitionMethod)
  /// Pictures of the test are among the model's own training pictures.
  case trainedOnTest(model: String, files: [String])
  /// The pictures have another size than the model's faces, and its recipe does not resize.
  case sizeMismatch(file: String, found: PixelSize, needed: PixelSize)
  /// Fisherfaces need two people or more in every training.
  case nobodyKnownIn(model: String, dataset: String)
  /// The pairs of a fold leave too little to train on, because nobody they show may.
  case nothingToTrain(method: RecognitionMethod, fold: Int, folds: Int, faces: Int, people: Int)
  /// A detector sweep needs boxes that are known to be right.
  case noTruth(dataset: String)
  /// A study of eyes and mouths needs points that are known.
  case noPoints(dataset: String)
  /// End to end is asked of a model that takes pictures as faces.
  case modelDoesNotLocate(model: String)
  /// A picture gave another face when a training read it a second time.
  case changedWhileRead(dataset: String, file: String)
  /// The dataset holds something else than when a training listed its faces.
  case changedWhileUsed(dataset: String, before: Int, now: Int)
  /// A setting lies outside what the detector accepts.
  case badDetectorValue(option: String, value: String, needed: String)
}

extension ExperimentError: ExplainedError {
  package var message: String {
    switch self {
    case .noFaces(let dataset): "dataset '\(dataset)' has no faces"
    case .splitFileMissing(let word): "--protocol \(word) reads who is who from a file, none given"
    case .nothingPrepared(let dataset, let faces, let first):
      "none of the \(faces) pictures of '\(dataset)' became a face; the first: \(first)"
    case .fusionNeedsSubspace(let method):
      "--fuse template compares with mean templates, which \(method.title) does not have"
    case .trainedOnTest(let model, let files):
      "model '\(model)' was trained on \(files.count) of the pictures it would be tested on, "
        + "\(files.prefix(3).joined(separator: ", "))\(files.count > 3 ? " …" : "")"
    case .sizeMismatch(let file, let found, let needed):
      "\(file) is \(found), the model needs \(needed) and its recipe does not resize"
    case .nobodyKnownIn(let model, let dataset):
      "nobody of dataset '\(dataset)' is in model '\(model)'"
    case .nothingToTrain(let method, let fold, let folds, let faces, let people):
      (folds == 1
        ? "the pairs leave"
        : "fold \(fold) of the pairs leaves")
        + " \(faces) \(faces == 1 ? "face" : "faces") of \(people) \(people == 1 ? "person" : "people") "
        + "to train \(method.title) on: "
        + (folds == 1
          ? "whoever they show does not train"
          : "it trains on what the other folds show, people of its own left out")
    case .noTruth(let dataset): "dataset '\(dataset)' knows no boxes to judge a detector by"
    case .noPoints(let dataset): "dataset '\(dataset)' knows no eyes and no mouths"
    case .modelDoesNotLocate(let model):
      "model '\(model)' takes whole pictures as faces, so nothing would be detected"
    case .changedWhileRead(let dataset, let file):
      "\(file) of '\(dataset)' changed while the training went on: read a second time it gave "
        + "another face"
    case .changedWhileUsed(let dataset, let before, let now):
      "dataset '\(dataset)' was changed while the training went on: it had \(before) faces "
        + (now == before ? "and has other ones now" : "and has \(now) now")
    case .badDetectorValue(let option, let value, let needed):
      "\(option): \(value), needed \(needed)"
    }
  }

  package var hint: String? {
    switch self {
    case .noFaces(let dataset): "'dataset import \(dataset) PATH' adds some"
    case .splitFileMissing: "name it with --split FILE: repeat,fold,role,subject,file"
    case .nothingPrepared: "'recipe show' tells what is done to them, 'recipe preview' shows it"
    case .fusionNeedsSubspace: "use --fuse nearest or mean, or eigen or fisher"
    case .trainedOnTest:
      "test it on other pictures, or add --optimistic, and every output will say so"
    case .sizeMismatch(_, _, let needed): "train with --size \(needed) so that the recipe resizes"
    case .nobodyKnownIn: "'model show' lists its people"
    case .nothingToTrain(_, _, let folds, _, _):
      (folds == 1
        ? "import pictures of people whom the pairs do not show"
        : "let every fold show people of its own")
        + ", or compare with --method lbph, which learns from nobody"
    case .noTruth: "'dataset synth NAME --scenes 50' makes scenes with known boxes"
    case .noPoints: "'dataset synth NAME --scenes 50' makes scenes with known eyes and mouths"
    case .modelDoesNotLocate: "leave out --end-to-end, or train a model with --locate largest"
    case .changedWhileRead, .changedWhileUsed:
      "train again once nothing writes to the dataset; no model was kept"
    case .badDetectorValue: nil
    }
  }

  package var kind: String {
    switch self {
    case .noFaces: "no_faces"
    case .splitFileMissing: "split_file_missing"
    case .nothingPrepared: "nothing_prepared"
    case .fusionNeedsSubspace: "fusion_not_possible"
    case .trainedOnTest: "trained_on_test"
    case .sizeMismatch: "size_mismatch"
    case .nobodyKnownIn: "nobody_known"
    case .nothingToTrain: "nothing_to_train"
    case .noTruth: "no_truth"
    case .noPoints: "no_points"
    case .modelDoesNotLocate: "model_does_not_locate"
    case .changedWhileRead, .changedWhileUsed: "dataset_changed"
    case .badDetectorValue: "bad_value"
    }
  }
}
