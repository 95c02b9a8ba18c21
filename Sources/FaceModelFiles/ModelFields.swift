import FaceModels
import FaceVocabulary
import Matrices

/// The keys of a model's map, read with their types.
struct ModelFields {
  let map: DocumentMap

  // MARK: single values

  func whole(_ key: String) throws(ModelFault) -> Int {
    switch map[key] {
    case nil: throw .missing(key: key)
    case .integer(let value)?: return Int(value)
    case .real(let value)?:
      guard let whole = Int(exactly: value) else {
        throw .wrongType(key: key, needed: "a whole number")
      }
      return whole
    default: throw .wrongType(key: key, needed: "a whole number")
    }
  }

  func real(_ key: String) throws(ModelFault) -> Double? {
    switch map[key] {
    case nil: return nil
    case .integer(let value)?: return Double(value)
    case .real(let value)?:
      guard value.isFinite else { throw .notFinite(key: key) }
      return value
    default: throw .wrongType(key: key, needed: "a number")
    }
  }

  func text(_ key: String) throws(ModelFault) -> String {
    guard let value = map[key] else { throw .missing(key: key) }
    if case .null = value { return "" }
    guard let text = value.plainText else { throw .wrongType(key: key, needed: "a text") }
    return text
  }

  /// nil when none is set, which OpenCV writes as the largest double.
  func threshold() throws(ModelFault) -> Distance? {
    guard let value = try real("threshold"), value != ModelKeys.noThreshold else { return nil }
    return value
  }

  // MARK: lists

  /// One label a face, from a row or a column.
  func labels() throws(ModelFault) -> [SubjectLabel] {
    switch map["labels"] {
    case nil: throw .missing(key: "labels")
    case .matrix(let matrix)?:
      guard matrix.rows == 1 || matrix.columns == 1 || matrix.count == 0 else {
        throw .shape(
          key: "labels", found: "\(matrix.rows)x\(matrix.columns)", needed: "one row or column")
      }
      guard let labels = matrix.integers else {
        throw .wrongType(key: "labels", needed: "whole numbers of 32 bits")
      }
      return labels
    case .null?: throw .untrained
    case .list(let items)?:
      var labels: [SubjectLabel] = []
      for item in items {
        guard case .integer(let value) = item, let label = SubjectLabel(exactly: value) else {
          throw .wrongType(key: "labels", needed: "whole numbers of 32 bits")
        }
        labels.append(label)
      }
      return labels
    default: throw .wrongType(key: "labels", needed: "a matrix")
    }
  }

