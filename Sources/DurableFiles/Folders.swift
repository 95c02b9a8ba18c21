import Glibc

/// Folders that something is to be saved in.
package enum Folders {
  /// Makes `folder` and the folders it lies in, where they are not there.
  package static func make(_ folder: String) throws(SystemCode) {
    if mkdir(folder, 0o777) == 0 { return }
    switch errno {
    case EEXIST: try requireFolder(folder)
    case ENOENT:
      let parent = SaveTarget.folder(of: folder)
      guard parent != folder else { throw SystemCode(ENOENT) }
      try make(parent)
      guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw .current }
    default: throw .current
    }
  }

  /// Refuses a folder in which no file can be made, before anything is computed for one.
  ///
  /// Nothing is written. Where the folder is not there yet, the nearest one it will lie in is asked.
  ///
  /// - Throws: why, among others `ENOSPC` where the disk has no block left.
  package static func checkWritable(_ folder: String) throws(SystemCode) {
    var place = folder
    while access(place, F_OK) != 0 {
      // A link that leads nowhere is no folder to come.
      var status = stat()
      guard errno == ENOENT, lstat(place, &status) != 0 else { throw .current }
      let parent = SaveTarget.folder(of: place)
      guard parent != place else { throw SystemCode(ENOENT) }
      place = parent
    }
    try requireFolder(place)
    guard faccessat(AT_FDCWD, place, W_OK | X_OK, AT_EACCESS) == 0 else { throw .current }
    var disk = statvfs()
    guard statvfs(place, &disk) == 0, disk.f_blocks > 0 else { return }
    // The last blocks are the administrator's.
    guard (geteuid() == 0 ? disk.f_bfree : disk.f_bavail) > 0 else { throw SystemCode(ENOSPC) }
  }

  private static func requireFolder(_ path: String) throws(SystemCode) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .current }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw SystemCode(ENOTDIR) }
  }
}
