import DurableFiles
import Glibc
import Testing

@testable import FaceDatasets
@testable import SQLiteStore

@Suite("What the system refuses under a dataset")
struct FullDiskTests {
  @Test(
    "is told with what helps against it",
    arguments: [
      (ENOSPC, "the disk is full (ENOSPC)", "free some space"),
      (EDQUOT, "the disk quota is used up (EDQUOT)", "free some of your space"),
      (EROFS, "the disk is mounted read-only (EROFS)", "choose another folder"),
      (EACCES, "permission denied (EACCES)", "check who owns 'x/1.pgm'"),
      (EMFILE, "too many files open (EMFILE)", "ulimit -n"),
      (EIO, "the disk reported an error (EIO)", "system log"),
    ])
  func hints(number: Int32, words: String, hint: String) {
    let failed = DatasetError.fileFailed(
      operation: "write", path: "x/1.pgm", code: SystemCode(number))
    #expect(failed.message.hasPrefix("could not write 'x/1.pgm': "))
    #expect(failed.message.hasSuffix(words))
    #expect(failed.hint?.contains(hint) == true)
    let unread = DatasetError.notRead(.failed(path: "list.csv", code: SystemCode(number)))
    #expect(unread.message.hasSuffix(words))
    #expect(unread.hint?.isEmpty == false)
    // SQLite keeps the reason of the call that failed below it.
    let failure = StoreFailure(
      code: 14, extendedCode: 14, reason: "unable to open", sql: nil, path: "catalogue.sqlite",
      systemNumber: number)
    #expect(
      DatasetError.store(.failed(failure)).hint
        == SystemCode(number).hint(about: "the dataset's folder"))
  }

  @Test("of a catalogue comes with the system's number")
  func catalogue() throws {
    let error = #expect(throws: StoreError.self) {
      try SQLiteConnection(path: "/proc/nowhere/catalogue.sqlite", access: .create)
    }
    #expect(error?.systemNumber == ENOENT)
  }
}
