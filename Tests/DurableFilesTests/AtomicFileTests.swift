import DurableFiles
import Glibc
import TestSupport
import Testing

@Suite("an atomic save")
struct AtomicFileTests {
  let folder = TemporaryFolder()

  private func bytes(_ path: String) throws -> [UInt8] { try FileBytes.read(path) }

  private func mode(_ path: String) -> UInt32 {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test("puts exactly the bytes in place and tells their digest")
  func saves() throws {
    let path = folder.file("new")
    let saved = try AtomicFile.write("hello", to: path)
    #expect(try bytes(path) == Array("hello".utf8))
    #expect(saved.digest == ContentDigest.hex(of: "hello"))
    #expect(saved.byteCount == 5)
    #expect(saved.durability == .durable)
    #expect(saved.warning == nil)
    #expect(folder.names == ["new"])
  }

  @Test("takes files in pieces of any size", arguments: [1, 1_000, 1 << 20, 3 << 20])
  func streams(piece: Int) throws {
    let path = folder.file("stream")
    let all = (0..<(4 << 20) + 17).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 9)) }
    let pieces = piece < 100 ? Array(all.prefix(5_000)) : all
    let saved = try AtomicFile.write(to: path) { writer in
      for start in stride(from: 0, to: pieces.count, by: piece) {
        try writer.write(Array(pieces[start..<min(start + piece, pieces.count)]))
      }
    }
    #expect(try bytes(path) == pieces)
    #expect(saved.byteCount == pieces.count)
  }

  @Test("gives new files the permissions of the umask and keeps those of old ones")
  func permissions() throws {
    let new = folder.file("new")
    try AtomicFile.write("a", to: new)
    let plain = folder.file("plain")
    close(open(plain, O_CREAT | O_WRONLY, 0o666))
    #expect(mode(new) == mode(plain))
    let old = folder.file("private")
    try AtomicFile.write("a", to: old)
    chmod(old, 0o600)
    try AtomicFile.write("b", to: old)
    #expect(mode(old) == 0o600)
  }

  @Test("a place is looked at without leaving a trace")
  func places() throws {
    try AtomicFile.checkPlace(of: folder.file("new"))
    #expect(folder.names.isEmpty)
    let old = folder.file("old")
    try AtomicFile.write("old", to: old)
    try AtomicFile.checkPlace(of: old)
    #expect(try bytes(old) == Array("old".utf8))
    #expect(folder.names == ["old"])
    for (path, hint) in [
      (
        folder.file("nowhere/new"),
        "its folder does not exist: make that first, or name another path"
      ),
      (folder.file("old/new"), "name a path whose folders are folders"),
      (folder.path, "name a file inside it, or another path"),
    ] {
      let error = #expect(throws: SaveError.self) { try AtomicFile.checkPlace(of: path) }
      #expect(error?.hint == hint, "\(path)")
    }
  }

  @Test("follows links and leaves them")
  func links() throws {
    mkdir(folder.file("inner"), 0o755)
    try AtomicFile.write("old", to: folder.file("inner/real"))
    symlink("inner/real", folder.file("link"))
    symlink("link", folder.file("second"))
    let saved = try AtomicFile.write("new", to: folder.file("second"))
    #expect(saved.path == folder.file("inner/real"))
    #expect(try bytes(folder.file("inner/real")) == Array("new".utf8))
    #expect(folder.names == ["inner", "link", "second"])
    symlink("round", folder.file("round"))
    #expect(throws: SaveError.self) { try AtomicFile.write("x", to: folder.file("round")) }
  }

  @Test("follows a link to a file that is not there yet")
  func danglingLink() throws {
    symlink("later", folder.file("link"))
    try AtomicFile.write("x", to: folder.file("link"))
    #expect(try bytes(folder.file("later")) == Array("x".utf8))
  }

  @Test("refuses folders, pipes, devices and empty names by what they are")
  func notFiles() {
    mkfifo(folder.file("pipe"), 0o600)
    let pipe = "a device or a pipe"
    for (path, found) in [
      (folder.path, "a folder"), (folder.file("pipe"), pipe), ("/dev/full", pipe),
      ("", "no file name"),
    ] {
      #expect(throws: SaveError.notReplaceable(path: path, found: found)) {
        try AtomicFile.write("x", to: path)
      }
    }
  }

  @Test("names a folder that is not there")
  func missingFolder() {
    let path = folder.file("no/such")
    #expect(
      throws: SaveError.failed(
        step: .create, path: path, code: SystemCode(ENOENT), replacing: false)
    ) { try AtomicFile.write("x", to: path) }
  }

  @Test("writes on after the disk takes only a part")
  func shortWrites() throws {
    let calls = FaultyCalls(mostWritten: 7)
    try AtomicFile.write("twenty-six letters or so", to: folder.file("short"), calls: calls)
    #expect(try bytes(folder.file("short")) == Array("twenty-six letters or so".utf8))
    #expect(calls.counts[.write] == 4)
  }

  @Test("notices a disk that returns other bytes")
  func damagedDisk() throws {
    let path = folder.file("model")
    try AtomicFile.write("old", to: path)
    #expect(throws: SaveError.readBackDiffers(path: path, replacing: true)) {
      try AtomicFile.write("new", to: path, calls: FaultyCalls(damaged: true))
    }
    #expect(try bytes(path) == Array("old".utf8))
    #expect(folder.names == ["model"])
  }

  @Test("tells 'saved, durability unknown' from 'not saved'", arguments: [true, false])
  func folderNotSynchronised(atOpening: Bool) throws {
    let path = folder.file("model")
    let calls = FaultyCalls { call, before in
      (atOpening && call == .openFolder) || (!atOpening && call == .synchronize && before == 1)
        ? SystemCode(EIO) : nil
    }
    let saved = try AtomicFile.write("new", to: path, calls: calls)
    #expect(saved.durability == .unknown(SystemCode(EIO)))
    #expect(saved.warning?.contains("is saved, but may be gone after a power cut") == true)
    #expect(try bytes(path) == Array("new".utf8))
  }

  @Test("throws on what the writing closure throws, and leaves nothing")
  func bodyFails() throws {
    struct Stop: Error {}
    try AtomicFile.write("old", to: folder.file("model"))
    #expect(throws: Stop.self) {
      try AtomicFile.write(to: folder.file("model")) { writer in
        try writer.write("half")
        throw Stop()
      }
    }
    #expect(try bytes(folder.file("model")) == Array("old".utf8))
    #expect(folder.names == ["model"])
  }
}

