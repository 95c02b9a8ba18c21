import CooperativeWork
import Glibc
import WorkerProtocol

extension ForeignImages {
  /// Why no video can be read here; nil where the helper and the library for videos both work.
  ///
  /// Asks a helper to open what is no video, and listens for another complaint than that.
  package func videoFault() -> HelperFault? {
    let nothing = Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard nothing >= 0 else { return HelperFault(reason: "/dev/null cannot be opened") }
    defer { close(nothing) }
    do {
      let memory = try SharedMemory(inputBytes: 4096, outputBytes: limits.pixels)
      let helper = try WorkerProcess(path: worker.path, memory: memory, video: nothing)
      let rules = DecodingRules(
        pixels: limits.pixels, side: limits.side, secondsPerFile: 10, allowPartial: false)
      let reply = try helper.ask(
        .openVideo(isCamera: false, rules: rules), stallSeconds: 10, cancellation: Cancellation())
      guard case .failed(let words) = reply, words.contains(WorkerProcess.videoLibraryName) else {
        return nil
      }
      return HelperFault(
        reason: words,
        advice:
          "put \(WorkerProcess.videoLibraryName) of the same build beside \(worker.path), and "
          + "install Debian's libopencv-videoio406")
    } catch let error as WorkerError {
      return HelperFault(error, of: worker)
    } catch {
      return HelperFault(reason: "\(error)")
    }
  }
}

/// The library that filters and cascades are worked with.
package enum OpenCVLibrary {
  /// Why it cannot be used; nil where it can.
  package static func fault() -> HelperFault? {
    OpenCVCall.absence.map { HelperFault(reason: $0, advice: advice) }
  }

  static let advice =
    "put libfacebench-opencv.so of the same build beside facebench, and install Debian's "
    + "libopencv-objdetect406"
}
