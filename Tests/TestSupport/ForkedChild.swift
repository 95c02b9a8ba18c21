import Glibc

/// A copy of the test process that does one thing and is killed or ends.
///
/// The child has one thread and must do simple things only: whatever lock another thread held at
/// the moment of the fork is held in it for ever.
package struct ForkedChild {
  package let process: Int32

  private typealias Fork = @convention(c) () -> Int32

  /// Runs `body` in a child, which then ends with its result.
  package init?(_ body: () -> Int32) {
    // Swift hides fork, because it is wrong in most programs.
    guard let symbol = dlsym(nil, "fork") else { return nil }
    let fork = unsafeBitCast(symbol, to: Fork.self)
    let process = fork()
    guard process >= 0 else { return nil }
    if process == 0 { _exit(body()) }
    self.process = process
  }

  /// Kills the child without a chance to clean up.
  package func kill() { Glibc.kill(process, SIGKILL) }

  /// Waits for the end; nil when a signal ended it.
  @discardableResult
  package func wait() -> Int32? {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
  }
}
