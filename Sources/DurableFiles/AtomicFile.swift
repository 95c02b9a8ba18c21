import Glibc

/// The one way files are saved: at every moment the path holds the old file or the new one, whole.
///
/// A temporary file is made in the same folder, written, brought to the disk, read back and
/// compared, put in place by one rename, and the folder is brought to the disk (the order found
/// portable by Pillai et al., "All File Systems Are Not Created Equal", OSDI 2014). On an error the
/// temporary file is removed; one left by a killed program is removed by ``LeftoverFiles``.
///
/// - A link is followed: the file it leads to is replaced, the link stays.
/// - A new file gets the permissions of the umask; a replaced one keeps its own.
/// - Hard links to a replaced file keep the old contents.
package enum AtomicFile {
  /// Refuses a path that nothing can be saved at, before work is done for what is to be saved.
  ///
  /// A temporary file is made there and removed again. What only writing tells, as a full disk, is
  /// told by the save.
  ///
  /// - Throws: ``SaveError``; the file that is there is intact then.
  package static func checkPlace(
    of path: String, calls: any FileSystemCalls = SystemCalls()
  ) throws(SaveError) {
    try AtomicFileWriter(target: path, calls: calls).abandon()
  }

  /// Saves `bytes` at `path`.
  ///
  /// - Throws: ``SaveError``; the file that was there is intact then.
  @discardableResult
  package static func write(
    _ bytes: [UInt8], to path: String, calls: any FileSystemCalls = SystemCalls()
  ) throws(SaveError) -> SavedFile {
    let writer = try AtomicFileWriter(target: path, calls: calls)
    do throws(SaveError) {
      try writer.write(bytes)
      return try writer.finish()
    } catch {
      writer.abandon()
      throw error
    }
  }

  /// Saves what `body` writes, for files that need not be in memory at once.
  ///
  /// - Throws: ``SaveError``, or what `body` threw; the file that was there is intact then.
  @discardableResult
  package static func write(
    to path: String, calls: any FileSystemCalls = SystemCalls(),
    _ body: (AtomicFileWriter) throws -> Void
  ) throws -> SavedFile {
    let writer = try AtomicFileWriter(target: path, calls: calls)
    do {
      try body(writer)
      return try writer.finish()
    } catch {
      writer.abandon()
      throw error
    }
  }

  /// Saves `text` as UTF-8 at `path`.
  ///
  /// - Throws: ``SaveError``; the file that was there is intact then.
  @discardableResult
  package static func write(
    _ text: String, to path: String, calls: any FileSystemCalls = SystemCalls()
  ) throws(SaveError) -> SavedFile {
    try write(Array(text.utf8), to: path, calls: calls)
  }
}
