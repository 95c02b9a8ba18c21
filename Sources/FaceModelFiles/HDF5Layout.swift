/// The names of our HDF5 files.
///
/// Root attributes say what the file is; `/model` holds what prediction needs, under OpenCV's
/// names; `/labels` the people; `/preprocess` how pictures become faces; `/train` where the model
/// came from. Matrices are row-major little-endian, in chunks with Fletcher32 sums. No clock value:
/// equal models are equal files.
enum HDF5Layout {
  static let format = "facebench-model"
  /// The generation of OpenCV whose keys `/model` follows.
  static let openCVVersion = "4"

  static let mean = "/model/mean"
  static let eigenvalues = "/model/eigenvalues"
  static let eigenvectors = "/model/eigenvectors"
  static let projections = "/model/projections"
  static let histograms = "/model/histograms"
  static let labels = "/model/labels"
  static let ids = "/labels/ids"
  static let names = "/labels/names"
}