  /// Names under `key`: maps of a label and a text.
  func roster(_ key: String, text textKey: String) throws(ModelFault) -> SubjectRoster {
    var names: [SubjectLabel: SubjectID] = [:]
    switch map[key] {
    case nil, .null?: break
    case .list(let items)?:
      for item in items {
        guard case .map(let entry) = item else {
          throw .wrongType(key: key, needed: "a list of maps")
        }
        let fields = ModelFields(map: entry)
        guard let label = SubjectLabel(exactly: try fields.whole("label")) else {
          throw .wrongType(key: key, needed: "labels of 32 bits")
        }
        let name: String
        if case .matrix(let bytes)? = entry["utf8"], let values = bytes.integers {
          name = String(decoding: values.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
        } else {
          name = try fields.text(textKey)
        }
        guard names.updateValue(SubjectID(name), forKey: label) == nil else {
          throw .name(label, problem: .twice)
        }
      }
    default: throw .wrongType(key: key, needed: "a list")
    }
    return SubjectRoster(names)
  }

  // MARK: vectors

  /// Grey levels of a face, by the mean; nil for LBPH.
  var faceLength: Int? {
    if case .matrix(let mean)? = map["mean"] { mean.count } else { nil }
  }

  /// Axes, by the eigenvalues.
  func componentCount() throws(ModelFault) -> Int { try vector("eigenvalues").count }

  func pattern() throws(ModelFault) -> LocalBinaryPattern {
    var pattern = LocalBinaryPattern()
    pattern.radius = try whole("radius")
    pattern.neighbors = try whole("neighbors")
    pattern.gridX = try whole("grid_x")
    pattern.gridY = try whole("grid_y")
    return pattern
  }

  func templates(
    _ method: RecognitionMethod, faces: Int
  ) throws(ModelFault) -> FaceModel.Templates {
    switch method {
    case .eigen: .eigen(try subspace())
    case .fisher: .fisher(try subspace())
    case .lbph: .lbph(try histograms())
    }
  }

  private func subspace() throws(ModelFault) -> SubspaceModel {
    let mean = try vector("mean")
    let eigenvalues = try vector("eigenvalues")
    let stated = try whole("num_components")
    guard stated == eigenvalues.count else {
      throw .disagreement(
        key: "num_components", found: stated, other: "eigenvalues", needed: eigenvalues.count)
    }
    let axes = try matrix("eigenvectors")
    guard let means = mean.doubles, let values = eigenvalues.doubles, let elements = axes.doubles
    else { throw .missing(key: "eigenvectors") }
    return SubspaceModel(
      mean: means, eigenvalues: values,
      axes: Matrix(rows: axes.rows, columns: axes.columns, elements: elements),
      projections: try projections(components: eigenvalues.count))
  }

  private func histograms() throws(ModelFault) -> HistogramModel {
    let pattern = try pattern()
    let length = try ModelValidator.histogramLength(pattern)
    var all: [Float] = []
    let parts = try rows("histograms", length: length)
    if parts.count == 1, let whole = parts[0].floats {
      all = whole
    } else {
      all.reserveCapacity(parts.count * length)
      for part in parts { all += part.floats ?? [] }
    }
    return HistogramModel(pattern: pattern, histograms: all)
  }

  private func projections(components: Int) throws(ModelFault) -> Matrix {
    var all: [Double] = []
    let parts = try rows("projections", length: components)
    if parts.count == 1, let whole = parts[0].doubles {
      all = whole
    } else {
      all.reserveCapacity(parts.count * components)
      for part in parts { all += part.doubles ?? [] }
    }
    guard components > 0 else { throw .untrained }
    return Matrix(rows: all.count / components, columns: components, elements: all)
  }

  /// One matrix of several rows, or a list of single rows or columns, each of `length` values.
  private func rows(_ key: String, length: Int) throws(ModelFault) -> [DocumentMatrix] {
    switch map[key] {
    case nil: throw .missing(key: key)
    case .null?: throw .untrained
    case .matrix(let matrix)?:
      guard matrix.columns == length else {
        throw .shape(
          key: key, found: "\(matrix.columns) values a face", needed: "\(length)")
      }
      return [matrix]
    case .list(let items)?:
      var parts: [DocumentMatrix] = []
      for item in items {
        guard case .matrix(let row) = item else {
          throw .wrongType(key: key, needed: "a list of matrices")
        }
        guard row.count == length, row.rows == 1 || row.columns == 1 else {
          throw .shape(
            key: key, found: "\(row.rows)x\(row.columns) for face \(parts.count + 1)",
            needed: "1x\(length)")
        }
        parts.append(row)
      }
      return parts
    default: throw .wrongType(key: key, needed: "a list of matrices")
    }
  }

  private func matrix(_ key: String) throws(ModelFault) -> DocumentMatrix {
    guard let value = map[key] else { throw .missing(key: key) }
    guard case .matrix(let matrix) = value else { throw .wrongType(key: key, needed: "a matrix") }
    guard matrix.count > 0 else { throw .untrained }
    return matrix
  }

  private func vector(_ key: String) throws(ModelFault) -> DocumentMatrix {
    let matrix = try matrix(key)
    guard matrix.rows == 1 || matrix.columns == 1 else {
      throw .shape(key: key, found: "\(matrix.rows)x\(matrix.columns)", needed: "one row or column")
    }
    return matrix
  }
}
