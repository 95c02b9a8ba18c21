import DurableFiles
import Glibc
import TestSupport
import Testing

@Suite("a save that is killed", .serialized)
struct KilledSaveTests {
  let folder = TemporaryFolder()

  private static func contents(_ letter: UInt8, count: Int) -> [UInt8] {
    [UInt8](repeating: letter, count: count)
  }

  @Test("at a random moment, a hundred times, leaves a whole file and a removable leftover")
  func randomKills() throws {
    let path = folder.file("model")
    let first = KilledSaveTests.contents(65, count: 3 << 20)
    let second = KilledSaveTests.contents(66, count: 2 << 20)
    try AtomicFile.write(first, to: path)
    let whole = [ContentDigest.hex(of: first), ContentDigest.hex(of: second)]
    var leftovers = 0
    for round in 0..<100 {
      let child = ForkedChild {
        for _ in 0..<1_000 {
          _ = try? AtomicFile.write(second, to: path)
          _ = try? AtomicFile.write(first, to: path)
        }
        return 0
      }
      // Times that wander over several saves.
      usleep(UInt32(200 + round * 7_919 % 20_000))
      child?.kill()
      #expect(child?.wait() == nil)
      #expect(whole.contains(ContentDigest.hex(of: try FileBytes.read(path))))
      leftovers += LeftoverFiles.sweep(in: folder.path)
      #expect(folder.names == ["model"])
    }
    // The kills fell into saves, not between them, or the test shows nothing.
    #expect(leftovers > 0)
  }

  @Test("at each of its calls leaves the old file or the new one", arguments: SaveCall.allCases)
  func killAtCall(call: SaveCall) throws {
    let path = folder.file("model")
    try AtomicFile.write("old", to: path)
    let child = ForkedChild {
      let calls = FaultyCalls { made, _ in
        if made == call { raise(SIGKILL) }
        return nil
      }
      _ = try? AtomicFile.write("new", to: path, calls: calls)
      return 0
    }
    // Nothing is unlinked by a save that succeeds.
    #expect(child?.wait() == (call == .unlink ? 0 : nil))
    let found = String(decoding: try FileBytes.read(path), as: UTF8.self)
    let renamed = [.openFolder, .close, .unlink].contains(call)
    #expect(found == (renamed ? "new" : "old"))
    LeftoverFiles.sweep(in: folder.path)
    #expect(folder.names == ["model"])
  }

  @Test("is not swept while it runs")
  func sweepSparesTheLiving() throws {
    let path = folder.file("model")
    let sweeps = FaultyCalls()
    try AtomicFile.write(to: path, calls: sweeps) { writer in
      try writer.write("alive")
      #expect(folder.names.count == 1)
      #expect(LeftoverFiles.sweep(in: folder.path) == 0)
      #expect(folder.names.count == 1)
    }
    #expect(try FileBytes.read(path) == Array("alive".utf8))
  }

  @Test("takes no other files along when it is swept")
  func sweepSparesOthers() throws {
    for name in ["a.tmp", ".facebench-saving-x", ".facebench-saving-y.tmp"] {
      // Not by a save: children that other tests fork meanwhile would hold its lock a little longer.
      let descriptor = open(folder.file(name), O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
      try #require(descriptor >= 0)
      close(descriptor)
    }
    #expect(LeftoverFiles.sweep(inFolderOf: folder.file("any")) == 1)
    #expect(folder.names == [".facebench-saving-x", "a.tmp"])
  }
}
