import FaceVocabulary

extension TrainingError: ExplainedError {
  package var message: String {
    switch self {
    case .tooFewFaces(let method, let found, let needed):
      "\(method.title) needs \(needed) or more faces, found \(found)"
    case .tooFewPeople(let found, let only):
      "Fisherfaces needs 2 or more people, found \(found)" + (only.map { " (\($0))" } ?? "")
    case .oneFaceEach(let people):
      "Fisherfaces needs two faces of somebody, found one each of \(people) people"
    case .identicalFaces(let count):
      "all \(count) faces are the same picture, so there is nothing to learn"
    case .identicalWithinPeople(let people):
      "the faces of each of the \(people) people are copies of one picture, so nothing tells how a"
        + " person varies"
    case .componentsOutOfRange(let asked):
      "\(asked) components asked for, needed 1 or more"
    case .varianceOutOfRange(let asked):
      "share of the variance is \(asked), needed more than 0 and at most 1"
    case .droppedTooMany(let asked, let available):
      "\(asked) leading components to leave out, needed 0 or more and fewer than the \(available)"
        + " there are"
    case .dropFirstNeedsEigenfaces(let method):
      "leading components can be left out of Eigenfaces, not of \(method.title)"
    case .sumsNeedEigenfaces(let method):
      "sums over faces can train Eigenfaces, not \(method.title)"
    case .patternOutOfRange(let parameter, let asked, let allowed):
      "\(parameter.rawValue) is \(asked), needed \(allowed.lowerBound) … \(allowed.upperBound) for"
        + " faces of this size"
    case .facesTooSmall(let size, let radius):
      "faces of \(size) hold no circle of radius \(radius)"
    case .tooLarge(let needed, let limit):
      "training would need \(mebibytes(needed)) MiB of memory, allowed are \(mebibytes(limit)) MiB"
    case .solverFailed(let routine, let info):
      "the eigenvalue solver \(routine) failed with code \(info)"
    }
  }

  package var hint: String? {
    switch self {
    case .tooFewFaces: "import more faces"
    case .tooFewPeople, .oneFaceEach: "add faces of more people, or use --method eigen"
    case .identicalFaces, .identicalWithinPeople:
      "'dataset check' lists pictures that are the same"
    case .componentsOutOfRange: "use --components all to keep what there is"
    case .varianceOutOfRange: "use --variance 0.95, for example"
    case .droppedTooMany: "use a smaller --drop-first"
    case .dropFirstNeedsEigenfaces: "leave --drop-first away, or use --method eigen"
    case .sumsNeedEigenfaces: "use --method eigen"
    case .patternOutOfRange: nil
    case .facesTooSmall: "set a larger --size, or a smaller radius"
    case .tooLarge:
      "set a smaller --size, keep fewer --components, train on fewer faces or with fewer --jobs, or"
        + " allow more with 'settings set --max-memory-mib'"
    case .solverFailed: nil
    }
  }

  package var kind: String {
    switch self {
    case .tooFewFaces: "too_few_faces"
    case .tooFewPeople: "too_few_people"
    case .oneFaceEach: "one_face_each"
    case .identicalFaces: "identical_faces"
    case .identicalWithinPeople: "identical_within_people"
    case .componentsOutOfRange: "components_out_of_range"
    case .varianceOutOfRange: "variance_out_of_range"
    case .droppedTooMany: "dropped_too_many"
    case .dropFirstNeedsEigenfaces: "drop_first_needs_eigenfaces"
    case .sumsNeedEigenfaces: "sums_need_eigenfaces"
    case .patternOutOfRange: "pattern_out_of_range"
    case .facesTooSmall: "faces_too_small"
    case .tooLarge: "too_large"
    case .solverFailed: "solver_failed"
    }
  }
}

extension PredictionError: ExplainedError {
  package var message: String {
    switch self {
    case .sizeMismatch(let found, let needed):
      "the face is \(found), the model needs \(needed)"
    case .pixelCountMismatch(let found, let needed):
      "a face has \(found) pixels, the model needs \(needed.area) (\(needed))"
    case .emptyModel: "the model holds no faces"
    case .cannotReconstruct(let method):
      "\(method.title) keeps histograms, from which no face can be drawn"
    }
  }

  package var hint: String? {
    switch self {
    case .sizeMismatch(_, let needed), .pixelCountMismatch(_, let needed):
      "bring faces to the model's size with --size \(needed)"
    case .emptyModel: "train it with 'model train'"
    case .cannotReconstruct: "use a model trained with --method eigen or fisher"
    }
  }

  package var kind: String {
    switch self {
    case .sizeMismatch, .pixelCountMismatch: "probe_size_mismatch"
    case .emptyModel: "empty_model"
    case .cannotReconstruct: "cannot_reconstruct"
    }
  }
}

extension ModelChangeError: ExplainedError {
  package var message: String {
    switch self {
    case .sizeMismatch(let found, let needed):
      "the new faces are \(found), the model needs \(needed)"
    case .nothingToAdd: "there are no faces to add"
    case .unknownSubject(let subject, let known):
      "the model does not know '\(subject)', it knows \(known.count) people"
    case .lastSubject(let subject):
      "'\(subject)' is the only person of the model, which would be left empty"
    case .noLabelLeft: "all numbers for people are taken"
    }
  }

  package var hint: String? {
    switch self {
    case .sizeMismatch(_, let needed): "bring faces to the model's size with --size \(needed)"
    case .nothingToAdd: nil
    case .unknownSubject(_, let known):
      known.isEmpty
        ? nil
        : "people: " + known.prefix(8).map(\.name).joined(separator: ", ")
          + (known.count > 8 ? ", …" : "")
    case .lastSubject: "remove the whole model with 'model remove'"
    case .noLabelLeft: "train the model anew with 'model train'"
    }
  }

  package var kind: String {
    switch self {
    case .sizeMismatch: "face_size_mismatch"
    case .nothingToAdd: "nothing_to_add"
    case .unknownSubject: "unknown_subject"
    case .lastSubject: "last_subject"
    case .noLabelLeft: "no_label_left"
    }
  }
}

/// Bytes in units of MiB with one decimal: `1.9`.
private func mebibytes(_ bytes: Int) -> String {
  let tenths = (Double(bytes) / 0x1p20 * 10).rounded()
  return "\(Int(tenths) / 10).\(Int(tenths) % 10)"
}
