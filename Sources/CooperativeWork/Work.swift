/// What a long piece of work is given from outside: threads, memory, a way to stop, a place to report
/// to.
///
/// Stages read neither the clock nor settings of their own, so everything of that kind comes in here.
package struct Work: Sendable {
  /// Threads that may compute at once, at least 1. Results never depend on it.
  package let jobs: Int
  /// Bytes that it may hold at once; what needs more is refused before it begins.
  package let memoryLimitBytes: Int
  /// Raised when the user wants the command to end.
  package let cancellation: Cancellation
  /// Told how far the work is; silent by default.
  package let progress: @Sendable (ProgressStep) -> Void

  package init(
    jobs: Int = 1, memoryLimitBytes: Int = .max, cancellation: Cancellation = Cancellation(),
    progress: @escaping @Sendable (ProgressStep) -> Void = { _ in }
  ) {
    self.jobs = max(1, jobs)
    self.memoryLimitBytes = memoryLimitBytes
    self.cancellation = cancellation
    self.progress = progress
  }

  /// The same work as a part of a longer one, of which `done` of `total` units are done already.
  package func part(from done: Int, of total: Int) -> Work {
    Work(jobs: jobs, memoryLimitBytes: memoryLimitBytes, cancellation: cancellation) { step in
      progress(ProgressStep(activity: step.activity, done: done + step.done, total: total))
    }
  }

  /// The same work on `jobs` threads.
  package func limited(to jobs: Int) -> Work {
    Work(
      jobs: jobs, memoryLimitBytes: memoryLimitBytes, cancellation: cancellation,
      progress: progress)
  }

  /// The same work, which may hold `memoryLimitBytes`.
  package func holding(atMost memoryLimitBytes: Int) -> Work {
    Work(
      jobs: jobs, memoryLimitBytes: memoryLimitBytes, cancellation: cancellation,
      progress: progress)
  }

  /// The same work, of whose progress nobody is told.
  package var silent: Work {
    Work(jobs: jobs, memoryLimitBytes: memoryLimitBytes, cancellation: cancellation)
  }
}

/// One report of progress: `done` of `total` units of `activity`.
package struct ProgressStep: Sendable, Equatable {
  /// What is being done, as a present participle: "decoding", "training".
  package let activity: String
  /// Units finished so far.
  package let done: Int
  /// Units in all; nil when nobody can know.
  package let total: Int?

  package init(activity: String, done: Int, total: Int?) {
    self.activity = activity
    self.done = done
    self.total = total
  }
}
