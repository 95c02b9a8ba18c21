import Glibc

/// The folder of real faces that tests may read, named by `FACEBENCH_DATA`; nil where it is absent.
///
/// A test that needs it says so: `.enabled(if: RealFaces.folder != nil, RealFaces.skipReason)`.
package enum RealFaces {
  package static let folder: String? = {
    guard let value = getenv("FACEBENCH_DATA") else { return nil }
    let path = String(cString: value)
    return access(path, R_OK) == 0 ? path : nil
  }()

  package static let isPresent = folder != nil

  /// The path of `name` inside the folder; empty when the folder is absent.
  package static func path(_ name: String) -> String { (folder ?? "") + "/" + name }
}
