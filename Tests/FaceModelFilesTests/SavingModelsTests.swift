import CooperativeWork
import DurableFiles
import FaceModelFiles
import FaceModels
import FaceVocabulary
import Glibc
import Matrices
import TestSupport
import Testing

@Suite("saving a model", .serialized)
struct SavingModelsTests {
  let folder = TemporaryFolder()

  @Test("refuses what no reader should get, and leaves the old file", arguments: ["yml", "h5"])
  func unsavable(suffix: String) throws {
    var models = RandomModels(seed: 61)
    let good = models.model(.eigen)
    let path = folder.file("model.\(suffix)")
    try good.savedQuickly(path)
    func refused(_ change: (inout FaceModel) -> Void) -> ModelFileError? {
      var bad = good
      change(&bad)
      do {
        try ModelFile.save(bad, to: path)
        return nil
      } catch {
        return error as? ModelFileError
      }
    }
    let label = good.labels[0]
    #expect(refused { $0.threshold = .nan } == .unsavable(.notFinite(key: "threshold")))
    #expect(refused { $0.labels = [] } == .unsavable(.untrained))
    #expect(
      refused { $0.roster[label] = "a\0b" }
        == .unsavable(.name(label, problem: .holdsZeroByte)))
    #expect(
      refused { $0.roster[label] = SubjectID(String(repeating: "x", count: 1_025)) }
        == .unsavable(.name(label, problem: .tooLong(bytes: 1_025, limit: 1_024))))
    let infinite = refused {
      guard case .eigen(var subspace) = $0.templates else { return }
      subspace.axes.elements[0] = .infinity
      $0.templates = .eigen(subspace)
    }
    #expect(infinite == .unsavable(.notFinite(key: "eigenvectors")))
    #expect(try ModelFile.load(path) == good)
    #expect(folder.names == ["model.\(suffix)"])
  }

  @Test(
    "refuses a suffix that tells no format, and names those that do",
    arguments: ["model", "model.txt", "model.h5.gz"])
  func suffixes(name: String) throws {
    var models = RandomModels(seed: 67)
    let model = models.model(.lbph)
    let error = ModelFileError.unknownSuffix(path: folder.file(name))
    #expect(throws: error) { try ModelFile.save(model, to: folder.file(name)) }
    #expect(error.hint?.contains(".yml") == true && error.hint?.contains(".h5") == true)
  }

  @Test(
    "on a full disk names it and keeps the old model", arguments: ["yml", "xml.gz", "json", "h5"])
  func fullDisk(suffix: String) throws {
    var models = RandomModels(seed: 71)
    let old = models.model(.eigen)
    let path = folder.file("model.\(suffix)")
    try old.savedQuickly(path)
    let before = try FileBytes.read(path)
    for code in [ENOSPC, EDQUOT, EIO, EROFS, EACCES] {
      #expect(
        throws: ModelFileError.notSaved(
          .failed(step: .write, path: path, code: SystemCode(code), replacing: true))
      ) {
        try ModelFile.save(models.model(), to: path, calls: FullDisk(code: SystemCode(code)))
      }
      #expect(try FileBytes.read(path) == before)
    }
    #expect(folder.names == ["model.\(suffix)"])
  }

  @Test("beside a leftover of a killed save removes it")
  func sweeps() throws {
    var models = RandomModels(seed: 73)
    try write("half a model", folder.file(".facebench-saving-abc.tmp"))
    try ModelFile.save(models.model(), to: folder.file("model.yml"))
    #expect(folder.names == ["model.yml"])
  }

  @Test("killed a hundred times leaves one model or the other, whole", arguments: ["yml", "h5"])
  func kills(suffix: String) throws {
    var models = RandomModels(seed: 79)
    let first = models.model(.eigen)
    let second = models.model(.fisher)
    let path = folder.file("model.\(suffix)")
    // A forked child cannot take Swift's locks, so the bytes are made before.
    let bytes = try [second, first].map { try $0.savedQuickly(path) }
    for round in 0..<100 {
      let child = ForkedChild {
        for _ in 0..<10_000 {
          for model in bytes { _ = try? AtomicFile.write(model, to: path) }
        }
        return 0
      }
      usleep(UInt32(300 + round * 3_571 % 9_000))
      child?.kill()
      #expect(child?.wait() == nil)
      let found = try ModelFile.load(path)
      #expect(found == first || found == second)
    }
    LeftoverFiles.sweep(in: folder.path)
    #expect(folder.names == ["model.\(suffix)"])
  }

  @Test("as a text that OpenCV could not read offers HDF5")
  func tooLarge() throws {
    #expect(TextLimits.bytes == 1_500_000_000)
    var models = RandomModels(seed: 83)
    let model = models.model(.eigen)
    do {
      try ModelFile.save(model, to: folder.file("large.yml"), textLimit: 20)
      Issue.record("saved")
    } catch let error as ModelFileError {
      guard case .textTooLarge(_, _, 20) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(error.hint?.contains(".h5") == true)
    }
    #expect(folder.names.isEmpty)
  }
}

/// A disk that takes no bytes.
private struct FullDisk: FileSystemCalls {
  let code: SystemCode
  private let real = SystemCalls()

  init(code: SystemCode) { self.code = code }

  func create(_ path: String, mode: UInt32) throws(SystemCode) -> Int32 {
    try real.create(path, mode: mode)
  }
  func lock(_ descriptor: Int32) throws(SystemCode) {}
  func setMode(_ descriptor: Int32, mode: UInt32) throws(SystemCode) {}
  func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemCode) -> Int {
    throw code
  }
  func synchronize(_ descriptor: Int32) throws(SystemCode) {}
  func read(
    _ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(SystemCode) -> Int { 0 }
  func close(_ descriptor: Int32) throws(SystemCode) { try real.close(descriptor) }
  func rename(_ source: String, to target: String) throws(SystemCode) {}
  func openFolder(_ path: String) throws(SystemCode) -> Int32 { try real.openFolder(path) }
  func unlink(_ path: String) throws(SystemCode) { try real.unlink(path) }
}
