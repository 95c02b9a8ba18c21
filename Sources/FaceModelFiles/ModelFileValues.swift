package import DurableFiles
package import FaceModels
package import FaceVocabulary

/// What the user knows about a file that does not say it itself.
package struct AssumedModel: Equatable, Sendable {
  /// The kind of model.
  package var method: RecognitionMethod?
  /// The size of the faces it was trained on.
  package var size: PixelSize?

  package init(method: RecognitionMethod? = nil, size: PixelSize? = nil) {
    self.method = method
    self.size = size
  }

  /// Nothing is known.
  package static let nothing = AssumedModel()
}

/// What a finished save tells.
package struct SavedModel: Equatable, Sendable {
  package let kind: ModelFileKind
  /// The file: where, how many bytes, its SHA-256, whether its name is known to be on the disk.
  package let file: SavedFile

  /// Bytes of the file.
  package var bytes: Int { file.byteCount }
}

/// A model with what its file left open.
package struct LoadedModel: Equatable, Sendable {
  package let model: FaceModel
  package let kind: ModelFileKind
  package let layout: ModelLayout
  /// What had to be supposed, in words for the user; empty for files of facebench.
  package let notes: [String]
}

/// Which program's layout a file has.
package enum ModelLayout: Equatable, Sendable {
  /// Written by facebench, with everything facebench knows.
  case facebench(creator: String)
  /// One named map: OpenCV 3.3 and later.
  case openCV3
  /// Keys at the root: OpenCV 2.4 to 3.2.
  case openCV24

  /// The layout in a few words.
  package var title: String {
    switch self {
    case .facebench(let creator): creator
    case .openCV3: "OpenCV 3 or later"
    case .openCV24: "OpenCV 2.4 to 3.2"
    }
  }
}

/// What the headers of a model file tell; no vectors are read for it.
package struct ModelSummary: Equatable, Sendable {
  package let kind: ModelFileKind
  package let layout: ModelLayout
  /// Bytes of the file.
  package let bytes: Int
  /// nil when the file does not tell: OpenCV 2.4 wrote Eigenfaces and Fisherfaces alike.
  package let method: RecognitionMethod?
  /// nil when the file does not tell: only facebench stores it.
  package let size: PixelSize?
  /// Numbers of grey levels a face has; nil for LBPH.
  package let pixels: Int?
  /// Axes; nil for LBPH.
  package let components: Int?
  /// Pattern of LBPH; nil for subspaces.
  package let pattern: LocalBinaryPattern?
  /// Known faces.
  package let templates: Int
  /// One a known face.
  package let labels: [SubjectLabel]
  package let roster: SubjectRoster
  package let threshold: Distance?
  /// What facebench stored of the training; nil in files by others.
  package let manifest: ModelManifest?
  /// SHA-256 of the model's contents as stored by facebench; nil in files by others.
  package let contentDigest: String?

  /// Number of different people among the known faces.
  package var people: Int { Set(labels).count }
}
