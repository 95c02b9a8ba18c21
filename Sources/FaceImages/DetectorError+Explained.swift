import FaceVocabulary

extension DetectorError: ExplainedError {
  package var message: String {
    switch self {
    case .cascadeNotFound(let name, let tried, _):
      "no cascade \(QuotedName(name)); looked at " + tried.joined(separator: ", ")
    case .notACascade(let path, let found): "\(QuotedName(path)) is \(found), not a cascade"
    case .cascadeTooLarge(let path, let bytes, let limit):
      "\(QuotedName(path)) has \(bytes) bytes; a cascade may have \(limit)"
    case .cascadeTooDeep(let path, let limit):
      "\(QuotedName(path)) nests its tags deeper than \(limit)"
    case .cascadeDamaged(let path, let reason):
      "\(QuotedName(path)) is damaged, or a cascade for another version: \(reason)"
    case .scaleTooSmall(let scale, let minimum):
      "a scale of \(scale) is too small; at least \(minimum) is needed"
    case .negativeNeighbors(let count): "a neighbour count of \(count); 0 or more is needed"
    case .sizesExchanged(let minimum, let maximum):
      "the largest size \(maximum) is below the smallest, \(minimum)"
    case .noScaleBetween(let minimum, let maximum, _):
      "no window of the search is between \(minimum) and \(maximum) pixels"
    case .searchFailed(let reason): "the search failed: \(reason)"
    case .libraryAbsent(let words): "no face can be looked for: \(words)"
    }
  }

  package var hint: String? {
    switch self {
    case .cascadeNotFound(_, _, let similar):
      similar.isEmpty
        ? "install opencv-data, or give the path of a cascade file"
        : "did you mean " + similar.map { "'\($0)'" }.joined(separator: ", ") + "?"
    case .notACascade, .cascadeTooLarge, .cascadeTooDeep:
      "a cascade is an XML file that opencv_traincascade wrote"
    case .cascadeDamaged: "one in an older format is converted by loading and saving it in OpenCV"
    case .scaleTooSmall: "1.05 to 1.3 are usual; the nearer to 1, the slower"
    case .noScaleBetween(_, _, let nearest):
      nearest.isEmpty
        ? nil : "windows near that are " + nearest.map(String.init).joined(separator: ", ")
    case .libraryAbsent: OpenCVLibrary.advice
    case .negativeNeighbors, .sizesExchanged, .searchFailed: nil
    }
  }

  package var kind: String {
    switch self {
    case .cascadeNotFound: "cascade_not_found"
    case .notACascade: "not_a_cascade"
    case .cascadeTooLarge, .cascadeTooDeep, .cascadeDamaged: "cascade_damaged"
    case .scaleTooSmall, .negativeNeighbors, .sizesExchanged, .noScaleBetween:
      "bad_detector_setting"
    case .searchFailed: "search_failed"
    case .libraryAbsent: "library_absent"
    }
  }
}
