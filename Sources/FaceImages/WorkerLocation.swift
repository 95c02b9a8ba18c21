import Glibc
import WorkerProtocol

/// Where the helper program `facebench-worker` lies.
package struct WorkerLocation: Equatable, Sendable {
  package let path: String
  /// Folders that were looked at, in order, where the program is in none of them; else empty.
  package let tried: [String]

  /// The program at `path`, whether or not it exists.
  package init(path: String) { self.init(path: path, tried: []) }

  private init(path: String, tried: [String]) {
    self.path = path
    self.tried = tried
  }

  /// Name of the program.
  package static let programName = "facebench-worker"

  /// The helper that belongs to this program: in the folder of the program (or test bundle) that
  /// this code was linked into, or in `../libexec/facebench` seen from there.
  ///
  /// Where none exists the places are kept, so that the error of the first use can tell them.
  package static var besideThisProgram: WorkerLocation {
    var folders: [String] = []
    for image in [resolved("/proc/self/exe"), LinkedImage.path.flatMap(resolved)] {
      guard let image, let slash = image.lastIndex(of: "/") else { continue }
      let folder = String(image[..<slash])
      let outer = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
      for place in [folder, outer + "/libexec/facebench"] where !folders.contains(place) {
        folders.append(place)
      }
    }
    for folder in folders where access(folder + "/" + programName, X_OK) == 0 {
      return WorkerLocation(path: folder + "/" + programName)
    }
    return WorkerLocation(
      path: folders.first.map { $0 + "/" + programName } ?? programName, tried: folders)
  }

  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
