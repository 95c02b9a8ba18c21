package import CooperativeWork
package import FaceImages
package import FaceVocabulary
import SQLiteStore

/// How well the faces of one person can be seen, in one row.
package struct QualitySummary: Equatable, Sendable {
  package var subject: SubjectID
  /// Originals that were measured.
  package var faces: Int
  package var sharpness: Spread
  package var gradient: Spread
  package var mean: Spread
  package var contrast: Spread
  /// The larger of the two clipped shares of each face.
  package var clipped: Spread
  /// Width of the face, pixels.
  package var width: Spread
  /// Distance of the eyes, pixels; nil where no face's eyes are known.
  package var eyeDistance: Spread?
  /// Faces outside the limits.
  package var blurred: Int
  package var badlyExposed: Int

  /// Least, middle and greatest of some values.
  package struct Spread: Equatable, Sendable {
    package var lowest: Double
    /// The mean of the two middle ones where their number is even.
    package var median: Double
    package var highest: Double

    /// nil without values.
    init?(_ values: [Double]) {
      let sorted = values.sorted()
      guard let lowest = sorted.first, let highest = sorted.last else { return nil }
      self.lowest = lowest
      self.highest = highest
      median = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
  }
}

extension Dataset {
  /// One row per person with originals, sorted by bytes; faces never measured are measured first.
  package func qualitySummaries(
    limits: QualityLimits, work: Work
  ) throws -> [QualitySummary] {
    try readMissingPixels(work: work)
    let measured = try reading { catalogue throws(StoreError) in try catalogue.qualities() }
    let people = Dictionary(grouping: try records().filter { !$0.isMirror }, by: \.subject)
    return people.sorted { $0.key < $1.key }.compactMap { subject, records in
      let qualities = records.compactMap { measured[$0.id] }
      return QualitySummary(subject, qualities, limits: limits)
    }
  }
}

extension QualitySummary {
  fileprivate init?(_ subject: SubjectID, _ qualities: [FaceQuality], limits: QualityLimits) {
    func spread(_ value: (FaceQuality) -> Double?) -> Spread? {
      Spread(qualities.compactMap(value))
    }
    guard let sharpness = spread(\.sharpness), let gradient = spread(\.gradient),
      let mean = spread(\.mean), let contrast = spread(\.contrast),
      let clipped = spread({ max($0.clippedDark, $0.clippedBright) }),
      let width = spread({ Double($0.width) })
    else { return nil }
    let kinds = qualities.map { quality in
      Set(limits.faults(of: quality).compactMap { DatasetFinding.Kind($0.kind) })
    }
    self.init(
      subject: subject, faces: qualities.count, sharpness: sharpness, gradient: gradient,
      mean: mean, contrast: contrast, clipped: clipped, width: width,
      eyeDistance: spread(\.eyeDistance),
      blurred: kinds.count { $0.contains(.blurred) },
      badlyExposed: kinds.count { $0.contains(.badlyExposed) })
  }
}
