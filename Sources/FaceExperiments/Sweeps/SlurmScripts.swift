/// The batch scripts that run a sweep on a cluster.
///
/// Nothing a user named stands in a line that Slurm reads: logs lie in the working folder, which is
/// given to `sbatch` beside the script. What bash reads is quoted.
package struct SlurmScripts: Sendable {
  /// The program, absolute.
  package var program: String
  /// The folder to run in, as paths in the plan are meant from it.
  package var currentFolder: String
  package var workspace: String
  /// The folder of the cells, absolute.
  package var ledger: SweepLedger
  /// Name of the plan's file.
  package var plan: String
  /// Threads of one task.
  package var threads: Int
  /// Tasks of one array that may run at once; nil for no limit.
  package var atOnce: Int?
  /// `--seed` of the whole run; nil when none was given.
  package var seed: UInt64?
  /// Seeds of the cells, for the log.
  package var seedsOfCells: [String]

  package init(
    program: String, currentFolder: String, workspace: String, ledger: SweepLedger, plan: String,
    threads: Int, atOnce: Int?, seed: UInt64?, seedsOfCells: [String]
  ) {
    self.program = program
    self.currentFolder = currentFolder
    self.workspace = workspace
    self.ledger = ledger
    self.plan = plan
    self.threads = threads
    self.atOnce = atOnce
    self.seed = seed
    self.seedsOfCells = seedsOfCells
  }

  /// Where the cells of each task are listed.
  package var listPath: String { ledger.slurmFolder + "/tasks" }

  /// Where the merged table goes.
  package var tablePath: String { ledger.folder + "/merged.csv" }

  /// The script of the array that runs `tasks` of all.
  ///
  /// The program takes the place of bash, so that SIGTERM at the time limit, or before a preemption,
  /// reaches it: it then drops the cell in hand. `--requeue` and `--resume` together go on with the rest.
  package func array(_ tasks: Range<Int>) -> String {
    let limit = atOnce.map { "%\($0)" } ?? ""
    let first =
      tasks.lowerBound == 0
      ? "$SLURM_ARRAY_TASK_ID" : "$((SLURM_ARRAY_TASK_ID + \(tasks.lowerBound)))"
    let seedOption = seed.map { " --seed \($0)" } ?? ""
    return """
      #!/bin/bash
      #SBATCH --job-name=\(jobName)
      #SBATCH --array=0-\(tasks.count - 1)\(limit)
      #SBATCH --cpus-per-task=\(threads)
      #SBATCH --output=%x_%A_%a.out
      #SBATCH --open-mode=append
      #SBATCH --requeue
      #SBATCH --signal=B:TERM@60
      : "${SLURM_ARRAY_TASK_ID:?submit this script with sbatch}"
      task=\(first)
      cells=$(sed -n "$((task + 1))p" \(BashWord.quoted(listPath))) || exit
      printf 'host %s, job %s_%s, task %s, threads %s, seed %s\\n' "$HOSTNAME" \\
        "$SLURM_ARRAY_JOB_ID" "$SLURM_ARRAY_TASK_ID" "$task" "$SLURM_CPUS_PER_TASK" \\
        \(BashWord.quoted(seedWords))
      cd -- \(BashWord.quoted(currentFolder)) || exit
      exec \(BashWord.quoted(program)) --workspace \(BashWord.quoted(workspace))\(seedOption) \\
        --quiet --color never \\
        sweep run \(BashWord.quoted(ledger.planPath)) \\
        --into \(BashWord.quoted(ledger.folder)) --resume --only "$cells"

      """
  }

  /// The script that merges the cells once all arrays have ended.
  package var merge: String {
    """
    #!/bin/bash
    #SBATCH --job-name=\(jobName)-merge
    #SBATCH --output=%x_%j.out
    #SBATCH --open-mode=append
    printf 'host %s, job %s\\n' "$HOSTNAME" "${SLURM_JOB_ID:-}"
    cd -- \(BashWord.quoted(currentFolder)) || exit
    exec \(BashWord.quoted(program)) --quiet --color never \\
      --csv --output \(BashWord.quoted(tablePath)) \\
      sweep merge \(BashWord.quoted(ledger.folder))

    """
  }

  /// Options of `sbatch` that keep logs where the script is, beside its own `--output`.
  ///
  /// Slurm joins the working folder and the log's name first and reads `%` in both then, as tried with
  /// 22.05: a folder with one in its name is given with `%%`.
  package func logOptions(isMerge: Bool = false) -> [String] {
    guard ledger.slurmFolder.contains("%") else { return [] }
    let folder = ledger.slurmFolder.map { $0 == "%" ? "%%" : String($0) }.joined()
    return ["--output=\(folder)/\(isMerge ? "%x_%j.out" : "%x_%A_%a.out")"]
  }

  /// Whether Slurm can keep logs in the folder: a backslash anywhere in the path ends all reading of
  /// `%`, so that every task would write one file.
  package var canKeepLogs: Bool {
    !ledger.slurmFolder.unicodeScalars.contains { $0 == "\\" || $0.value < 32 }
  }

  /// The plan's name without its suffix, in letters that mean nothing to anybody.
  package var jobName: String {
    let stem = plan.split(separator: "/").last.map(String.init) ?? plan
    let name = stem.lastIndex(of: ".").map { String(stem[..<$0]) } ?? stem
    let plain = name.unicodeScalars.prefix(60).map { scalar in
      BashWord.isPlain(scalar) && scalar != "/" ? Character(scalar) : "_"
    }
    let text = String(plain)
    return text.contains { $0 != "_" && $0 != "-" && $0 != "." } ? text : "sweep"
  }

  private var seedWords: String {
    let shown = seedsOfCells.prefix(8).joined(separator: ",")
    return seedsOfCells.count > 8 ? "\(shown) and \(seedsOfCells.count - 8) more" : shown
  }
}

/// Texts as words of bash.
package enum BashWord {
  /// `text` so that bash reads it as one word, as it is.
  package static func quoted(_ text: String) -> String {
    if !text.isEmpty, text.unicodeScalars.allSatisfy(isPlain), text.first != "-" { return text }
    var word = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" { word += "'\\''" } else { word.unicodeScalars.append(scalar) }
    }
    return word + "'"
  }

  /// Letters, digits and the few signs that mean nothing to a shell.
  static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", ".", "/", "-", ",", "+", "@": true
    default: false
    }
  }
}
