import Glibc

/// Temporary files of saves that were killed.
///
/// A save holds a lock on its temporary file; the kernel drops the lock with the process, on this
/// machine and on another that shares the disk. So a file that can be locked has no owner.
package enum LeftoverFiles {
  /// How the name of every temporary file begins.
  package static let prefix = ".facebench-saving-"
  /// How it ends.
  package static let suffix = ".tmp"

  /// Removes the leftovers in `folder`, and those only; returns how many.
  ///
  /// Saves that run at the same time are not disturbed. A folder that cannot be read has none.
  @discardableResult
  package static func sweep(in folder: String) -> Int {
    guard let names = opendir(folder) else { return 0 }
    defer { closedir(names) }
    var removed = 0
    while let entry = readdir(names) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { continue }
      if remove(folder + "/" + name) { removed += 1 }
    }
    return removed
  }

  private static func remove(_ path: String) -> Bool {
    let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) == 0 && unlink(path) == 0
  }
}

extension LeftoverFiles {
  /// Removes the leftovers beside the file at `path`; returns how many.
  @discardableResult
  package static func sweep(inFolderOf path: String) -> Int {
    sweep(in: SaveTarget.folder(of: path))
  }
}
