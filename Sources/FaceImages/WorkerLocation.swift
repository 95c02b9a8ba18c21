import Glibc
import WorkerProtocol

/// Where the helper program `facebench-worker` lies.
package struct WorkerLocation: Equatable, Sendable {
  package let path: String

  /// The program at `path`, whether or not it exists.
  package init(path: String) { self.path = path }

  /// Name of the program.
  package static let programName = "facebench-worker"

  /// The helper that belongs to this program: in the folder of the program (or test bundle) that
  /// this code was linked into, or in `../libexec/facebench` seen from there.
  ///
  /// Where none exists the first place is named, so that the error of the first use can tell it.
  package static var besideThisProgram: WorkerLocation {
    var folders: [String] = []
    for image in [resolved("/proc/self/exe"), LinkedImage.path.flatMap(resolved)] {
      guard let image, let slash = image.lastIndex(of: "/") else { continue }
      let folder = String(image[..<slash])
      folders += [folder, folder + "/../libexec/facebench"]
    }
    let candidates = folders.map { $0 + "/" + programName }
    let found = candidates.first { access($0, X_OK) == 0 }
    return WorkerLocation(path: found ?? candidates.first ?? programName)
  }

  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
