import DurableFiles
import Glibc

/// The few things about folders that results need, straight from the system.
enum FolderListing {
  /// Names in `folder`, sorted by bytes; none when it does not exist.
  ///
  /// - Throws: ``ResultError/fileFailed(operation:path:code:)`` where it may not be listed.
  static func entries(of folder: String) throws(ResultError) -> [String] {
    let listing = names(in: folder)
    guard listing.isEmpty, exists(folder), access(folder, R_OK | X_OK) != 0 else { return listing }
    throw .fileFailed(operation: "list the folder", path: folder, code: .current)
  }

  /// Names in `folder`, sorted by bytes; none when it cannot be listed.
  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Makes `folder` and the folders it lies in.
  static func make(_ folder: String) throws(ResultError) {
    do throws(SystemCode) {
      try Folders.make(folder)
    } catch {
      throw .fileFailed(operation: "make the folder", path: folder, code: error)
    }
  }

  /// Removes a folder of files; what cannot be removed is left.
  static func removeTree(_ folder: String) {
    for name in names(in: folder) where unlink("\(folder)/\(name)") != 0 {
      removeTree("\(folder)/\(name)")
    }
    rmdir(folder)
  }
}
