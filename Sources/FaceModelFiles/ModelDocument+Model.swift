import FaceModels
import FaceVocabulary
import Matrices

extension ModelDocument {
  /// The tree of `model` in the layout of `dialect`; vectors are shared, not copied.
  init(_ model: FaceModel, dialect: ModelDialect) throws(ModelFault) {
    let fields = ModelDocument.fields(of: model)
    switch dialect {
    case .openCV24:
      root = DocumentMap(fields)
    case .openCV4:
      root = DocumentMap([
        (ModelKeys.root(model.method), .map(DocumentMap(fields))),
        (ModelKeys.extras, .map(try ModelDocument.extras(of: model))),
      ])
    }
  }

  private static func fields(of model: FaceModel) -> [(String, DocumentValue)] {
    var fields: [(String, DocumentValue)] = [
      ("threshold", .real(model.threshold ?? ModelKeys.noThreshold))
    ]
    switch model.templates {
    case .eigen(let subspace), .fisher(let subspace):
      let components = subspace.eigenvalues.count
      fields += [
        ("num_components", .integer(Int64(components))),
        ("mean", matrix(1, subspace.mean.count, subspace.mean)),
        ("eigenvalues", matrix(components, 1, subspace.eigenvalues)),
        ("eigenvectors", matrix(subspace.axes.rows, subspace.axes.columns, subspace.axes.elements)),
        (
          "projections",
          rows(model.labels.count, components, .doubles(subspace.projections.elements))
        ),
      ]
    case .lbph(let histograms):
      let pattern = histograms.pattern
      let length = model.labels.isEmpty ? 0 : histograms.histograms.count / model.labels.count
      fields += [
        ("radius", .integer(Int64(pattern.radius))),
        ("neighbors", .integer(Int64(pattern.neighbors))),
        ("grid_x", .integer(Int64(pattern.gridX))),
        ("grid_y", .integer(Int64(pattern.gridY))),
        ("histograms", rows(model.labels.count, length, .floats(histograms.histograms))),
      ]
    }
    fields += [
      (
        "labels",
        .matrix(
          DocumentMatrix(rows: model.labels.count, columns: 1, numbers: .integers(model.labels)))
      ),
      ("labelsInfo", labelsInfo(model.roster)),
    ]
    return fields
  }

  private static func matrix(_ rows: Int, _ columns: Int, _ values: [Double]) -> DocumentValue {
    .matrix(DocumentMatrix(rows: rows, columns: columns, numbers: .doubles(values)))
  }

  /// A list of one matrix a row, as OpenCV keeps projections and histograms.
  private static func rows(
    _ count: Int, _ columns: Int, _ numbers: DocumentMatrix.Numbers
  ) -> DocumentValue {
    .list(
      (0..<count).map { row in
        .matrix(
          DocumentMatrix(
            rows: 1, columns: columns, numbers: numbers,
            range: row * columns..<(row + 1) * columns))
      })
  }

  /// OpenCV's own place for names; a text that OpenCV would take for numbers is left out.
  private static func labelsInfo(_ roster: SubjectRoster) -> DocumentValue {
    let items: [DocumentValue] = roster.labels.compactMap { label in
      let name = roster[label].name
      guard !name.hasPrefix(base64Mark) else { return nil }
      return .map(DocumentMap([("label", .integer(Int64(label))), ("value", .text(name))]))
    }
    return items.isEmpty ? .null : .list(items)
  }

  /// What makes OpenCV's JSON reader take a text for a block of numbers.
  private static let base64Mark = "$base64$"

  private static func extras(of model: FaceModel) throws(ModelFault) -> DocumentMap {
    let stored = try StoredManifest(model.manifest)
    for (key, text) in [
      ("recipe", stored.recipe), ("settings", stored.settings), ("creator", stored.creator),
    ] where text.utf8.count > TextLimits.textBytes {
      throw .textTooLong(key: key, bytes: text.utf8.count, limit: TextLimits.textBytes)
    }
    let names: [DocumentValue] = model.roster.labels.map { label in
      let name = model.roster[label].name
      let text: (String, DocumentValue) =
        name.hasPrefix(base64Mark)
        ? (
          "utf8",
          .matrix(
            DocumentMatrix(
              rows: 1, columns: name.utf8.count, numbers: .integers(name.utf8.map { Int32($0) })))
        ) : ("name", .text(name))
      return .map(DocumentMap([("label", .integer(Int64(label))), text]))
    }
    return DocumentMap([
      ("format_version", .integer(Int64(ModelKeys.layoutVersion))),
      ("creator", .text(stored.creator)),
      ("algorithm", .text(model.method.rawValue)),
      ("width", .integer(Int64(stored.size.width))),
      ("height", .integer(Int64(stored.size.height))),
      ("recipe", .text(stored.recipe)),
      ("settings", .text(stored.settings)),
      ("names", names.isEmpty ? .null : .list(names)),
      // Last, and required: a file that was cut before its end is found.
      ("content_sha256", .text(ModelDigest.hex(of: model))),
    ])
  }

  /// About how many bytes the text of `model` has: a double takes 21 with its separators.
  static func estimatedTextBytes(of model: FaceModel) -> Int {
    switch model.templates {
    case .eigen(let subspace), .fisher(let subspace):
      (subspace.axes.elements.count + subspace.projections.elements.count + subspace.mean.count)
        * 21
    case .lbph(let histograms): histograms.histograms.count * 8
    }
  }
}
