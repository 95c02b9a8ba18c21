import DurableFiles
import Glibc
import TestSupport
import Testing

@Suite("reading a whole file")
struct FileBytesTests {
  let folder = TemporaryFolder()

  @Test("gives its bytes, its beginning and its size")
  func reads() throws {
    try AtomicFile.write("0123456789", to: folder.file("digits"))
    #expect(try FileBytes.read(folder.file("digits")) == Array("0123456789".utf8))
    #expect(try FileBytes.prefix(folder.file("digits"), count: 4) == Array("0123".utf8))
    #expect(try FileBytes.count(folder.file("digits")) == 10)
    try AtomicFile.write("", to: folder.file("empty"))
    #expect(try FileBytes.read(folder.file("empty")).isEmpty)
  }

  @Test("has one error for each way it fails")
  func fails() throws {
    let missing = folder.file("missing")
    #expect(throws: FileReadError.failed(path: missing, code: SystemCode(ENOENT))) {
      try FileBytes.read(missing)
    }
    #expect(throws: FileReadError.notAFile(path: folder.path, found: "a folder")) {
      try FileBytes.read(folder.path)
    }
    // Nobody writes to this pipe: opening it must not wait.
    let pipe = folder.file("pipe")
    mkfifo(pipe, 0o600)
    #expect(throws: FileReadError.notAFile(path: pipe, found: "a device or a pipe")) {
      try FileBytes.read(pipe)
    }
    let large = folder.file("large")
    try AtomicFile.write("0123456789", to: large)
    #expect(throws: FileReadError.tooLarge(path: large, bytes: 10, limit: 9)) {
      try FileBytes.read(large, limit: 9)
    }
  }

  @Test("in parts gives each part, and says when the file has become shorter")
  func parts() throws {
    let path = folder.file("digits")
    try AtomicFile.write("0123456789", to: path)
    let file = try OpenFile(path)
    #expect(file.count == 10)
    #expect(try file.bytes(in: 3..<7) == Array("3456".utf8))
    #expect(try file.bytes(in: 10..<10).isEmpty)
    truncate(path, 5)
    #expect(try file.bytes(in: 0..<5) == Array("01234".utf8))
    #expect(throws: FileReadError.becameShorter(path: path)) { try file.bytes(in: 3..<7) }
  }
}
