import CWorkerShim
import Glibc

/// Memory that a helper and its parent both see: a progress word, room for input, room for output.
///
/// Mapped for the life of the value. The parent trusts nothing in it but the bytes of pictures.
package final class SharedMemory {
  /// Where input begins, after the page of the progress word.
  package static let inputStart = 4096
  /// Input is followed by this many spare bytes, so that a decoder may close a cut-off file.
  package static let inputPadding = 64

  package let descriptor: Int32
  /// All bytes, the progress word included.
  package let size: Int
  /// Where output begins.
  package let outputStart: Int
  private let base: UnsafeMutableRawPointer

  /// New memory with room for `inputBytes` and `outputBytes`; pages cost nothing until written.
  ///
  /// - Throws: ``WorkerError/system(call:errno:)``.
  package convenience init(inputBytes: Int, outputBytes: Int) throws(WorkerError) {
    let page = 4096
    let padded = (inputBytes + Self.inputPadding + page - 1) / page * page
    let outputStart = Self.inputStart + padded
    let size = outputStart + (outputBytes + page - 1) / page * page
    let descriptor = fwk_memory_create(size)
    guard descriptor >= 0 else { throw .system(call: "memfd_create", errno: -descriptor) }
    try self.init(adopting: descriptor, size: size, outputStart: outputStart)
  }

  /// The memory that the parent of this process gave it.
  package static func inherited() throws(WorkerError) -> SharedMemory {
    var facts = stat()
    guard fstat(Int32(FWK_MEMORY), &facts) == 0 else {
      throw .system(call: "fstat", errno: errno)
    }
    return try SharedMemory(
      adopting: Int32(FWK_MEMORY), size: Int(facts.st_size), outputStart: nil)
  }

  /// - Parameter known: where output begins; nil to read it from the memory, where the parent wrote it.
  private init(adopting descriptor: Int32, size: Int, outputStart known: Int?) throws(WorkerError) {
    guard
      size >= Self.inputStart,
      let base = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      base != MAP_FAILED
    else {
      let failure = errno
      close(descriptor)
      throw .system(call: "mmap", errno: failure)
    }
    self.descriptor = descriptor
    self.size = size
    self.base = base
    outputStart = known ?? base.load(fromByteOffset: 8, as: Int.self)
    base.storeBytes(of: outputStart, toByteOffset: 8, as: Int.self)
    guard outputStart > Self.inputStart, outputStart <= size else { throw .badMessage }
  }

  deinit {
    munmap(base, size)
    close(descriptor)
  }

  /// Bytes that input may take.
  package var inputRoom: Int { outputStart - Self.inputStart - Self.inputPadding }
  /// Bytes that output may take.
  package var outputRoom: Int { size - outputStart }

  /// Number of the job that the helper works on; −1 when it works on none. Written by the helper,
  /// read by the parent after its death to tell which file was to blame.
  package var progress: Int {
    get { base.load(as: Int.self) }
    set { base.storeBytes(of: newValue, as: Int.self) }
  }

  /// The bytes at `offset`, or nil when they do not all lie in this memory.
  package func bytes(at offset: Int, count: Int) -> UnsafeMutableRawBufferPointer? {
    guard offset >= 0, count >= 0, offset <= size, count <= size - offset else { return nil }
    return UnsafeMutableRawBufferPointer(start: base + offset, count: count)
  }

  /// Gives pages beyond the first `kept` bytes of input and of output back to the system.
  package func trim(keeping kept: Int) {
    let page = 4096
    let keptPages = (kept + page - 1) / page * page
    for (start, end) in [(Self.inputStart, outputStart), (outputStart, size)]
    where start + keptPages < end {
      madvise(base + start + keptPages, end - start - keptPages, MADV_REMOVE)
    }
  }
}
