import Glibc

/// Where the helper program `facebench-worker` lies.
package struct WorkerLocation: Equatable, Sendable {
  package let path: String

  /// The program at `path`, whether or not it exists.
  package init(path: String) { self.path = path }
}
