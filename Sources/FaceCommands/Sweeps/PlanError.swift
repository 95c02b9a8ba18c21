import FaceVocabulary

/// Why a plan could not be read or prepared.
enum PlanError: Error, Equatable, Sendable {
  /// One line is wrong, for this reason.
  case line(PlanPlace, message: String, hint: String?)
  case noCells(file: String)
  case notText(file: String)
  /// What a setup line is to make is there already, and not by that line.
  case alreadyThere(PlanPlace, kind: String, name: String)
  /// What a setup line made is not what it was then.
  case changed(PlanPlace, kind: String, name: String)
  /// A setup line failed.
  case setupFailed(PlanPlace, message: String, hint: String?, kind: String)
}

/// A place in a plan.
struct PlanPlace: Equatable, Sendable {
  var file: String
  /// From 1.
  var line: Int
  /// From 1; nil where the whole line is meant.
  var column: Int?

  /// `faces.plan:3:10`.
  var text: String { "\(file):\(line)" + (column.map { ":\($0)" } ?? "") }
}

extension PlanError: ExplainedError {
  var message: String {
    switch self {
    case .line(let place, let message, _): "\(place.text): \(message)"
    case .noCells(let file): "\(file) has no cell: evaluate or detector sweep is needed"
    case .notText(let file): "\(file) is no UTF-8 text, and a plan is one"
    case .alreadyThere(let place, let kind, let name):
      "\(place.text): the \(kind) '\(name)' is there already, and it is not known to come from this "
        + "line"
    case .changed(let place, let kind, let name):
      "\(place.text): the \(kind) '\(name)' has changed since this plan made it"
    case .setupFailed(let place, let message, _, _): "\(place.text): \(message)"
    }
  }

  var hint: String? {
    switch self {
    case .line(_, _, let hint): hint
    case .noCells: "such as 'evaluate faces --method eigen,fisher --components 10,20'"
    case .notText: "a plan has one command a line; '#' begins a comment"
    case .alreadyThere(_, let kind, let name):
      "'\(kind) remove \(name)' lets the line make it; without the line it is taken as it is"
    case .changed(_, let kind, let name):
      "'\(kind) remove \(name)' lets the plan make it again; what changed it can stand in the plan"
    case .setupFailed(_, _, let hint, _): hint
    }
  }

  var kind: String {
    switch self {
    case .line: "usage"
    case .noCells: "no_cells"
    case .notText: "bad_plan"
    case .alreadyThere(_, let kind, _): "\(kind)_exists"
    case .changed(_, let kind, _): "\(kind)_changed"
    case .setupFailed(_, _, _, let kind): kind
    }
  }
}
