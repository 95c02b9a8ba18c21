import DurableFiles
import Glibc

/// What lies in a folder.
struct FolderEntry: Equatable {
  enum Kind: Equatable { case file, folder, other }

  let name: String
  let kind: Kind
}

/// Lists folders in a fixed order, unlike the system.
enum FolderEntries {
  /// Entries of the folder at `path`, in natural order; links are followed.
  ///
  /// Names that are no UTF-8 come with replacement characters, so that opening them fails by name.
  static func read(_ path: String) throws(DatasetError) -> [FolderEntry] {
    guard let stream = opendir(path) else {
      throw .fileFailed(operation: "list", path: path, code: .current)
    }
    defer { closedir(stream) }
    var entries: [FolderEntry] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        guard errno == 0 else {
          throw .fileFailed(operation: "list", path: path, code: .current)
        }
        break
      }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != ".." else { continue }
      entries.append(FolderEntry(name: name, kind: kind(path + "/" + name, entry.pointee.d_type)))
    }
    return entries.sorted { NaturalOrder.precedes($0.name, $1.name) }
  }

  /// What `path` is; nil when there is nothing.
  static func kind(of path: String) -> FolderEntry.Kind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    default: .other
    }
  }

  private static func kind(_ path: String, _ type: UInt8) -> FolderEntry.Kind {
    switch Int(type) {
    case Int(DT_REG): .file
    case Int(DT_DIR): .folder
    default: kind(of: path) ?? .other
    }
  }
}
