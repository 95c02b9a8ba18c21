import DurableFiles
import FoundationEssentials
import Glibc

/// A folder with what became of every cell of a plan.
///
/// `plan` is a copy of the plan, `plan.json` its cells in order, `setup.json` what was made for them,
/// `ID.cell` what became of one cell, `slurm/` scripts and logs. Every file is saved whole or not at
/// all, and no two cells share one, so any number of processes on any number of machines may work in
/// one folder, and a kill at any moment loses the cells in hand and nothing else.
package struct SweepLedger: Sendable {
  package let folder: String

  package init(folder: String) { self.folder = folder }

  /// What is known of one cell.
  package enum State: Equatable, Sendable {
    case missing
    case recorded(CellRecord)
    /// Its file cannot be read, for this reason.
    case damaged(String)

    package var isFinished: Bool {
      if case .recorded(let record) = self { return record.isFinished }
      return false
    }
  }

  package var planPath: String { folder + "/plan" }
  package var indexPath: String { folder + "/plan.json" }
  package var setupPath: String { folder + "/setup.json" }
  /// Where scripts and logs of jobs lie.
  package var slurmFolder: String { folder + "/slurm" }

  package func path(of id: String) -> String { "\(folder)/\(id)\(Self.suffix)" }

  /// Whether a sweep was begun here.
  package var exists: Bool { FolderListing.exists(indexPath) }

  /// Makes the folder where there is none; sweeps up what killed saves left behind.
  ///
  /// - Throws: ``SweepError/foreignFolder(_:holds:)`` for a folder of other things.
  package func prepare() throws {
    try FolderListing.make(folder)
    LeftoverFiles.sweep(in: folder)
    guard !exists else { return }
    let foreign = try FolderListing.entries(of: folder).first { !isOwn($0) }
    if let foreign { throw SweepError.foreignFolder(folder, holds: foreign) }
  }

  private func isOwn(_ name: String) -> Bool {
    name.hasPrefix(".") || name.hasSuffix(Self.suffix)
      || ["plan", "plan.json", "setup.json", "slurm"].contains(name)
  }

  /// The right to prepare the folder, held by one process at a time and gone with it.
  package func lock() throws(SweepError) -> SweepLock {
    guard let lock = try SweepLock(folder: folder) else { throw .busy(folder: folder) }
    return lock
  }

  /// What became of the cell called `id`.
  package func state(of id: String) -> State {
    let path = path(of: id)
    guard FolderListing.exists(path) else { return .missing }
    do {
      return .recorded(try CellRecord.read(path, id: id))
    } catch SweepError.damaged(_, let found) {
      return .damaged(found)
    } catch let error as SweepError {
      return .damaged(error.message)
    } catch let error as FileReadError {
      return .damaged(error.message)
    } catch {
      return .damaged("\(error)")
    }
  }

  /// Tells one saving of a cell's file from another.
  package struct Mark: Equatable, Sendable {
    let inode: UInt64
    let seconds: Int
    let nanoseconds: Int
  }

  /// The mark of the file of the cell called `id`; nil where there is none.
  package func mark(of id: String) -> Mark? {
    var status = stat()
    guard stat(path(of: id), &status) == 0 else { return nil }
    return Mark(
      inode: UInt64(status.st_ino), seconds: status.st_mtim.tv_sec,
      nanoseconds: status.st_mtim.tv_nsec)
  }

  package func store(_ record: CellRecord) throws {
    try AtomicFile.write(try record.encoded(), to: path(of: record.outcome.id))
  }

  /// Ids of the cells there are files of, besides `ids`: of an earlier plan, dataset or program.
  package func others(besides ids: Set<String>) -> [String] {
    FolderListing.names(in: folder).filter { $0.hasSuffix(Self.suffix) && !$0.hasPrefix(".") }
      .map { String($0.dropLast(Self.suffix.count)) }.filter { !ids.contains($0) }
  }

  /// Keeps the plan and its cells; files that hold the same already are left alone.
  package func store(_ index: SweepIndex, plan: [UInt8]) throws {
    try replace(planPath, by: plan)
    try replace(indexPath, by: try ResultFile.encoded(index))
  }

  /// The cells of the plan that was run here last.
  package func index() throws -> SweepIndex {
    guard exists else { throw SweepError.notASweep(folder) }
    struct Version: Decodable { var formatVersion: Int }
    let version: Version = try decoded(indexPath)
    guard version.formatVersion <= SweepIndex.currentVersion else {
      throw SweepError.tooNew(file: indexPath, version: version.formatVersion)
    }
    return try decoded(indexPath)
  }

  /// What was made for the cells; nothing where that was never noted or cannot be read.
  package func setup() -> SetupNotes {
    (try? decoded(setupPath)) ?? SetupNotes()
  }

  package func store(_ notes: SetupNotes) throws {
    try replace(setupPath, by: try ResultFile.encoded(notes))
  }

  /// Makes the folder of scripts and logs.
  package func makeSlurmFolder() throws { try FolderListing.make(slurmFolder) }

  /// Numbers of the jobs that were submitted last; none where that was never noted.
  package func submittedJobs() -> [String] {
    guard let bytes = try? FileBytes.read(jobsPath, limit: 1 << 20) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map(String.init).filter { $0.allSatisfy { $0.isASCII && $0.isNumber } }
  }

  /// Notes the numbers of submitted jobs in place of earlier ones.
  package func note(submitted jobs: [String]) throws {
    try replace(jobsPath, by: Array(jobs.map { $0 + "\n" }.joined().utf8))
  }

  private var jobsPath: String { slurmFolder + "/jobs" }

  private func decoded<Value: Decodable>(_ path: String) throws -> Value {
    let bytes = try FileBytes.read(path, limit: 1 << 30)
    guard let value = try? JSONDecoder().decode(Value.self, from: Data(bytes)) else {
      throw SweepError.damaged(file: path, found: "it is no file of a sweep")
    }
    return value
  }

  private func replace(_ path: String, by bytes: [UInt8]) throws {
    if let old = try? FileBytes.read(path, limit: bytes.count), old == bytes { return }
    try AtomicFile.write(bytes, to: path)
  }

  private static let suffix = ".cell"
}

/// What was made before the cells ran, line by line.
package struct SetupNotes: Equatable, Sendable, Codable {
  /// The lines that are done, as they would be typed.
  package var done: [String] = []
  /// The line that was begun last, until it is done; what it makes was not there before.
  package var begun: String?
  /// Fingerprints of the datasets and models that all lines together made, by kind and name.
  package var made: [String: String] = [:]

  package init() {}
}

/// A lock of the kernel on `.lock` in the folder: it goes with the process, however that ends.
package final class SweepLock {
  private let descriptor: Int32

  /// nil where another process has it.
  init?(folder: String) throws(SweepError) {
    descriptor = open(folder + "/.lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else {
      throw .lockFailed(folder: folder, code: .current)
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let code = SystemCode.current
      close(descriptor)
      guard code.number == EWOULDBLOCK else {
        throw .lockFailed(folder: folder, code: code)
      }
      return nil
    }
  }

  deinit { close(descriptor) }
}
