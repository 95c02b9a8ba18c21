import CommandLanguage
import CooperativeWork
import FaceCommands
import FaceReports
import Glibc

/// The program: reads words, runs commands, returns the exit code.
package enum Shell {
  package static func main(_ arguments: [String]) -> Int32 {
    let tree = CommandTree(Commands.all, globals: GlobalOptions.reader.descriptions)
    do {
      let parsed = try tree.read(arguments.map { Word($0) })
      let options = try GlobalOptions.reader.apply(parsed.globals, to: GlobalOptions())
      guard case .run(let run) = parsed.action else { return 0 }
      let outcome = try run(
        Workbench(
          folder: options.workspace, session: Session(), work: Work(),
          seed: options.seed.map { UInt64($0) }, clock: { 0 }, console: Console()))
      for part in outcome.parts {
        switch part {
        case .text(let text), .sentence(let text, _, _): print(text)
        case .table(let table): print(table)
        }
      }
      return outcome.skipped.isEmpty ? 0 : 3
    } catch let error as UsageError {
      try? StandardStream.error.write("error: \(error.message)\n")
      if let hint = error.hint { try? StandardStream.error.write("hint:  \(hint)\n") }
      return 2
    } catch {
      try? StandardStream.error.write("error: \(error)\n")
      return 1
    }
  }
}
