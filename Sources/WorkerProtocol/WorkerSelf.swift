import CWorkerShim
import Glibc

/// What a helper does to itself before it touches a stranger's bytes.
package enum WorkerSelf {
  /// Ties this process to its parent's life; false when the parent has gone already.
  package static func bind(toParent parent: Int32) -> Bool { fwk_bind_to_parent(parent) == 0 }

  /// Turns standard error into something that ``ErrorWords`` reads.
  package static func captureErrors() -> ErrorWords? {
    let descriptor = fwk_capture_errors()
    return descriptor < 0 ? nil : ErrorWords(descriptor: descriptor)
  }

  /// Bounds memory to `bytes` above what is mapped now; no file can be opened or written after.
  package static func limitResources(memory bytes: Int) -> Bool { fwk_limit_resources(bytes) == 0 }

  /// What a helper still has to do, and so the system calls that it keeps.
  package enum Task {
    case decode, openVideo, readVideo
  }

  /// Refuses every system call that `task` does not need, for good: a codec that was taken over can
  /// compute and answer, but open, start or reach nothing.
  package static func keepCalls(for task: Task) -> Bool {
    let duty =
      switch task {
      case .decode: FWK_DECODE
      case .openVideo: FWK_OPEN_VIDEO
      case .readVideo: FWK_READ_VIDEO
      }
    return fwk_keep_calls(duty) == 0
  }

  /// Bounds the processor time from now; 0 lifts the bound.
  package static func limitProcessor(seconds: Int) {
    _ = fwk_limit_processor(UInt32(clamping: seconds))
  }

  /// Makes a copy of this process for every request of the parent: returns true in each copy, false
  /// in the original once the parent has gone or babbled.
  ///
  /// - Precondition: this process has one thread.
  package static func becomesCopy() -> Bool { fwk_become_copy() == 1 }

  /// The descriptor of the video or camera that the parent opened.
  package static var inheritedFile: Int32 { Int32(FWK_FILE) }
}

/// What codecs print to standard error while they work.
package final class ErrorWords {
  private let descriptor: Int32
  private var part = [UInt8](repeating: 0, count: 4096)

  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Everything printed since the last call, as lines without empty ones.
  package func take() -> [String] {
    var text: [UInt8] = []
    while true {
      let count = read(descriptor, &part, part.count)
      if count <= 0 { break }
      text += part[0..<count]
    }
    if text.isEmpty { return [] }
    return text.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// The program or test bundle that this code was linked into.
package enum LinkedImage {
  /// Its path as the loader knows it; nil when unknown.
  package static var path: String? { fwk_image_path().map { String(cString: $0) } }
}
