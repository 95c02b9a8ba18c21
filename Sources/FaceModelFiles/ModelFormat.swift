/// The kinds of model files.
package enum ModelFormat: String, CaseIterable, Sendable {
  case yaml
  case xml
  case json
  case hdf5

  /// What people call it.
  package var title: String {
    switch self {
    case .yaml: "YAML"
    case .xml: "XML"
    case .json: "JSON"
    case .hdf5: "HDF5"
    }
  }
}

/// A kind of model file as its name tells it: `.yml .yaml .xml .json`, each also `.gz`, `.h5 .hdf5`.
package struct ModelFileKind: Hashable, Sendable {
  package let format: ModelFormat
  /// Whether the whole file is packed by gzip.
  package let compressed: Bool

  package init(format: ModelFormat, compressed: Bool = false) {
    self.format = format
    self.compressed = compressed
  }

  /// Every suffix understood, in the order messages list them.
  package static let suffixes = [".yml", ".yaml", ".xml", ".json", ".h5", ".hdf5"]

  /// The kind that the suffix of `path` names, in any case of letters; nil for another suffix.
  package init?(path: String) {
    var name = path.lowercased()
    let compressed = name.hasSuffix(".gz")
    if compressed { name.removeLast(3) }
    guard let suffix = ModelFileKind.suffixes.first(where: { name.hasSuffix($0) }) else {
      return nil
    }
    let format: ModelFormat =
      switch suffix {
      case ".yml", ".yaml": .yaml
      case ".xml": .xml
      case ".json": .json
      default: .hdf5
      }
    // HDF5 has compression of its own; no program opens a packed one.
    if compressed && format == .hdf5 { return nil }
    self.init(format: format, compressed: compressed)
  }
}

/// Which programs shall read a text model.
package enum ModelDialect: String, CaseIterable, Sendable {
  /// OpenCV 3.3 and later, 4 and 5: everything in one named map; our own facts follow it.
  case openCV4 = "4"
  /// OpenCV 2.4 to 3.2: keys at the root. Stores neither the kind of model nor the face size.
  case openCV24 = "2.4"
}
