import DurableFiles
import Glibc

/// The folder of an export while it is being written: out of sight until it is whole.
///
/// A new folder is written beside its place and renamed. One that exists, and is empty, may be
/// somebody's current folder or a disk of its own, so it stays and gets its content from a hidden
/// folder inside, entry by entry, once everything is written.
struct ExportFolder {
  /// The folder as it was asked for.
  let target: String
  /// Where pictures are written.
  let draft: String
  private let isNew: Bool

  /// - Throws: ``DatasetError/targetNotEmpty(_:)`` for what exists and is no empty folder.
  init(_ target: String) throws(DatasetError) {
    self.target = target
    let kind = FolderEntries.kind(of: target)
    if kind != nil {
      guard kind == .folder, try FolderEntries.read(target).isEmpty else {
        throw .targetNotEmpty(target)
      }
    }
    isNew = kind == nil
    var place = target
    while place.count > 1, place.hasSuffix("/") { place.removeLast() }
    let parts = place.split(separator: "/", omittingEmptySubsequences: false)
    let hidden = ".\(isNew ? parts.last ?? "" : "export").\(getpid()).draft"
    let parent = isNew ? parts.dropLast().joined(separator: "/") : place
    let isRoot = isNew && parent.isEmpty && place.hasPrefix("/")
    draft = isRoot ? "/" + hidden : parent.isEmpty ? hidden : parent + "/" + hidden
    guard mkdir(draft, 0o777) == 0 else {
      throw .fileFailed(operation: "make folder", path: target, code: .current)
    }
  }

  /// Puts everything in place; `last` is the entry that comes after all others.
  func publish(last: String) throws(DatasetError) {
    if isNew {
      guard rename(draft, target) == 0 else { throw failure() }
      return
    }
    var entries = try FolderEntries.read(draft).map(\.name).filter { $0 != last }
    entries.append(last)
    for (number, entry) in entries.enumerated()
    where rename(draft + "/" + entry, target + "/" + entry) != 0 {
      let failure = failure()
      for done in entries[..<number] { FolderRemoval.remove(target + "/" + done) }
      throw failure
    }
    rmdir(draft)
  }

  /// Takes away what was written.
  func discard() { FolderRemoval.remove(draft) }

  private func failure() -> DatasetError {
    .fileFailed(operation: "put in place", path: target, code: .current)
  }
}
