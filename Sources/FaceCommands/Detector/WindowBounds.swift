import FaceImages
import FaceVocabulary

/// Tells where no window of a search lies between the sizes that were asked for: a search of such a
/// picture finds nothing of these sizes, whatever it shows.
enum WindowBounds {
  /// One sentence for each pair of bounds that some picture has no window for.
  ///
  /// - Parameters:
  ///   - settings: of all searches.
  ///   - sizes: of the pictures searched, one each.
  static func warnings(
    about settings: [DetectorSettings], in sizes: [PixelSize]
  ) throws -> [String] {
    let counts = Dictionary(sizes.map { ($0, 1) }, uniquingKeysWith: +)
    let least = counts.keys.map { min($0.width, $0.height) }.min() ?? 0
    var detectors: [String: FaceDetector] = [:]
    var sentences: [String] = []
    var seen: Set<[Int?]> = []
    for setting in settings {
      // The largest window is less than one step below the smaller side.
      let mayMiss =
        setting.maxSize != nil || Double(setting.minSize) * setting.scale > Double(least)
      guard mayMiss, !seen.contains([setting.minSize, setting.maxSize]) else { continue }
      let detector = try detectors[setting.cascade] ?? FaceDetector(cascade: setting.cascade)
      detectors[setting.cascade] = detector
      func windows(_ size: PixelSize, from minimum: Int, to maximum: Int?) throws -> SearchWindows {
        try detector.windows(in: size, scale: setting.scale, minSize: minimum, maxSize: maximum)
      }
      var missing = 0
      var near: Set<Int> = []
      for (size, count) in counts
      where try !windows(size, from: setting.minSize, to: setting.maxSize).isWithinBounds {
        missing += count
        near.formUnion(try windows(size, from: 1, to: nil).widths)
      }
      guard missing > 0 else { continue }
      seen.insert([setting.minSize, setting.maxSize])
      sentences.append(
        sentence(
          setting, missing: missing, of: sizes.count, near: nearest(near, to: setting.minSize)))
    }
    return sentences
  }

  /// The two sizes nearest to `wanted`, rising.
  private static func nearest(_ sizes: Set<Int>, to wanted: Int) -> [Int] {
    sizes.sorted { (abs($0 - wanted), $0) < (abs($1 - wanted), $1) }.prefix(2).sorted()
  }

  private static func sentence(
    _ setting: DetectorSettings, missing: Int, of pictures: Int, near: [Int]
  ) -> String {
    let bounds =
      setting.maxSize.map { "from --min-size \(setting.minSize) to --max-size \($0)" }
      ?? "of --min-size \(setting.minSize) or more"
    let place =
      pictures == 1 ? "the picture" : "\(missing) of \(pictures) pictures"
    return "no window \(bounds) pixels fits \(place), so no face of that size can be found; "
      + (near.isEmpty
        ? "the smallest window is larger than the picture"
        : "the nearest sizes are \(near.map(String.init).joined(separator: " and "))")
  }
}