@Suite("a save that fails")
struct FailingSaveTests {
  let folder = TemporaryFolder()

  struct Fault: Sendable, CustomTestStringConvertible {
    let call: SaveCall
    let step: SaveStep
    let code: Int32
    var testDescription: String { "\(call) fails with \(SystemCode(code).words)" }
  }

  static let faults: [Fault] = [
    (SaveCall.create, SaveStep.create), (.setMode, .create), (.write, .write),
    (.synchronize, .synchronize), (.read, .readBack), (.rename, .rename),
  ].flatMap { call, step in
    [ENOSPC, EDQUOT, EIO, EROFS, EACCES, EMFILE].map { Fault(call: call, step: step, code: $0) }
  }

  @Test("leaves the old file, no temporary one, and says why", arguments: faults)
  func oldFileStays(fault: Fault) throws {
    let path = folder.file("model.yml")
    try AtomicFile.write("old", to: path)
    let code = SystemCode(fault.code)
    let calls = FaultyCalls { call, _ in call == fault.call ? code : nil }
    let expected = SaveError.failed(step: fault.step, path: path, code: code, replacing: true)
    #expect(throws: expected) { try AtomicFile.write("new", to: path, calls: calls) }
    #expect(try FileBytes.read(path) == Array("old".utf8))
    #expect(folder.names == ["model.yml"])
    #expect(expected.message.contains(path))
    #expect(expected.message.contains("the file that was there is intact"))
  }

  @Test("names the errors that users meet in words")
  func words() {
    let words = [ENOSPC, EDQUOT, EIO, EROFS, EACCES, EMFILE].map { SystemCode($0).words }
    #expect(
      words == [
        "the disk is full (ENOSPC)", "the disk quota is used up (EDQUOT)",
        "the disk reported an error (EIO)", "the disk is mounted read-only (EROFS)",
        "permission denied (EACCES)", "this program has too many files open (EMFILE)",
      ])
    #expect(SystemCode(9_999).words == "system error 9999")
  }

  @Test("at any of its writes leaves the old file", arguments: 0..<5)
  func nthWrite(n: Int) throws {
    let path = folder.file("model")
    try AtomicFile.write("old", to: path)
    let calls = FaultyCalls { call, before in
      call == .write && before == n ? SystemCode(ENOSPC) : nil
    }
    #expect(throws: SaveError.self) {
      try AtomicFile.write(to: path, calls: calls) { writer in
        for _ in 0..<5 { try writer.write([UInt8](repeating: 7, count: 2 << 20)) }
      }
    }
    #expect(try FileBytes.read(path) == Array("old".utf8))
    #expect(folder.names == ["model"])
  }

  @Test("for want of a lock or at closing is no failure at all")
  func harmlessFaults() throws {
    let calls = FaultyCalls { call, _ in
      call == .lock || call == .close ? SystemCode(EIO) : nil
    }
    try AtomicFile.write("new", to: folder.file("model"), calls: calls)
    #expect(try FileBytes.read(folder.file("model")) == Array("new".utf8))
  }
}
