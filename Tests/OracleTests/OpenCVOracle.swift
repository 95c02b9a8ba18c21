import COpenCVOracle
import FaceModels
import FaceVocabulary
import Matrices

/// OpenCV's own recognisers, trained and asked in one call.
enum OpenCVOracle {
  /// What OpenCV said instead of an answer.
  struct Failure: Error, Equatable {
    let message: String
  }

  /// What a subspace recogniser learnt and measured.
  struct Subspace {
    let axes: Matrix
    let eigenvalues: [Double]
    let distances: Matrix
  }

  /// Eigenfaces or Fisherfaces of `faces`; `components` 0 for all.
  static func subspace(
    _ method: RecognitionMethod, _ faces: LabelledFaces, components: Int, probes: ByteMatrix
  ) throws -> Subspace {
    var axes = [Double](repeating: 0, count: faces.size.area * faces.count)
    var eigenvalues = [Double](repeating: 0, count: faces.count)
    var distances = Matrix(rows: probes.rows, columns: faces.count)
    var axisCount = 0
    try called { message in
      fco_subspace_train(
        method == .fisher ? 1 : 0, faces.pixels.elements, faces.labels, faces.count,
        Int32(faces.size.width), Int32(faces.size.height), Int32(components), probes.elements,
        probes.rows, &axes, &eigenvalues, &axisCount, &distances.elements, message)
    }
    return Subspace(
      axes: Matrix(
        rows: faces.size.area, columns: axisCount,
        elements: Array(axes.prefix(faces.size.area * axisCount))),
      eigenvalues: Array(eigenvalues.prefix(axisCount)), distances: distances)
  }

  /// Histograms of `faces` and the distances of `probes` to them.
  static func histograms(
    _ faces: LabelledFaces, _ pattern: LocalBinaryPattern, probes: ByteMatrix
  ) throws -> (histograms: [Float], distances: Matrix) {
    var histograms = [Float](repeating: 0, count: faces.count * pattern.binCount)
    var distances = Matrix(rows: probes.rows, columns: faces.count)
    try called { message in
      fco_lbph_train(
        faces.pixels.elements, faces.labels, faces.count, Int32(faces.size.width),
        Int32(faces.size.height), Int32(pattern.radius), Int32(pattern.neighbors),
        Int32(pattern.gridX), Int32(pattern.gridY), probes.elements, probes.rows, &histograms,
        &distances.elements, message)
    }
    return (histograms, distances)
  }

  /// The label and distance OpenCV's `predict` gives `probe`.
  static func label(
    _ method: RecognitionMethod, _ faces: LabelledFaces, components: Int, probe: [UInt8]
  ) throws -> (label: SubjectLabel, distance: Double) {
    let number: Int32 =
      switch method {
      case .eigen: 0
      case .fisher: 1
      case .lbph: 2
      }
    var (label, distance) = (Int32(-1), 0.0)
    try called { message in
      fco_label_predict(
        number, faces.pixels.elements, faces.labels, faces.count, Int32(faces.size.width),
        Int32(faces.size.height), Int32(components), probe, &label, &distance, message)
    }
    return (label, distance)
  }

  private static func called(_ call: (UnsafeMutablePointer<CChar>) -> Int32) throws {
    var message = [CChar](repeating: 0, count: Int(FCO_MESSAGE_BYTES))
    guard call(&message) == 0 else {
      throw Failure(
        message: String(
          decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
  }
}
