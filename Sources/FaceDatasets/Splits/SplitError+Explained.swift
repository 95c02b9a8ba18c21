import FaceImages
import FaceVocabulary

extension SplitError: ExplainedError {
  package var message: String {
    switch self {
    case .tooFewPeople(let found, let needed):
      "\(needed) or more people to enrol are needed, found \(found)"
    case .tooManyFolds(let asked, let most):
      "\(asked) folds were asked for; these faces fill \(most) at most, and 2 are the least"
    case .badFraction(let value, let option):
      "\(option) \(value) is no share; it must lie between 0 and 1"
    case .unmated(let people, let probes, let inseparable):
      "\(probes) \(probes == 1 ? "probe has" : "probes have") no gallery face of the same person: "
        + SplitError.listed(people.map { QuotedName($0.name).description })
        + (inseparable.isEmpty
          ? ""
          : "; all images of "
            + SplitError.listed(inseparable.map { QuotedName($0.name).description })
            + " belong together, as duplicates or frames of one capture do")
    case .noSuchSubject(let subject): "there is nobody called \(QuotedName(subject.name))"
    case .missingField(let field, let word, let faces):
      "protocol \(word) divides by \(field), which "
        + (faces == 0 ? "no face has" : "takes only one value among \(faces) faces")
    case .nothingSeparate(let training):
      "\(training) images of each person are to train, and all that are left over belong to them, as "
        + "duplicates or frames of one capture do"
    case .nothingToProbe(let training, let most):
      "\(training) images of each person are to train, but nobody has more than \(most)"
    case .tooLarge(let rows, let limit): "the split would have \(rows) rows, more than \(limit)"
    case .badRow(let file, let row, let reason): "\(QuotedName(file)), row \(row): \(reason)"
    case .notAPair(let repetition, let fold, let gallery, let probes):
      "fold \(fold), repeat \(repetition) is no pair: one face in the gallery and one to look for are "
        + "needed, found \(gallery) and \(probes)"
    case .worldNotApart(let people):
      "\(people.count) people of the world set are enrolled or looked for too: "
        + SplitError.listed(people.map { QuotedName($0.name).description })
    case .rolesMissing(let roles, let repetition, let fold):
      "repeat \(repetition), fold \(fold) has no face in the role "
        + roles.map(\.rawValue).joined(separator: ", ")
    case .unknownFace(let face, let place):
      "\(place.words): \(QuotedName(face)) is no face of the dataset"
    case .otherSubject(let face, let place, let said, let known):
      "\(place.words): \(QuotedName(face)) is given to \(QuotedName(said.name)), in the dataset it is "
        + "of \(QuotedName(known.name))"
    case .inFile(let file, let error): "\(QuotedName(file)): \(error.message)"
    case .leaks(let leaks):
      "\(leaks.count) \(leaks.count == 1 ? "probe has" : "probes have") a twin on the other side: "
        + SplitError.listed(leaks.map(\.description))
    }
  }

  package var hint: String? {
    switch self {
    case .tooFewPeople: "import more people, or leave fewer out with --unknown"
    case .tooManyFolds(_, let most) where most < 2:
      "'dataset check NAME' lists duplicates, which stay on one side as frames of one capture do; import "
        + "other images"
    case .tooManyFolds: "ask for fewer with --folds"
    case .badFraction: "0.25 is a quarter"
    case .unmated(_, _, let inseparable) where !inseparable.isEmpty:
      "'dataset check NAME' lists duplicates; add other images of them, or count these probes as misses "
        + "with --allow-unmated"
    case .nothingSeparate:
      "'dataset check NAME' lists duplicates; import other images, or ask for fewer with "
        + "--train-per-person"
    case .unmated: "add images of them, or count these probes as misses with --allow-unmated"
    case .noSuchSubject: "'dataset show' lists the people"
    case .missingField("capture", _, let faces):
      "choose another --protocol; 'dataset sweep' and 'dataset capture' note the capture of a face"
        + (faces == 0 ? "" : ", and two are needed")
    case .missingField(let field, _, _):
      "choose another --protocol, or import with a --pattern that has {\(field)}"
    case .nothingToProbe: "ask for fewer with --train-per-person"
    case .tooLarge: "use --protocol kfold, or fewer repeats"
    case .badRow: "'dataset split NAME FILE.csv' writes such a file"
    case .notAPair:
      "'dataset split NAME FILE.csv --protocol pairs --split pairs.txt' writes such files"
    case .worldNotApart: "leave them out of the world set, or use --protocol list"
    case .rolesMissing:
      "an enrolment has rows of world, gallery and probe; --protocol list asks less"
    case .unknownFace: "the split belongs to another dataset, or faces were removed since"
    case .otherSubject(let face, _, let said, _):
      "correct the row, or 'dataset relabel NAME --file \(face) --to \(said.name)'"
    case .inFile(_, let error): error.hint
    case .leaks: "'dataset check --split FILE' lists all of them; keep twins on one side"
    }
  }

  package var kind: String {
    switch self {
    case .tooFewPeople: "too_few_people"
    case .tooManyFolds: "too_many_folds"
    case .badFraction: "bad_fraction"
    case .unmated: "unmated_probes"
    case .noSuchSubject: "subject_not_found"
    case .missingField: "missing_field"
    case .nothingToProbe, .nothingSeparate: "nothing_to_probe"
    case .tooLarge: "split_too_large"
    case .badRow: "bad_row"
    case .notAPair: "not_a_pair"
    case .worldNotApart: "world_not_apart"
    case .rolesMissing: "roles_missing"
    case .unknownFace: "face_not_found"
    case .otherSubject: "subject_differs"
    case .inFile(_, let error): error.kind
    case .leaks: "leak"
    }
  }

  private static func listed(_ items: [String]) -> String {
    items.count <= 5
      ? items.joined(separator: ", ")
      : items.prefix(4).joined(separator: ", ") + " and \(items.count - 4) more"
  }
}

extension SplitRowPlace {
  var words: String {
    switch self {
    case .file(let file, let line): "\(QuotedName(file)), row \(line)"
    case .row(let number): "row \(number) of the split"
    }
  }
}

extension SplitLeak: CustomStringConvertible {
  package var description: String {
    let tie =
      switch kind {
      case .sameFace: "is the same face as"
      case .mirror: "is a mirror image of"
      case .nearDuplicate: "nearly equals"
      case .sameCapture: "is of one capture with"
      case .trainedStranger: "is of a person to be unknown, who trains as"
      case .acrossParts: "is in another part than"
      }
    return "\(QuotedName(probe)) \(tie) \(QuotedName(other)) (repeat \(repetition), fold \(fold))"
  }
}
