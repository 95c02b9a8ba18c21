import Synchronization

/// Thrown by work that noticed it had been cancelled.
package struct Cancelled: Error, Equatable {
  package init() {}
}

/// A flag that asks long work to stop; loops look at it between images, folds or grid points.
///
/// One token belongs to one command. It can be raised from any thread, a signal watcher included,
/// and reading it costs one relaxed load.
package final class Cancellation: Sendable {
  private let raised = Atomic<Bool>(false)

  package init() {}

  /// Asks the work that holds this token to stop.
  package func cancel() { raised.store(true, ordering: .releasing) }

  /// Whether somebody asked for a stop.
  package var isCancelled: Bool { raised.load(ordering: .acquiring) }

  /// Throws ``Cancelled`` once somebody asked for a stop.
  package func check() throws(Cancelled) {
    if isCancelled { throw Cancelled() }
  }
}
