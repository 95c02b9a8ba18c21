import DurableFiles
import Glibc

/// The datasets of one workspace: a folder with one folder a dataset.
package struct DatasetLibrary: Sendable {
  /// The folder that holds the datasets' folders; made when the first dataset is.
  package let folder: String

  package init(folder: String) { self.folder = folder }

  /// Names of the datasets there are, sorted by bytes.
  package func names() throws(DatasetError) -> [String] {
    guard FolderEntries.kind(of: folder) != nil else { return [] }
    return try FolderEntries.read(folder)
      .filter { $0.kind == .folder && exists($0.name) }
      .map(\.name)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The dataset called `name`; sweeps up what an interrupted change left behind.
  package func open(_ name: String) throws(DatasetError) -> Dataset {
    try DatasetName.check(name)
    guard exists(name) else { throw .notFound(name: name, known: try names()) }
    let dataset = Dataset(name: name, folder: path(of: name))
    try dataset.sweepLeftovers()
    return dataset
  }

  /// Refuses a name that a new dataset cannot have, before its pictures are made.
  ///
  /// - Throws: ``DatasetError/alreadyExists(_:)``, or what is wrong with the name.
  package func requireFree(_ name: String) throws(DatasetError) {
    try DatasetName.check(name)
    if exists(name), try !isUnfinished(name) { throw .alreadyExists(name) }
  }

  /// A new, empty dataset; of several who make one of the same name at once, one does.
  package func create(_ name: String) throws(DatasetError) -> Dataset {
    try requireFree(name)
    let path = path(of: name)
    do throws(SystemCode) {
      try Folders.make(path)
    } catch {
      throw .fileFailed(operation: "make folder", path: path, code: error)
    }
    guard let lock = try WriteLock.acquire(in: path, attempts: Dataset.lockAttempts)
    else { throw .busy(dataset: name) }
    defer { withExtendedLifetime(lock) {} }
    // Another shell may have made it since.
    try requireFree(name)
    // Pictures without a catalogue are somebody's: a new one would not know them.
    if let stranger = try foreignEntry(in: path) { throw .foreignFolder(path, holds: stranger) }
    let dataset = Dataset(name: name, folder: path)
    _ = try dataset.catalogue(creating: true)
    return dataset
  }

  /// Takes away a dataset that was made for a command that then failed: only while it has no face, and
  /// only the files that every dataset has. Whatever else lies in the folder stays.
  package func discardUnused(_ name: String) {
    let path = path(of: name)
    guard exists(name), let lock = try? WriteLock.acquire(in: path, attempts: 1),
      let records = try? Dataset(name: name, folder: path).records(), records.isEmpty,
      let entries = try? FolderEntries.read(path)
    else { return }
    withExtendedLifetime(lock) {
      for entry in entries where isOwn(entry.name) { unlink(path + "/" + entry.name) }
      rmdir(path)
    }
  }

  /// The first entry of the folder that no empty dataset has; nil where there is none.
  private func foreignEntry(in path: String) throws(DatasetError) -> String? {
    try FolderEntries.read(path).first { !isOwn($0.name) }?.name
  }

  /// Whether every dataset may have such a file: the catalogue with its journals, and hidden ones.
  private func isOwn(_ name: String) -> Bool {
    name.hasPrefix(".") || name.hasPrefix(Catalogue.fileName)
  }

  /// The dataset called `name`, made when it does not exist.
  package func openOrCreate(_ name: String) throws(DatasetError) -> Dataset {
    try DatasetName.check(name)
    if exists(name), try !isUnfinished(name) { return try open(name) }
    do throws(DatasetError) {
      return try create(name)
    } catch .alreadyExists {
      return try open(name)
    }
  }

  /// Whether making the dataset was cut off before its catalogue had a table: nothing is lost then by
  /// making it again. An empty catalogue beside pictures is damage instead.
  private func isUnfinished(_ name: String) throws(DatasetError) -> Bool {
    var status = stat()
    guard stat(path(of: name) + "/" + Catalogue.fileName, &status) == 0, status.st_size == 0
    else { return false }
    return try foreignEntry(in: path(of: name)) == nil
  }

  /// Removes a dataset with all its pictures.
  ///
  /// The folder is renamed first, so that nobody ever sees half a dataset.
  package func remove(_ name: String) throws(DatasetError) {
    try DatasetName.check(name)
    guard exists(name) else { throw .notFound(name: name, known: try names()) }
    let path = path(of: name)
    guard let lock = try WriteLock.acquire(in: path, attempts: Dataset.lockAttempts) else {
      throw .busy(dataset: name)
    }
    let doomed = folder + "/.removing-" + name + "-" + String(getpid())
    guard rename(path, doomed) == 0 else {
      throw .fileFailed(operation: "remove", path: path, code: .current)
    }
    withExtendedLifetime(lock) { FolderRemoval.remove(doomed) }
  }

  func path(of name: String) -> String { folder + "/" + name }

  private func exists(_ name: String) -> Bool {
    FolderEntries.kind(of: path(of: name) + "/" + Catalogue.fileName) == .file
  }
}

/// Removes a folder with everything in it.
enum FolderRemoval {
  /// Best effort: what cannot be removed stays. Links are removed, never followed.
  static func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    if let stream = opendir(path) {
      var names: [[CChar]] = []
      while let entry = readdir(stream) {
        // Raw bytes: a name need not be UTF-8.
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          Array(bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) })
        }
        if name != [46], name != [46, 46] { names.append(name) }
      }
      closedir(stream)
      for name in names {
        let full = Array(path.utf8CString.dropLast()) + [47] + name + [0]
        if unlink(full) != 0,
          let text = String(
            validating: full.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        {
          remove(text)
        }
      }
    }
    rmdir(path)
  }
}
