import DurableFiles
import Glibc
import TestSupport
import Testing

@Suite("Folders to save in")
struct FoldersTests {
  @Test("are made with the folders they lie in, and once more without harm")
  func made() throws {
    let folder = TemporaryFolder()
    let deep = folder.file("a/b/c")
    try Folders.make(deep)
    try Folders.make(deep)
    #expect(access(deep, F_OK) == 0)
  }

  @Test("are looked at before they are there, and nothing is made")
  func absent() throws {
    let folder = TemporaryFolder()
    try Folders.checkWritable(folder.path)
    try Folders.checkWritable(folder.file("a/b/c"))
    #expect(folder.names == [])
  }

  @Test("below a file cannot be")
  func belowFile() throws {
    let folder = TemporaryFolder()
    let file = folder.file("results")
    try AtomicFile.write("text", to: file)
    #expect(throws: SystemCode(ENOTDIR)) { try Folders.checkWritable(file) }
    #expect(throws: SystemCode(ENOTDIR)) { try Folders.checkWritable(file + "/first") }
    #expect(throws: SystemCode(ENOTDIR)) { try Folders.make(file) }
    #expect(throws: SystemCode(ENOTDIR)) { try Folders.make(file + "/first/second") }
  }

  @Test("behind a link that leads nowhere cannot be")
  func lostLink() throws {
    let folder = TemporaryFolder()
    symlink("nowhere", folder.file("link"))
    #expect(throws: SystemCode(ENOENT)) { try Folders.checkWritable(folder.file("link")) }
  }

  @Test("that are not ours are refused", .enabled(if: geteuid() != 0, "permissions bind no root"))
  func forbidden() throws {
    let folder = TemporaryFolder()
    chmod(folder.path, 0o555)
    defer { chmod(folder.path, 0o755) }
    #expect(throws: SystemCode(EACCES)) { try Folders.checkWritable(folder.path) }
    #expect(throws: SystemCode(EACCES)) { try Folders.checkWritable(folder.file("a/b")) }
  }

  @Test(
    "say what to do about what the system refused",
    arguments: [
      (ENOSPC, "free some space"), (EDQUOT, "free some of your space"), (EROFS, "another folder"),
      (EACCES, "who owns 'x'"), (EPERM, "who owns 'x'"), (EMFILE, "ulimit -n"),
      (ENFILE, "end other programs"), (ENAMETOOLONG, "a shorter name"), (EIO, "the system log"),
      (ENOTDIR, "whose folders are folders"), (ELOOP, "'ls -l'"), (ENOMEM, "fewer --jobs"),
    ])
  func hints(number: Int32, words: String) {
    let code = SystemCode(number)
    #expect(code.hint(about: "'x'")?.contains(words) == true)
    #expect(code.hint != nil)
    #expect(FileReadError.failed(path: "x", code: code).hint != nil)
    #expect(
      SaveError.failed(step: .write, path: "x", code: code, replacing: false).hint != nil)
  }
}
