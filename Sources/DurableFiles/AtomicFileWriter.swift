import Glibc

/// Takes the bytes of a file that ``AtomicFile`` is saving.
///
/// One writer belongs to one save and to the thread that makes it.
package final class AtomicFileWriter {
  /// Bytes taken so far.
  package private(set) var byteCount = 0

  private let asked: String
  private let target: SaveTarget
  private let calls: any FileSystemCalls
  private var temporary = ""
  private var descriptor: Int32 = -1
  private var pending: [UInt8] = []
  private var digest: ContentDigest? = ContentDigest()

  /// Small writes are gathered up to this many bytes.
  private static let gathered = 1 << 20
  private static let readBackBlock = 4 << 20

  init(target path: String, calls: any FileSystemCalls) throws(SaveError) {
    asked = path
    self.calls = calls
    target = try SaveTarget(path)
    try create()
  }

  /// Appends `bytes`.
  package func write(_ bytes: [UInt8]) throws(SaveError) {
    guard bytes.count < AtomicFileWriter.gathered else {
      try flush()
      try writeAll(bytes)
      return
    }
    pending += bytes
    if pending.count >= AtomicFileWriter.gathered { try flush() }
  }

  /// Appends the UTF-8 bytes of `text`.
  package func write(_ text: String) throws(SaveError) {
    try write(Array(text.utf8))
  }

  /// Brings everything to the disk, compares it, and puts it in place.
  func finish() throws(SaveError) -> SavedFile {
    try flush()
    try step(.synchronize) { () throws(SystemCode) in try calls.synchronize(descriptor) }
    guard let digest = digest.take() else { preconditionFailure("a save is finished once") }
    let written = digest.finalized()
    guard try readBack() == written else {
      throw .readBackDiffers(path: asked, replacing: replacing)
    }
    try step(.rename) { () throws(SystemCode) in try calls.rename(temporary, to: target.path) }
    temporary = ""
    // The contents are on the disk and in place: a failing close or folder is no failed save.
    let durability = synchronizeFolder()
    release()
    return SavedFile(
      path: target.path, byteCount: byteCount, digest: written, durability: durability)
  }

  /// Removes the temporary file; the target was never touched.
  func abandon() {
    release()
    guard !temporary.isEmpty else { return }
    // Nothing useful can be said when even this fails: the next start sweeps it.
    try? calls.unlink(temporary)
    temporary = ""
  }

  private func release() {
    guard descriptor >= 0 else { return }
    try? calls.close(descriptor)
    descriptor = -1
  }

  private var replacing: Bool { target.mode != nil }

  private func step<Value>(
    _ step: SaveStep, _ call: () throws(SystemCode) -> Value
  ) throws(SaveError) -> Value {
    do throws(SystemCode) {
      return try call()
    } catch {
      throw .failed(step: step, path: asked, code: error, replacing: replacing)
    }
  }

  private func create() throws(SaveError) {
    let prefix = (target.folder == "/" ? "" : target.folder) + "/" + LeftoverFiles.prefix
    var generator = SystemRandomNumberGenerator()
    var attempts = 0
    while true {
      attempts += 1
      let name = prefix + String(generator.next(), radix: 36) + LeftoverFiles.suffix
      do throws(SystemCode) {
        descriptor = try calls.create(name, mode: 0o666)
      } catch {
        if error.number == EEXIST && attempts < 16 { continue }
        throw .failed(step: .create, path: asked, code: error, replacing: replacing)
      }
      temporary = name
      // Where locks are not offered, leftovers are not swept either, so going on is safe.
      try? calls.lock(descriptor)
      if isStillNamed { break }
      // A sweep took the file in the moment before it was locked.
      release()
      temporary = ""
    }
    if let mode = target.mode {
      do {
        try step(.create) { () throws(SystemCode) in try calls.setMode(descriptor, mode: mode) }
      } catch {
        abandon()
        throw error
      }
    }
  }

  private var isStillNamed: Bool {
    var status = stat()
    return fstat(descriptor, &status) != 0 || status.st_nlink > 0
  }

  private func flush() throws(SaveError) {
    guard !pending.isEmpty else { return }
    let bytes = pending
    pending.removeAll(keepingCapacity: true)
    try writeAll(bytes)
  }

  private func writeAll(_ bytes: [UInt8]) throws(SaveError) {
    byteCount += bytes.count
    digest?.update(bytes)
    let failure = bytes.withUnsafeBytes { all -> SystemCode? in
      var rest = all[...]
      while !rest.isEmpty {
        do throws(SystemCode) {
          let written = try calls.write(descriptor, UnsafeRawBufferPointer(rebasing: rest))
          rest = rest.dropFirst(written)
        } catch {
          return error
        }
      }
      return nil
    }
    if let failure {
      throw .failed(step: .write, path: asked, code: failure, replacing: replacing)
    }
  }

  /// The digest of what the disk holds; blocks go from memory first, so that the disk is asked.
  private func readBack() throws(SaveError) -> String {
    _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
    var found = ContentDigest()
    var offset = 0
    let block = UnsafeMutableRawBufferPointer.allocate(
      byteCount: AtomicFileWriter.readBackBlock, alignment: 4096)
    defer { block.deallocate() }
    while true {
      let count: Int
      do throws(SystemCode) {
        count = try calls.read(descriptor, block, at: offset)
      } catch {
        throw .failed(step: .readBack, path: asked, code: error, replacing: replacing)
      }
      if count == 0 { break }
      found.update(UnsafeRawBufferPointer(rebasing: block[..<count]))
      offset += count
    }
    return found.finalized()
  }

  private func synchronizeFolder() -> SavedFile.Durability {
    do throws(SystemCode) {
      let folder = try calls.openFolder(target.folder)
      do throws(SystemCode) {
        try calls.synchronize(folder)
      } catch {
        try? calls.close(folder)
        throw error
      }
      try? calls.close(folder)
      return .durable
    } catch {
      return .unknown(error)
    }
  }
}
