package import DurableFiles
import FaceVocabulary

/// Why a folder of cells could not be used.
package enum SweepError: Error, Equatable, Sendable {
  /// Cells ran there before, and nobody said what is to happen with them.
  case holdsCells(folder: String, finished: Int, others: Int)
  /// The folder holds files that no sweep has.
  case foreignFolder(String, holds: String)
  /// No sweep was ever run there.
  case notASweep(String)
  /// A file is not what was written.
  case damaged(file: String, found: String)
  case tooNew(file: String, version: Int)
  /// No cell's id begins so.
  case noCell(String, count: Int)
  /// Several cells' ids begin so.
  case severalCells(String, [String])
  /// Another run prepares the folder right now.
  case busy(folder: String)
  case lockFailed(folder: String, code: SystemCode)
}

extension SweepError: ExplainedError {
  package var message: String {
    switch self {
    case .holdsCells(let folder, let finished, let others):
      "'\(folder)' holds \(Self.counted(finished)) that finished"
        + (others > 0 ? " and \(others) that failed or cannot be read" : "")
    case .foreignFolder(let folder, let entry):
      "'\(folder)' holds '\(entry)', which is no part of a sweep"
    case .notASweep(let folder): "'\(folder)' holds no sweep: there is no plan.json in it"
    case .damaged(let file, let found): "\(file) is damaged: \(found)"
    case .tooNew(let file, let version):
      "\(file) has format version \(version), written by a newer facebench"
    case .noCell(let id, let count): "none of the plan's \(Self.counted(count)) begins with '\(id)'"
    case .severalCells(let id, let ids):
      "'\(id)' is the beginning of \(ids.prefix(4).joined(separator: ", "))"
        + (ids.count > 4 ? " and more" : "")
    case .busy(let folder): "another 'sweep run' prepares '\(folder)' right now"
    case .lockFailed(let folder, let code): "could not lock '\(folder)': \(code.words)"
    }
  }

  package var hint: String? {
    switch self {
    case .holdsCells:
      "'--resume' keeps what finished and runs the rest; '--into DIR' begins elsewhere"
    case .foreignFolder: "name a new or an empty folder with --into"
    case .notASweep: "'sweep run PLAN' makes one beside the plan and tells its name"
    case .damaged(let file, _):
      file.hasSuffix("/plan.json") || file.hasSuffix("/setup.json")
        ? "'sweep run PLAN --resume' writes it again" : "'sweep run PLAN --resume' runs it again"
    case .tooNew: "update facebench"
    case .noCell:
      "'sweep run PLAN --dry-run' lists them; a changed plan, dataset or program makes other cells"
    case .severalCells: "type more of it"
    case .busy: "wait until it runs its cells, then say '--resume'"
    case .lockFailed(let folder, let code): code.hint(about: "'\(folder)'")
    }
  }

  package var kind: String {
    switch self {
    case .holdsCells: "sweep_exists"
    case .foreignFolder: "not_a_sweep_folder"
    case .notASweep: "no_sweep"
    case .damaged: "sweep_damaged"
    case .tooNew: "sweep_too_new"
    case .noCell, .severalCells: "cell_not_found"
    case .busy: "sweep_busy"
    case .lockFailed: "file_failed"
    }
  }

  private static func counted(_ count: Int) -> String { count == 1 ? "1 cell" : "\(count) cells" }
}
