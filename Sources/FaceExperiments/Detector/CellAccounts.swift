import Synchronization

/// How long each cell of a sweep has searched, kept by all threads together.
final class CellAccounts: Sendable {
  private let limit: Double?
  /// Seconds taken; infinite for a cell that was stopped.
  private let taken: Mutex<[Double]>

  /// - Parameter seconds: what each may take; nil sets no limit.
  init(cells: Int, seconds: Double?) {
    limit = seconds
    taken = Mutex(Array(repeating: 0, count: cells))
  }

  /// Those of `cells` that have time left, and how much; nil where there is no limit.
  func open(of cells: [Int]) -> (cells: [Int], seconds: [Double]?) {
    guard let limit else { return (cells, nil) }
    return taken.withLock { taken in
      let open = cells.filter { taken[$0] <= limit }
      return (open, open.map { limit - taken[$0] })
    }
  }

  /// Adds what `cell` took for a picture; nil says that it was stopped.
  func charge(_ cell: Int, milliseconds: Double?) {
    taken.withLock { $0[cell] += milliseconds.map { $0 / 1000 } ?? .infinity }
  }

  /// Whether `cell` took more than it may.
  func isUsedUp(_ cell: Int) -> Bool {
    guard let limit else { return false }
    return taken.withLock { $0[cell] > limit }
  }
}
