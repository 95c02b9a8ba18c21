import DurableFiles
import Glibc

/// The lines typed at the prompt, kept from session to session.
///
/// Each line is appended as it is typed, so that several shells share one file without losing each
/// other's lines.
struct HistoryFile: Sendable {
  /// Path of the file; nil where no home is known.
  let path: String?
  /// Lines that are kept.
  static let limit = 2000

  /// `facebench/history` in XDG_STATE_HOME, which is ~/.local/state unless set.
  init(environment: (String) -> String? = Machine.environment) {
    let state = environment("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let folder = state ?? environment("HOME").map { "\($0)/.local/state" }
    path = folder.map { "\($0)/facebench/history" }
  }

  /// Lines of earlier sessions, oldest first; a file that has grown to twice the limit is cut.
  func load() -> [String] {
    guard let path, let bytes = try? FileBytes.read(path, limit: 16 << 20) else { return [] }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    let kept = Array(lines.suffix(Self.limit))
    if lines.count > 2 * Self.limit {
      let text = kept.map { $0 + "\n" }.joined()
      _ = try? AtomicFile.write(Array(text.utf8), to: path)
    }
    return kept
  }

  /// Whether a line is remembered: not when it is empty, repeats the last one, or begins with a
  /// blank, which is how people keep a line private.
  static func remembers(_ line: String, after last: String?) -> Bool {
    !line.isEmpty && line.first?.isWhitespace != true && line != last
  }

  /// Adds a line.
  ///
  /// - Throws: ``StreamError`` where the home cannot be written, as on batch nodes.
  func append(_ line: String) throws(StreamError) {
    guard let path else { throw StreamError(number: ENOENT) }
    try makeFolders(above: path)
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw StreamError(number: errno) }
    defer { close(file) }
    // One write, so that lines of two shells never mix.
    let bytes = Array((line.split(separator: "\n").joined(separator: " ") + "\n").utf8)
    let written = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    if written != bytes.count { throw StreamError(number: written < 0 ? errno : ENOSPC) }
  }

  private func makeFolders(above path: String) throws(StreamError) {
    let parts = path.split(separator: "/").dropLast()
    for count in 1...max(1, parts.count) {
      let folder = "/" + parts.prefix(count).joined(separator: "/")
      if mkdir(folder, 0o700) != 0, errno != EEXIST, errno != EISDIR, access(folder, F_OK) != 0 {
        throw StreamError(number: errno)
      }
    }
  }
}
