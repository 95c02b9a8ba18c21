/// Why a detector could not be made or run.
package enum DetectorError: Error, Equatable, Sendable {
  case cascadeNotFound(name: String, tried: [String], similar: [String])
  /// The file exists and is no cascade: what it is instead.
  case notACascade(path: String, found: String)
  case cascadeTooLarge(path: String, bytes: Int, limit: Int)
  case cascadeTooDeep(path: String, limit: Int)
  case cascadeDamaged(path: String, reason: String)
  case scaleTooSmall(Double, minimum: Double)
  case negativeNeighbors(Int)
  case sizesExchanged(minimum: Int, maximum: Int)
  /// No window size of the search falls between the two.
  case noScaleBetween(minimum: Int, maximum: Int, nearest: [Int])
  case searchFailed(String)
  /// The library that searches is not there, in words about where it was looked for.
  case libraryAbsent(String)
}
