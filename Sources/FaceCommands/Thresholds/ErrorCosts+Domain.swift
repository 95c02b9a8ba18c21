import CommandLanguage
import FaceEvaluation

extension Domain where Value == ErrorCosts {
  /// `FALSE_MATCH:FALSE_NONMATCH[:PRIOR]`: two costs from 0, not both 0, and a share between 0 and 1.
  static var errorCosts: Domain {
    let needed = "costs FALSE_MATCH:FALSE_NONMATCH[:PRIOR], each from 0, the prior between 0 and 1"
    return Domain(
      placeholder: "FM:FNM[:PRIOR]", description: needed,
      badSamples: ["", "1", "1:", "a:b", "0:0", "-1:1", "1:1:0", "1:1:1", "1:1:2", "1:1:0.5:1"],
      spell: {
        [$0.falseMatch, $0.falseNonMatch, $0.genuineShare].map(NumberText.text)
          .joined(separator: ":")
      }
    ) { text throws(DomainError) in
      let parts = text.split(separator: ":", omittingEmptySubsequences: false).map {
        NumberText.number(String($0))
      }
      guard parts.count == 2 || parts.count == 3, let falseMatch = parts[0],
        let falseNonMatch = parts[1], let prior = parts.count == 3 ? parts[2] : 0.5,
        falseMatch >= 0, falseNonMatch >= 0, falseMatch + falseNonMatch > 0, prior > 0, prior < 1
      else {
        throw DomainError(
          "is no rule of cost: \(needed)",
          hint: "10:1 makes a false match ten times as bad as a miss; 10:1:0.01 says besides that "
            + "one comparison in a hundred is of one person")
      }
      return ErrorCosts(
        falseMatch: falseMatch, falseNonMatch: falseNonMatch, genuineShare: prior)
    }
  }
}
