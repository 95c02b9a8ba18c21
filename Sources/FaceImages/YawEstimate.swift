/// The yaw of a head as the face itself tells it, with how sure that is.
///
/// Cascades for frontal faces and for profiles answer to one face in a proportion that changes
/// smoothly with its yaw, and a profile cascade of local binary patterns takes over where the Haar
/// one stops. The numbers below were fitted on a rendered scan of a real head (yaw −90…90 by 5: root
/// mean square error 5°) and on twelve synthetic people (6° where 40 or more hits agree, 30° where
/// fewer than 20 do). Beyond 60 degrees few hits are left, and with the chin up they vanish sooner and
/// pull the estimate to 0: it says how vague it is there, and one that says nearly nothing is withheld.
package struct YawEstimate: Equatable, Sendable {
  /// < 0: turned to the picture's left.
  package let degrees: Double
  /// Standard deviation of ``degrees``.
  package let deviationDegrees: Double

  /// Raw hits on one face, by cascade.
  package struct Hits: Equatable, Sendable {
    package var frontal = 0
    /// Haar and LBP profile cascades that look for faces turned to the picture's left.
    package var leftHaar = 0
    package var leftPatterns = 0
    /// The same on the mirrored picture.
    package var rightHaar = 0
    package var rightPatterns = 0

    package init() {}

    var left: Int { leftHaar + leftPatterns }
    var right: Int { rightHaar + rightPatterns }
    var all: Int { frontal + left + right }
  }

  /// Fewer hits than this tell nothing.
  static let fewestHits = 4
  /// Standard deviation beyond which an estimate is withheld: yaws from −90 to 90 that are all as likely
  /// have 52 degrees.
  static let vaguestDegrees = 35.0

  /// - Parameters:
  ///   - hits: what the cascades answered.
  ///   - eyes: how far the middle between the eyes lies right of the box's middle, in box widths;
  ///     nil unless both eyes were found.
  /// - Returns: nil where too few hits answered, or the estimate would be vaguer than
  ///   ``vaguestDegrees``.
  package init?(hits: Hits, eyes: Double? = nil) {
    guard hits.all >= Self.fewestHits else { return nil }
    let tendency = Double(hits.right - hits.left) / Double(hits.all)
    let side =
      tendency > 0 ? (hits.rightHaar, hits.rightPatterns) : (hits.leftHaar, hits.leftPatterns)
    // The share of the pattern cascade among the profile's hits rises from about 45 degrees on.
    let patterns = Double(side.1) / Double(max(1, side.0 + side.1))
    let lean = max(0, (patterns - 0.4) / 0.6)
    var mean = tendency * (55 + 30 * lean)
    var variance = max(5, 3 + 250 / Double(hits.all))
    variance *= variance
    if let eyes {
      // A frontal box moves with the face further than its eyes do, so the sign is the other one.
      let told = max(-45, min(45, eyes / -0.0013))
      let deviation = 14.0
      let weight = variance / (variance + deviation * deviation)
      mean += weight * (told - mean)
      variance *= 1 - weight
    }
    guard variance.squareRoot() <= Self.vaguestDegrees else { return nil }
    degrees = mean
    deviationDegrees = variance.squareRoot()
  }
}
