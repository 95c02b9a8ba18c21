internal import CFileSystemShim
import DurableFiles
import FaceImages
import FaceVocabulary
import Glibc

/// Writes the pictures of one change to a dataset so that a crash leaves no stray files.
///
/// The names are noted in `.pending` before the first picture is made, and the note is taken away
/// after the catalogue knows the pictures. Whoever finds the note with nobody holding the lock
/// removes the noted files that the catalogue does not know. All pictures of a change reach the
/// disk before the catalogue's commit.
struct PictureFiles: Sendable {
  /// The dataset's folder.
  let folder: String
  let calls: any FileSystemCalls

  init(folder: String, calls: any FileSystemCalls = SystemCalls()) {
    self.folder = folder
    self.calls = calls
  }

  /// Above this many files the whole file system is brought to the disk instead of each of them.
  private static let manyFiles = 64

  private var note: String { folder + "/.pending" }

  /// Notes that the files called `names` are about to be made; none of them may exist, because what is
  /// noted is removed when the change fails.
  func announceNew(_ names: [String]) throws(DatasetError) {
    var isFolder: [Substring: Bool] = [:]
    for name in names {
      // In a folder that is not there yet, nothing can be in the way.
      if let parent = PictureFiles.parent(of: name) {
        let isThere = isFolder[parent] ?? (access(folder + "/" + parent, F_OK) == 0)
        isFolder[parent] = isThere
        guard isThere else { continue }
      }
      if access(folder + "/" + name, F_OK) == 0 { throw .strangeFile(folder + "/" + name) }
    }
    try announce(names)
  }

  /// Notes that the files called `names`, relative to the folder, are about to be made or removed.
  func announce(_ names: [String]) throws(DatasetError) {
    var bytes: [UInt8] = []
    for name in names { bytes += Array(name.utf8) + [0] }
    do throws(SaveError) {
      try AtomicFile.write(bytes, to: note, calls: calls)
    } catch {
      throw .notSaved(error)
    }
  }

  /// Takes the note away: the catalogue now tells the truth about all noted files.
  func settle() { unlink(note) }

  /// Makes the file `name`, which must not exist, and its folder; not yet on the disk.
  func write(_ image: GrayImage, to name: String) throws(DatasetError) {
    let path = folder + "/" + name
    let bytes = PortableGraymap.encode(image)
    do throws(SystemCode) {
      let descriptor = try create(path, in: PictureFiles.parent(of: name))
      do throws(SystemCode) {
        try writeAll(bytes, to: descriptor)
      } catch {
        try? calls.close(descriptor)
        throw error
      }
      try calls.close(descriptor)
    } catch {
      throw .fileFailed(operation: "write", path: path, code: error)
    }
  }

  /// Makes the file at `path`, and its folder where that is missing: asking the system for a folder
  /// that is there costs as much as the file, and threads wait for each other.
  private func create(_ path: String, in parent: Substring?) throws(SystemCode) -> Int32 {
    do throws(SystemCode) {
      return try calls.create(path, mode: 0o666)
    } catch {
      guard error.number == ENOENT, let parent else { throw error }
      if mkdir(folder + "/" + parent, 0o777) != 0, errno != EEXIST { throw SystemCode.current }
      return try calls.create(path, mode: 0o666)
    }
  }

  /// The folder of the file called `name`, relative to the dataset's; nil for the dataset's own.
  private static func parent(of name: String) -> Substring? {
    name.utf8.lastIndex(of: 0x2F).map { name[..<$0] }
  }

  private func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemCode) {
    var done = 0
    while done < bytes.count {
      let result: Result<Int, SystemCode> = bytes.withUnsafeBytes { buffer in
        Result { () throws(SystemCode) in
          try calls.write(descriptor, UnsafeRawBufferPointer(rebasing: buffer[done...]))
        }
      }
      done += try result.get()
    }
  }

  /// Brings the files called `names` and their folders to the disk.
  ///
  /// Many of them by one call for the whole file system: asking for each costs the disk a flush of its
  /// cache a file, some milliseconds. What could not be written is reported either way.
  func synchronize(_ names: [String]) throws(DatasetError) {
    if names.count > PictureFiles.manyFiles {
      try onDisk(folder) { () throws(SystemCode) in
        try withDescriptor(of: folder) { descriptor throws(SystemCode) in
          guard ffs_filesystem_synchronize(descriptor) == 0 else { throw SystemCode.current }
        }
      }
      return
    }
    let parents = Set(names.compactMap(PictureFiles.parent))
    let paths = names.map { folder + "/" + $0 } + parents.sorted().map { folder + "/" + $0 }
    for path in paths + [folder] {
      try onDisk(path) { () throws(SystemCode) in
        try withDescriptor(of: path) { descriptor throws(SystemCode) in
          try calls.synchronize(descriptor)
        }
      }
    }
  }

  private func withDescriptor(
    of path: String, _ body: (Int32) throws(SystemCode) -> Void
  ) throws(SystemCode) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemCode.current }
    defer { close(descriptor) }
    try body(descriptor)
  }

  private func onDisk(
    _ path: String, _ body: () throws(SystemCode) -> Void
  ) throws(DatasetError) {
    do throws(SystemCode) {
      try body()
    } catch {
      // Some network file systems cannot sync a folder; that is their answer, not a failure.
      if error.number == EINVAL, FolderEntries.kind(of: path) == .folder { return }
      throw .fileFailed(operation: "bring to disk", path: path, code: error)
    }
  }

  /// Removes files and the person's folders that they leave empty.
  func remove(_ names: [String]) {
    for name in names { unlink(folder + "/" + name) }
    for parent in Set(names.compactMap(PictureFiles.parent)) {
      // Fails for a folder that still holds something, as it should.
      rmdir(folder + "/" + parent)
    }
  }

  /// Whether an earlier change may have left files behind.
  var hasNote: Bool { access(note, F_OK) == 0 }

  /// The noted names; none when there is no note.
  ///
  /// A name that leads out of the dataset is not ours and is left alone.
  func notedNames() throws(DatasetError) -> [String] {
    guard hasNote else { return [] }
    do throws(FileReadError) {
      return try FileBytes.read(note).split(separator: 0).map {
        String(decoding: $0, as: UTF8.self)
      }
      .filter { !$0.hasPrefix("/") && !$0.split(separator: "/").contains("..") }
    } catch {
      throw .notRead(error)
    }
  }
}
