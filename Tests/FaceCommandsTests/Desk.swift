import CommandLanguage
import CooperativeWork
import DurableFiles
import FaceDatasets
import FaceReports
import FaceVocabulary
import Glibc
import Matrices

@testable import FaceCommands

/// A workspace and a session that take command lines, for one test; removed with the value.
final class Desk: Sendable {
  let folder: String
  let session = Session()
  private let tree = CommandTree(Commands.all)

  init() {
    var template = Array("/tmp/facebench-commands-XXXXXX".utf8CString)
    folder = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp/facebench-commands"
  }

  deinit { Self.remove(folder) }

  /// Runs one line as the shell would, every question answered with yes.
  @discardableResult
  func run(
    _ line: String, jobs: Int = 2, seed: UInt64? = nil, console: Console = Console(),
    cancellation: Cancellation = Cancellation(),
    clock: @escaping @Sendable () -> Double = { 0 }
  ) throws -> Outcome {
    var outcome = Outcome.nothing
    for words in try LineParser.commands(in: line, allowingSemicolons: true) {
      guard case .run(let run) = try tree.read(words).action else { continue }
      outcome = try run(
        Workbench(
          folder: folder, session: session, work: Work(jobs: jobs, cancellation: cancellation),
          seed: seed, clock: clock,
          console: console))
    }
    return outcome
  }

  /// The rows that programs get from one line: values by key.
  func rows(_ line: String, jobs: Int = 2, seed: UInt64? = nil) throws -> [[String: Table.Value]] {
    Self.rows(of: try run(line, jobs: jobs, seed: seed))
  }

  /// The rows that programs get from `outcome`.
  static func rows(of outcome: Outcome) -> [[String: Table.Value]] {
    outcome.parts.flatMap { part -> [[String: Table.Value]] in
      switch part {
      case .table(let table), .shown(_, let table), .sentence(_, .some(let table), _):
        return table.rows.map { row in
          Dictionary(
            zip(table.columns.map(\.key), row).filter { !$0.0.isEmpty },
            uniquingKeysWith: { first, _ in first })
        }
      case .text, .sentence: return []
      }
    }
  }

  /// What a person reads after one line.
  func text(_ line: String, jobs: Int = 2) throws -> String {
    try run(line, jobs: jobs).parts.map { part in
      switch part {
      case .text(let text): text
      case .sentence(let text, _, _): text
      case .table(let table), .shown(let table, _): table.rendered(as: .text, width: 200)
      }
    }.joined(separator: "\n")
  }

  /// The words of the error that one line ends in; nil when it does not.
  func error(_ line: String) -> (message: String, hint: String?)? {
    do {
      try run(line)
      return nil
    } catch let error as UsageError {
      return (error.message, error.hint)
    } catch let error as any ExplainedError {
      return (error.message, error.hint)
    } catch {
      return ("\(error)", nil)
    }
  }

  /// Writes `people` folders of `images` noisy pictures of a pattern of their own; those of
  /// `repeating` are all the first one.
  func makePictures(
    in name: String = "pictures", people: Int = 6, images: Int = 5, noise: Double = 50,
    repeating: Set<Int> = []
  ) throws -> String {
    let root = folder + "/" + name
    mkdir(root, 0o755)
    for person in 0..<people {
      mkdir("\(root)/p\(person)", 0o755)
      for image in 1...images {
        try AtomicFile.write(
          Self.graymap(
            person: person, image: repeating.contains(person) ? 1 : image, noise: noise),
          to: "\(root)/p\(person)/\(image).pgm")
      }
    }
    return root
  }

  /// A 16×20 PGM: the person's waves, and noise of this picture alone.
  static func graymap(
    person: Int, image: Int, noise: Double, width: Int = 16, height: Int = 20
  ) -> [UInt8] {
    var own = SeededGenerator(seed: 7, stream: UInt64(person))
    let waves = (0..<5).map { _ in (own.uniform(), own.uniform(), own.uniform() * 6) }
    var grain = SeededGenerator(seed: 7, stream: UInt64(1000 + person * 100 + image))
    let pixels = (0..<width * height).map { pixel -> UInt8 in
      let x = Double(pixel % width)
      let y = Double(pixel / width)
      let level = waves.reduce(128.0) { $0 + 16 * sin($1.0 * x + $1.1 * y + $1.2) }
      return UInt8(min(255, max(0, level + (grain.uniform() - 0.5) * 2 * noise)))
    }
    return Array("P5\n\(width) \(height)\n255\n".utf8) + pixels
  }

  private static func remove(_ path: String) {
    if let stream = opendir(path) {
      var names: [String] = []
      while let entry = readdir(stream) {
        names.append(
          withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
          })
      }
      closedir(stream)
      for name in names where name != "." && name != ".." { remove("\(path)/\(name)") }
      rmdir(path)
    } else {
      unlink(path)
    }
  }
}

extension Table.Value {
  /// The number in it, if it holds one.
  var asNumber: Double? {
    switch self {
    case .number(let number): number
    case .integer(let integer): Double(integer)
    default: nil
    }
  }
}

extension Desk {
  /// The workbench that commands see.
  var workbench: Workbench {
    Workbench(
      folder: folder, session: session, work: Work(jobs: 2), seed: nil, clock: { 0 },
      console: Console())
  }

  /// The datasets of the workspace.
  var datasets: DatasetLibrary { workbench.datasets }

  /// Writes the pictures of a dataset below `folder` and tells their paths, in its order.
  func export(_ dataset: String, to folder: String) throws -> [String] {
    try run("dataset export \(dataset) \(folder)")
    let list = String(decoding: try FileBytes.read(folder + "/list.csv"), as: UTF8.self)
    return list.split(separator: "\n").compactMap { $0.split(separator: ";").first }
      .map { "\(folder)/\($0)" }
  }

  /// Adds `text` at the end of the file at `path`.
  func append(_ text: String, to path: String) throws {
    try AtomicFile.write(try FileBytes.read(path) + Array(text.utf8), to: path)
  }
}

extension Desk {
  /// The dataset called `name`, seen from below the commands.
  func dataset(_ name: String) throws -> Dataset {
    try DatasetLibrary(folder: folder + "/datasets").open(name)
  }
}
