import CHDF5Shim
import FaceModels
import FaceVocabulary
import Matrices

/// Makes HDF5 files in memory, so that no full disk can fail inside the library.
struct HDF5Writer {
  private let file: OpaquePointer
  /// 0, or gzip's level.
  private let compression: Int32

  /// The bytes of the file of `model`, which must be valid.
  static func bytes(of model: FaceModel, compression: Int = 0) throws -> [UInt8] {
    let manifest = try StoredManifest(model.manifest)
    let digest = ModelDigest.hex(of: model)
    return try HDF5Library.exclusively {
      var problem = fh5_problem()
      guard let file = fh5_create(&problem) else { throw HDF5Problem(problem) }
      defer { fh5_close(file) }
      let writer = HDF5Writer(file: file, compression: Int32(compression))
      try writer.write(model, manifest, digest)
      return try writer.image()
    }
  }

  private func write(
    _ model: FaceModel, _ manifest: StoredManifest, _ digest: String
  ) throws(HDF5Problem) {
    try put("/", "format", HDF5Layout.format)
    try put("/", "format_version", ModelKeys.layoutVersion)
    try put("/", "creator", manifest.creator)
    try put("/", "opencv_version", HDF5Layout.openCVVersion)
    try put("/", "algorithm", model.method.rawValue)
    try put("/", "content_sha256", digest)
    for group in ["/model", "/labels", "/preprocess", "/train"] { try makeGroup(group) }
    if let threshold = model.threshold { try put("/model", "threshold", threshold) }
    try write(model.templates, faces: model.labels.count)
    try write(HDF5Layout.labels, model.labels)
    let people = model.roster.labels
    try write(HDF5Layout.ids, people)
    try write(HDF5Layout.names, people.map { model.roster[$0].name })
    try put("/preprocess", "width", manifest.size.width)
    try put("/preprocess", "height", manifest.size.height)
    try put("/preprocess", "recipe", manifest.recipe)
    try put("/train", "settings", manifest.settings)
  }

  private func write(_ templates: FaceModel.Templates, faces: Int) throws(HDF5Problem) {
    switch templates {
    case .eigen(let subspace), .fisher(let subspace):
      try write(HDF5Layout.mean, subspace.mean, rows: subspace.mean.count)
      try write(HDF5Layout.eigenvalues, subspace.eigenvalues, rows: subspace.eigenvalues.count)
      try write(
        HDF5Layout.eigenvectors, subspace.axes.elements, rows: subspace.axes.rows,
        columns: subspace.axes.columns)
      try write(
        HDF5Layout.projections, subspace.projections.elements, rows: subspace.projections.rows,
        columns: subspace.projections.columns)
    case .lbph(let model):
      try put("/model", "radius", model.pattern.radius)
      try put("/model", "neighbors", model.pattern.neighbors)
      try put("/model", "grid_x", model.pattern.gridX)
      try put("/model", "grid_y", model.pattern.gridY)
      try HDF5Problem.checked { problem in
        fh5_write_floats(
          file, HDF5Layout.histograms, model.histograms, faces, model.histograms.count / faces,
          compression, problem)
      }
    }
  }

  private func makeGroup(_ path: String) throws(HDF5Problem) {
    try HDF5Problem.checked { fh5_make_group(file, path, $0) }
  }

  private func put(_ object: String, _ name: String, _ text: String) throws(HDF5Problem) {
    try HDF5Problem.checked { fh5_put_text(file, object, name, text, $0) }
  }

  private func put(_ object: String, _ name: String, _ value: Int) throws(HDF5Problem) {
    try HDF5Problem.checked { fh5_put_integer(file, object, name, Int64(value), $0) }
  }

  private func put(_ object: String, _ name: String, _ value: Double) throws(HDF5Problem) {
    try HDF5Problem.checked { fh5_put_double(file, object, name, value, $0) }
  }

  private func write(
    _ path: String, _ values: [Double], rows: Int, columns: Int = 0
  ) throws(HDF5Problem) {
    try HDF5Problem.checked {
      fh5_write_doubles(file, path, values, rows, columns, compression, $0)
    }
  }

  private func write(_ path: String, _ values: [Int32]) throws(HDF5Problem) {
    try HDF5Problem.checked { fh5_write_integers(file, path, values, values.count, $0) }
  }

  private func write(_ path: String, _ texts: [String]) throws(HDF5Problem) {
    // One buffer with a zero byte after each text, and pointers into it.
    var bytes: [CChar] = []
    var starts: [Int] = []
    for text in texts {
      starts.append(bytes.count)
      bytes += text.utf8.map { CChar(bitPattern: $0) } + [0]
    }
    try HDF5Problem.checked { problem in
      bytes.withUnsafeBufferPointer { buffer in
        let pointers = starts.map { buffer.baseAddress?.advanced(by: $0) }
        return fh5_write_texts(file, path, pointers, pointers.count, problem)
      }
    }
  }

  private func image() throws(HDF5Problem) -> [UInt8] {
    var problem = fh5_problem()
    let size = fh5_image_size(file, &problem)
    guard size > 0 else { throw HDF5Problem(problem) }
    var good = false
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      good = fh5_image(file, buffer.baseAddress, size, &problem) != 0
      filled = good ? size : 0
    }
    guard good else { throw HDF5Problem(problem) }
    return bytes
  }
}
