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
    do {
      switch duty {
      case .images:
        try PictureDecoder.warmUp()
        guard WorkerSelf.becomesCopy() else { return 0 }
        // What ties a process to its parent is not copied.
        guard WorkerSelf.bind(toParent: parent) else { return 1 }
        try ImageDuty(words: WorkerSelf.captureErrors()).serve(.inherited())
      case .video:
        // Held until the end: a library that prints would otherwise meet a closed pipe.
        let words = WorkerSelf.captureErrors()
        try withExtendedLifetime(words) { try VideoDuty().serve(.inherited()) }
      }
      return 0
    } catch {
      return 1
    }
  }
}
