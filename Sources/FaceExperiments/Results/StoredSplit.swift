import DurableFiles
import FaceDatasets
package import FaceVocabulary

/// The split of a stored result, still in its file.
///
/// Only a rerun and draws over a world set need it, and on leave-one-out over n faces it has n²
/// rows: everything else leaves it alone.
package struct StoredSplit: Equatable, Sendable {
  /// Path of `split.csv`.
  let file: String
  /// SHA-256 that the manifest gives it.
  let digest: String?

  /// The bytes of the file, compared with the digest.
  ///
  /// - Throws: ``ResultError/damaged(file:found:)``, or what the disk said.
  package func bytes() throws(ResultError) -> [UInt8] {
    let bytes = try ResultFile.bytes(file)
    guard ContentDigest.hex(of: bytes) == digest else {
      throw .damaged(file: file, found: "bytes with another digest than the manifest's")
    }
    return bytes
  }

  /// The split that ``bytes()`` hold.
  ///
  /// - Complexity: O(rows): 0.3 s for 160,000.
  package func read() throws(ResultError) -> Split {
    let text = String(decoding: try bytes(), as: UTF8.self)
    do throws(SplitError) {
      return try Split.parse(csv: text, file: file)
    } catch {
      throw .damaged(file: file, found: "a list that is no split")
    }
  }
}
