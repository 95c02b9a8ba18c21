import WorkerProtocol

/// The helper program, from its arguments to its exit code.
package enum ForeignFilesWorker {
  /// - Parameter arguments: program, duty, process number of the parent.
  /// - Returns: 0 when the parent hung up, 1 when something is wrong, 2 when started by hand.
  package static func run(arguments: [String]) -> Int32 {
    guard arguments.count == 3, let duty = WorkerProcess.Duty(rawValue: arguments[1]),
      let parent = Int32(arguments[2])
    else { return 2 }
    guard WorkerSelf.bind(toParent: parent) else { return 1 }
    let words = WorkerSelf.captureErrors()
    do {
      switch duty {
      case .images: try ImageDuty(words: words).serve(.inherited())
      case .video: try VideoDuty().serve(.inherited())
      }
      return 0
    } catch {
      return 1
    }
  }
}
