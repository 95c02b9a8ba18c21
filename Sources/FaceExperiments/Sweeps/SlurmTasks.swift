/// Cells packed into tasks of Slurm job arrays.
///
/// A task runs several cells one after the other: sites ask that tasks run for minutes, not seconds
/// (ULHPC/ulhpc-docs#148). Arrays have indices from 0 to MaxArraySize − 1
/// (slurm.schedmd.com/job_array.html), so many tasks need several arrays.
package struct SlurmTasks: Equatable, Sendable {
  /// Ids of the cells of each task.
  package let tasks: [[String]]
  /// Tasks that one array may have.
  package let arraySize: Int

  /// - Parameters:
  ///   - cells: what is to be run, in order.
  ///   - perTask: cells of one task, at least 1.
  package init(cells: [String], perTask: Int, arraySize: Int) {
    let perTask = max(1, perTask)
    tasks = stride(from: 0, to: cells.count, by: perTask).map { start in
      Array(cells[start..<min(start + perTask, cells.count)])
    }
    self.arraySize = max(1, arraySize)
  }

  /// The tasks of each array.
  package var arrays: [Range<Int>] {
    stride(from: 0, to: tasks.count, by: arraySize).map { start in
      start..<min(start + arraySize, tasks.count)
    }
  }

  /// One line a task, its cells with commas between them: the file that the scripts read.
  package var list: String { tasks.map { $0.joined(separator: ",") + "\n" }.joined() }

  /// As many cells as fill ten minutes, going by the median of what cells took; 20 where none ran yet.
  package static func cellsPerTask(goingBy seconds: [Double]) -> Int {
    guard !seconds.isEmpty else { return unknownCells }
    let median = seconds.sorted()[seconds.count / 2]
    guard median > taskSeconds / Double(mostCells) else { return mostCells }
    return max(1, Int((taskSeconds / median).rounded()))
  }

  private static let unknownCells = 20
  private static let mostCells = 1000
  private static let taskSeconds = 600.0
}
