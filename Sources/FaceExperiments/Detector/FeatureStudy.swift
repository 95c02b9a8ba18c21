package import CooperativeWork
package import FaceDatasets
import FaceImages
package import FaceVocabulary

/// How often eyes and mouth are found in the faces that a detector finds, against known points.
package struct FeatureStudy: Equatable, Sendable {
  /// Faces known, of which at least one point is known too.
  package let faces: Int
  /// Those of them that the detector found: in these the points are looked for.
  package let found: Int
  /// Left eye, right eye, mouth.
  package let counts: [FeatureCount]

  /// A found point counts as right within this share of the known box's width; in a face seen from
  /// the front that is about a quarter of the distance between the eyes.
  ///
  /// - Note: Jesorsky, Kirchberg and Frischholz, “Robust Face Detection Using the Hausdorff
  ///   Distance”, AVBPA 2001, §4 take a quarter of that distance for a found eye.
  package static let tolerance = 0.1

  /// Finds faces with `settings` and their points, picture by picture.
  ///
  /// A face is found when a box has half of the union in common with it; its points are looked for
  /// in the box that has most.
  ///
  /// - Throws: ``ExperimentError/noPoints(dataset:)``, `DetectorError`, `Cancelled`.
  package init(
    of dataset: Dataset, settings: DetectorSettings, work: Work
  ) throws {
    let records = try dataset.records().filter { !$0.isMirror }
    let truths = try dataset.truths(of: records).map { heads in
      heads.filter { !$0.ignored && $0.points.contains { $0 != nil } }
    }
    guard truths.contains(where: { !$0.isEmpty }) else {
      throw ExperimentError.noPoints(dataset: dataset.name)
    }
    let outcomes = try work.map(
      count: records.count, activity: "looking for eyes and mouths",
      makeLane: { (try FaceDetector(cascade: settings.cascade), FeatureFinder()) }
    ) { lane, index -> [[FeatureCount]] in
      if truths[index].isEmpty { return [] }
      let image = try dataset.image(of: records[index])
      let boxes = try lane.0.detect(in: image, settings: settings).map(\.box)
      return try truths[index].compactMap { head -> [FeatureCount]? in
        guard let box = head.bestBox(among: boxes) else { return nil }
        let found = try lane.1.features(in: image, face: box)
        return zip(zip(FeatureCount.Feature.allCases, head.points), found.points).map {
          FeatureCount($0.0, known: $0.1, found: $1, width: head.box.width)
        }
      }
    }
    faces = truths.reduce(0) { $0 + $1.count }
    found = outcomes.reduce(0) { $0 + $1.count }
    counts = FeatureCount.Feature.allCases.enumerated().map { place, feature in
      outcomes.joined().reduce(FeatureCount(feature)) { $0.adding($1[place]) }
    }
  }
}

/// What became of one kind of point.
package struct FeatureCount: Equatable, Sendable {
  package enum Feature: String, CaseIterable, Sendable {
    case leftEye = "left_eye"
    case rightEye = "right_eye"
    case mouth
  }

  package let feature: Feature
  /// Found faces in which the point is known.
  package private(set) var known = 0
  /// Reported near enough.
  package private(set) var hits = 0
  /// Reported elsewhere.
  package private(set) var wrong = 0
  /// Not reported.
  package var absent: Int { known - hits - wrong }

  /// Share of known points that were found; nil without any.
  package var recall: Double? { known > 0 ? Double(hits) / Double(known) : nil }
  /// Share of reported points that are right; nil when none was reported.
  package var precision: Double? {
    hits + wrong > 0 ? Double(hits) / Double(hits + wrong) : nil
  }

  init(_ feature: Feature) { self.feature = feature }

  /// One point of one face, whose known box is `width` wide.
  init(_ feature: Feature, known: PixelPoint?, found: PixelPoint?, width: Int) {
    self.feature = feature
    guard let known else { return }
    self.known = 1
    guard let found else { return }
    let (across, down) = (found.x - known.x, found.y - known.y)
    let reach = FeatureStudy.tolerance * Double(width)
    if across * across + down * down <= reach * reach { hits = 1 } else { wrong = 1 }
  }

  func adding(_ other: FeatureCount) -> FeatureCount {
    var sum = self
    sum.known += other.known
    sum.hits += other.hits
    sum.wrong += other.wrong
    return sum
  }
}

extension TruthFace {
  /// Left eye, right eye, mouth.
  fileprivate var points: [PixelPoint?] { [leftEye, rightEye, mouth] }

  /// The box that overlaps this head most, of those that do by half.
  fileprivate func bestBox(among boxes: [PixelRect]) -> PixelRect? {
    boxes.filter { $0.overlapsByHalf(box) }.max {
      (box.overlap(with: $0), $1) < (box.overlap(with: $1), $0)
    }
  }
}

extension FaceFeatures {
  fileprivate var points: [PixelPoint?] { [leftEye, rightEye, mouth] }
}
