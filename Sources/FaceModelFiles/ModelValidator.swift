import FaceModels
import FaceVocabulary
import Matrices

/// The one place that decides whether a model is fit for use, whatever file it came from or goes to.
enum ModelValidator {
  private static let longestSide = 65_536

  /// Checks counts, shapes, ranges, finiteness and sums.
  static func check(_ model: FaceModel) throws(ModelFault) {
    try check(model.manifest)
    guard !model.labels.isEmpty else { throw .untrained }
    switch model.templates {
    case .eigen(let subspace), .fisher(let subspace):
      try check(subspace, size: model.manifest.size, templates: model.labels.count)
    case .lbph(let histograms): try check(histograms, templates: model.labels.count)
    }
    guard model.threshold?.isFinite ?? true else { throw .notFinite(key: "threshold") }
    try check(model.roster)
  }

  private static func check(_ manifest: ModelManifest) throws(ModelFault) {
    let sides = 1...longestSide
    guard sides.contains(manifest.size.width), sides.contains(manifest.size.height) else {
      throw .outOfRange(
        key: "size", found: manifest.size.description, needed: "sides of 1 to \(longestSide)")
    }
    guard manifest.droppedFirst >= 0 else {
      throw .outOfRange(
        key: "dropped_first", found: "\(manifest.droppedFirst)", needed: "0 or more")
    }
    guard manifest.reconstructionThreshold?.isFinite ?? true else {
      throw .notFinite(key: "reconstruction_threshold")
    }
  }

  private static func check(
    _ subspace: SubspaceModel, size: PixelSize, templates: Int
  ) throws(ModelFault) {
    guard subspace.mean.count == size.area else {
      throw .shape(
        key: "mean", found: "\(subspace.mean.count) values",
        needed: "\(size.area) for faces of \(size)")
    }
    let components = subspace.eigenvalues.count
    guard components >= 1 else { throw .untrained }
    guard subspace.axes.rows == subspace.mean.count else {
      throw .disagreement(
        key: "eigenvectors", found: subspace.axes.rows, other: "mean",
        needed: subspace.mean.count)
    }
    guard subspace.axes.columns == components else {
      throw .disagreement(
        key: "eigenvectors", found: subspace.axes.columns, other: "eigenvalues",
        needed: components)
    }
    guard subspace.projections.columns == components else {
      throw .disagreement(
        key: "projections", found: subspace.projections.columns, other: "eigenvalues",
        needed: components)
    }
    guard subspace.projections.rows == templates else {
      throw .disagreement(
        key: "projections", found: subspace.projections.rows, other: "labels", needed: templates)
    }
    for (key, values) in [
      ("mean", subspace.mean), ("eigenvalues", subspace.eigenvalues),
      ("eigenvectors", subspace.axes.elements), ("projections", subspace.projections.elements),
    ] where !allFinite(values) {
      throw .notFinite(key: key)
    }
  }

  private static func check(_ model: HistogramModel, templates: Int) throws(ModelFault) {
    let length = try histogramLength(model.pattern)
    guard model.histograms.count == templates.multipliedReportingOverflow(by: length).partialValue
    else {
      throw .shape(
        key: "histograms", found: "\(model.histograms.count) values",
        needed: "\(length) for each of \(templates) faces")
    }
    let bins = 1 << model.pattern.neighbors
    let cells = length / bins
    for face in 0..<templates {
      for cell in 0..<cells {
        let start = face * length + cell * bins
        var sum: Float = 0
        for index in start..<start + bins {
          let share = model.histograms[index]
          guard share.isFinite else { throw .notFinite(key: "histograms") }
          guard share >= 0 else {
            throw .outOfRange(key: "histograms", found: "\(share)", needed: "shares of 0 to 1")
          }
          sum += share
        }
        guard abs(sum - 1) < 1e-3 else { throw .histogramSum(face: face + 1, cell: cell + 1) }
      }
    }
  }

  /// Values of one face's histogram: cells times patterns.
  static func histogramLength(_ pattern: LocalBinaryPattern) throws(ModelFault) -> Int {
    for (key, value, range) in [
      ("radius", pattern.radius, 1...1_000), ("neighbors", pattern.neighbors, 1...16),
      ("grid_x", pattern.gridX, 1...1_000), ("grid_y", pattern.gridY, 1...1_000),
    ] where !range.contains(value) {
      throw .outOfRange(
        key: key, found: "\(value)", needed: "\(range.lowerBound) to \(range.upperBound)")
    }
    return pattern.gridX * pattern.gridY << pattern.neighbors
  }

  private static func check(_ roster: SubjectRoster) throws(ModelFault) {
    for label in roster.labels {
      let name = roster[label].name.utf8
      guard !name.contains(0) else { throw .name(label, problem: .holdsZeroByte) }
      guard name.count <= TextLimits.nameBytes else {
        throw .name(label, problem: .tooLong(bytes: name.count, limit: TextLimits.nameBytes))
      }
    }
  }

  private static func allFinite(_ values: [Double]) -> Bool {
    // A product with zero is zero only for finite values, and adds up without branches; sums side
    // by side need not wait for each other.
    var sums = SIMD16<Double>(repeating: 0)
    values.withUnsafeBytes { bytes in
      let whole = values.count / SIMD16<Double>.scalarCount
      for index in 0..<whole {
        let offset = index * MemoryLayout<SIMD16<Double>>.size
        sums += bytes.loadUnaligned(fromByteOffset: offset, as: SIMD16<Double>.self) * 0
      }
      for index in whole * SIMD16<Double>.scalarCount..<values.count {
        sums[0] += values[index] * 0
      }
    }
    return sums.sum() == 0
  }
}
