import DurableFiles
import FaceVocabulary

extension ModelFileError: ExplainedError {
  package var message: String {
    switch self {
    case .unreadable(let error): error.message
    case .notSaved(let error): error.message
    case .unknownSuffix(let path):
      "the name \(path) does not tell what kind of model file it is"
    case .notAModel(let path, let found): "\(path) is \(found.words), not a face model"
    case .damaged(let path, _, .unpacksTooLarge(let limit)):
      "\(path) unpacks to more than the \(limit >> 20) MiB that a text model may have"
    case .damaged(let path, let line, let fault):
      "\(path)\(line.map { ":\($0)" } ?? "") is damaged: \(fault.words)"
    case .invalid(let path, let fault): "\(path) is not a usable face model: \(fault.words)"
    case .unsavable(let fault): "the model cannot be saved: \(fault.words)"
    case .needsAnswers(let path, let layout, let method, let size):
      "\(path) has the layout of \(layout.title), which does not store "
        + (method && size
          ? "the kind of model and the face size" : method ? "the kind of model" : "the face size")
    case .contradicts(let path, let asked, let found): "\(path) holds \(found), not \(asked)"
    case .textTooLarge(let path, let bytes, let limit):
      "\(path) would have about \(bytes >> 20) MiB of text; OpenCV reads no more than "
        + "\(limit >> 20) MiB"
    case .digestDiffers(let path):
      "the numbers in \(path) are not those that were saved: it was changed or damaged since"
    case .library(let path, let problem): "\(path) could not be read as HDF5: \(problem)"
    }
  }

  package var hint: String? {
    switch self {
    case .unreadable(let error): error.hint
    case .notSaved(let error): error.hint
    case .unknownSuffix:
      "end it in .yml, .xml or .json (each also .gz) for OpenCV, or in .h5"
    case .notAModel(_, let found): found.hint
    case .damaged(_, _, .unpacksTooLarge): "ask its author for it as HDF5: a file that ends in .h5"
    case .damaged(_, _, .cutOff): "copy or download it again: its end is missing"
    case .damaged, .invalid, .library, .digestDiffers:
      "make it again with 'model save', or ask its author for it"
    case .unsavable: nil
    case .needsAnswers(_, _, let method, let size):
      "add "
        + [method ? "--method eigen|fisher" : nil, size ? "--size WxH, such as 92x112" : nil]
        .compactMap { $0 }.joined(separator: " and ") + ", to 'model load NAME FILE'"
    case .contradicts: "leave the option out to take what the file says"
    case .textTooLarge: "save it as HDF5: give a name that ends in .h5"
    }
  }

  package var kind: String {
    switch self {
    case .unreadable(let error): error.kind
    case .notSaved(let error): error.kind
    case .unknownSuffix: "unknown_suffix"
    case .notAModel: "not_a_model"
    case .damaged: "model_damaged"
    case .invalid: "model_invalid"
    case .unsavable: "model_unsavable"
    case .needsAnswers: "model_needs_method_or_size"
    case .contradicts: "model_contradicts"
    case .textTooLarge: "model_text_too_large"
    case .digestDiffers: "model_digest_differs"
    case .library: "hdf5_failed"
    }
  }
}

extension TextFault {
  /// The fault in words.
  var words: String {
    switch self {
    case .empty: "it is empty"
    case .cutOff: "it ends in the middle"
    case .binaryBytes: "it holds bytes that are no text"
    case .tab: "a tab stands where spaces are needed"
    case .nestedTooDeep(let limit): "it is nested more than \(limit) deep"
    case .unexpected(let found, let needed): "found \(found), needed \(needed)"
    case .duplicateKey(let key): "the key '\(key)' stands twice"
    case .notANumber(let text): "'\(text)' is no number"
    case .notFinite: "a number is infinite or not a number"
    case .numberOutOfRange(let text): "the number '\(text)' is out of range"
    case .count(let declared, let found):
      "a matrix declares \(declared) numbers and holds \(found)"
    case .matrixHeader(let problem): "a matrix has \(problem)"
    case .tooManyNumbers(let declared, let possible):
      "a matrix declares \(declared) numbers where there is room for \(possible)"
    case .base64: "a base64 block is damaged"
    case .gzip: "its packing is damaged"
    case .unpacksTooLarge: "it unpacks to more than a text model may have"
    case .documentType: "it has a DOCTYPE, which model files never have"
    }
  }
}

extension ModelFault {
  /// The fault in words.
  var words: String {
    switch self {
    case .missing(let key): "'\(key)' is missing"
    case .wrongType(let key, let needed): "'\(key)' must be \(needed)"
    case .shape(let key, let found, let needed): "'\(key)' is \(found), needed \(needed)"
    case .disagreement(let key, let found, let other, let needed):
      "'\(key)' has \(found) where '\(other)' has \(needed)"
    case .notFinite(let key): "'\(key)' holds a value that is infinite or not a number"
    case .outOfRange(let key, let found, let needed): "'\(key)' is \(found), needed \(needed)"
    case .histogramSum(let face, let cell):
      "the histogram of face \(face), cell \(cell) does not sum to 1"
    case .untrained: "it was saved before it was trained"
    case .newerVersion(let found, let known):
      "it was written by a later facebench (version \(found) of the layout, this one knows "
        + "\(known))"
    case .name(let label, let problem): "the name of person \(label) \(problem.words)"
    case .textTooLong(let key, let bytes, let limit):
      "'\(key)' has \(bytes) bytes of text, at most \(limit) are allowed"
    case .damagedSettings(let key): "'\(key)' does not hold what facebench writes there"
    case .declaredBeyondStored(let key, let declared, let stored):
      "'\(key)' declares \(declared) bytes of values and stores \(stored)"
    }
  }
}

extension ModelFault.NameProblem {
  /// The problem in words that follow "the name of person 3".
  var words: String {
    switch self {
    case .holdsZeroByte: "holds a zero byte"
    case .tooLong(let bytes, let limit): "has \(bytes) bytes, at most \(limit) are allowed"
    case .twice: "stands twice"
    }
  }
}
