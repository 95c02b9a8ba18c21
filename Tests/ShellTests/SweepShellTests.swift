import Glibc
import TestSupport
import Testing

/// Sweeps of the built program: kills, signals, and a cluster that is played by scripts.
@Suite struct SweepShellTests {
  private static let setup =
    "dataset synth heads --subjects 4 --angles 0,10 --lights 2 --size 24x28\n"
  private static let cells =
    "evaluate heads --method eigen,fisher,lbph --components 2,3 --light none,equalize --folds 2,3\n"

  private func folder(_ plan: String = setup + cells) throws -> String {
    let folder = try scratchFolder()
    try writeFile(folder + "/heads.plan", plan)
    return folder
  }

  private func run(
    _ arguments: [String], in folder: String, environment: [String: String] = [:]
  ) throws -> Program.Finished {
    try Program.run(arguments, environment: environment, folder: folder)
  }

  private func entries(_ folder: String, suffix: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(suffix) { names.append(name) }
    }
    return names.sorted()
  }

  /// The first line of each cell's file: what depends on no time.
  private func found(_ folder: String) -> [String: String] {
    var found: [String: String] = [:]
    for name in entries(folder + "/heads.cells", suffix: ".cell") {
      let text = readFile("\(folder)/heads.cells/\(name)")
      found[name] = text.split(separator: "\n").first.map(String.init)
    }
    return found
  }

  @Test func aRunThatIsKilledAnywhereGoesOnWithWhatIsMissing() throws {
    let whole = try folder()
    let clock = now()
    #expect(try run(["sweep", "run", "heads.plan", "--jobs", "1"], in: whole).code == 0)
    let seconds = now() - clock
    let expected = found(whole)
    #expect(expected.count == 16)

    var state: UInt64 = 7
    var killed = try folder()
    var kept: [String: String] = [:]
    var partly = 0
    for round in 0..<24 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let share = Double(state >> 40) / Double(1 << 24)
      let child = try Spawned(
        ["sweep", "run", "heads.plan", "--resume", "--yes", "--jobs", "\(1 + round % 2)"],
        environment: [:],
        streams: [
          (0, "/dev/null", O_RDONLY), (1, killed + "/out", O_WRONLY | O_CREAT),
          (2, killed + "/err", O_WRONLY | O_CREAT),
        ], folder: killed)
      usleep(UInt32(share * seconds * 0.6 * 1e6))
      kill(child.id, SIGKILL)
      _ = child.wait()
      let now = found(killed)
      // What was there is there, whole and unchanged.
      for (name, line) in kept { #expect(now[name] == line) }
      for (name, line) in now { #expect(expected[name] == line, "\(name) after \(round) kills") }
      kept = now
      if !kept.isEmpty, kept.count < 16 { partly += 1 }
      guard kept.count == 16 || round == 23 else { continue }
      let last = try run(["sweep", "run", "heads.plan", "--resume", "--yes"], in: killed)
      #expect(last.code == 0, "\(last.errors)")
      #expect(found(killed) == expected)
      #expect(entries(killed + "/heads.cells", suffix: ".tmp") == [])
      #expect(try run(["sweep", "merge", "heads.cells"], in: killed).code == 0)
      killed = try folder()
      kept = [:]
    }
    #expect(partly > 4)
  }

  @Test(
    "a signal drops the cell in hand, says how to go on, and is told by the exit code",
    arguments: [(SIGTERM, 143), (SIGINT, 130)] as [(Int32, Int32)])
  func signals(signal: Int32, code: Int32) throws {
    let folder = try folder(
      Self.setup + "evaluate heads --method eigen --seed 1:5000:1 --repeats 20\n")
    let child = try Spawned(
      ["sweep", "run", "heads.plan"], environment: [:],
      streams: [
        (0, "/dev/null", O_RDONLY), (1, folder + "/out", O_WRONLY | O_CREAT),
        (2, folder + "/err", O_WRONLY | O_CREAT),
      ], folder: folder)
    let deadline = now() + 30
    while found(folder).count < 2, now() < deadline { usleep(5000) }
    kill(child.id, signal)
    #expect(child.wait() == code)
    let errors = readFile(folder + "/err")
    #expect(errors.contains("of 5000 cells are finished in heads.cells; --resume goes on"))
    #expect(found(folder).count >= 2)
    #expect(entries(folder + "/heads.cells", suffix: ".tmp") == [])
    let merged = try run(["sweep", "merge", "heads.cells", "--json"], in: folder)
    #expect(merged.code == 3)
    #expect(merged.output.split(separator: "\n").count == found(folder).count)
  }

  private static let manySeeds = "evaluate heads --method eigen --repeats 20 --seed "

  private func start(in folder: String) throws -> Spawned {
    try Spawned(
      ["sweep", "run", "heads.plan", "--resume", "--yes"], environment: [:],
      streams: [
        (0, "/dev/null", O_RDONLY), (1, folder + "/out", O_WRONLY | O_CREAT),
        (2, folder + "/err", O_WRONLY | O_CREAT),
      ], folder: folder)
  }

  /// Processes whose parent is `parent` and whose words hold `word`.
  private func children(of parent: pid_t, running word: String) -> [pid_t] {
    entries("/proc", suffix: "").compactMap { pid_t($0) }.filter { id in
      // After the name, which may hold anything: state, parent, ….
      let state = readFile("/proc/\(id)/stat").split(separator: ")").last?.split(separator: " ")
      guard let state, state.count > 1, pid_t(state[1]) == parent else { return false }
      return readFile("/proc/\(id)/cmdline").contains(word)
    }
  }

  /// The process that runs cells for `parent`, once `count` of them have ended.
  private func cellProcess(of parent: Spawned, after count: Int, in folder: String) throws -> pid_t
  {
    let deadline = now() + 60
    while found(folder).count < count, now() < deadline { usleep(2000) }
    return try #require(children(of: parent.id, running: "--only").first)
  }

  @Test func aCellThatTakesItsProcessDownIsFailedAndTheOthersGoOn() throws {
    let folder = try folder(Self.setup + Self.manySeeds + "1:40:1\n")
    let run = try start(in: folder)
    // As the system does to what takes more memory than there is.
    kill(try cellProcess(of: run, after: 2, in: folder), SIGKILL)
    #expect(run.wait() == 3)
    let errors = readFile(folder + "/err")
    let words = "the process ended by signal 9 (Killed) while it ran this cell"
    #expect(errors.split(separator: "\n").filter { $0.contains(words) }.count == 1, "\(errors)")
    #expect(readFile(folder + "/out").contains("heads.cells: 40 cells run, 1 failed"))
    let after = found(folder)
    #expect(after.count == 40)
    #expect(after.values.filter { $0.contains("\"cell_crashed\"") }.count == 1)
    let merged = try self.run(["sweep", "merge", "heads.cells", "--json"], in: folder)
    #expect(merged.code == 3 && merged.output.split(separator: "\n").count == 39)
    // It is tried again, and comes out as if nothing had been.
    let again = try self.run(["sweep", "run", "heads.plan", "--resume", "--json"], in: folder)
    #expect(again.code == 0, "\(again.errors)")
    #expect(again.output.split(separator: "\n").filter { $0.contains("\"ran\":true") }.count == 1)
    let whole = try self.folder(Self.setup + Self.manySeeds + "1:40:1\n")
    #expect(try self.run(["sweep", "run", "heads.plan"], in: whole).code == 0)
    #expect(found(folder) == found(whole))
  }

  @Test func theProcessOfTheCellsGoesWithTheRun() throws {
    let folder = try folder(Self.setup + Self.manySeeds + "1:5000:1\n")
    let run = try start(in: folder)
    let cells = try cellProcess(of: run, after: 1, in: folder)
    kill(run.id, SIGKILL)
    #expect(run.wait() == 128 + SIGKILL)
    let deadline = now() + 20
    while readFile("/proc/\(cells)/cmdline").contains("--only"), now() < deadline { usleep(5000) }
    #expect(!readFile("/proc/\(cells)/cmdline").contains("--only"))
  }

  @Test func whatEndsTheProcessOfTheCellsInWordsIsTheRunsError() throws {
    let folder = try folder(Self.setup + Self.manySeeds + "1:5000:1\n")
    let run = try start(in: folder)
    kill(try cellProcess(of: run, after: 1, in: folder), SIGTERM)
    #expect(run.wait() == 1)
    let errors = readFile(folder + "/err")
    #expect(errors.contains("error: ") && errors.contains("hint: "), "\(errors)")
    #expect(!found(folder).values.contains { $0.contains("cell_crashed") })
  }

  @Test func aWrongPlanIsWrongUsage() throws {
    let folder = try folder("evaluate heads --method fishr\n")
    let ended = try run(["sweep", "run", "heads.plan"], in: folder)
    #expect(ended.code == 2)
    #expect(
      ended.errors == """
        error: heads.plan:1:25: no method 'fishr'
        hint:  did you mean 'fisher'? methods: eigen, fisher, lbph

        """)
    #expect(entries(folder, suffix: ".cells") == [])
  }

  @Test func withoutSlurmItSaysWhatToDo() throws {
    let folder = try folder()
    let ended = try run(
      ["sweep", "run", "heads.plan", "--slurm"], in: folder, environment: ["PATH": "/nonexistent"])
    #expect(ended.code == 1)
    #expect(ended.errors.contains("there is no sbatch on the PATH"))
    #expect(ended.errors.contains("slurm-client"))
    #expect(entries(folder, suffix: ".cells") == [])
  }

  /// A folder whose `sbatch` notes its words, numbers its jobs from 100 and runs nothing, and whose
  /// `scontrol` tells of arrays of 3.
  private func cluster(_ folder: String, refusingFrom limit: Int = 1000) throws -> [String: String]
  {
    let tools = folder + "/tools"
    mkdir(tools, 0o755)
    let programs = [
      "sbatch": """
      #!/bin/bash
      count=$(cat '\(folder)/count' 2>/dev/null || echo 0)
      if ((count >= \(limit))); then
        echo 'sbatch: error: AssocMaxSubmitJobLimit' >&2
        exit 1
      fi
      echo $((count + 1)) > '\(folder)/count'
      printf '<%s>' "$@" >> '\(folder)/words'
      echo >> '\(folder)/words'
      echo "$((count + 100));main"
      """,
      "scontrol": """
      #!/bin/bash
      [ "$*" = 'show config' ] || exit 1
      printf 'Configuration data as of now\\nMaxArraySize            = 3\\nMaxJobCount = 10\\n'
      """,
      "squeue": "#!/bin/bash\n[ -e '\(folder)/busy' ] && echo 100\ntrue",
    ]
    for (name, text) in programs {
      try writeFile("\(tools)/\(name)", text + "\n")
      chmod("\(tools)/\(name)", 0o755)
    }
    return ["PATH": "\(tools):/usr/bin:/bin"]
  }

  @Test func cellsAreSubmittedAsArraysWithAMergeAfterThem() throws {
    let folder = try folder()
    let environment = try cluster(folder)
    let ended = try run(
      ["sweep", "run", "heads.plan", "--slurm", "--per-task", "4", "--cpus", "2", "--json"],
      in: folder, environment: environment)
    #expect(ended.code == 0, "\(ended.errors)")
    let cells = folder + "/heads.cells"
    #expect(
      ended.output == """
        {"job":"100","kind":"array","tasks":3,"cells":12,"script":"\(cells)/slurm/array-1.sh"}
        {"job":"101","kind":"array","tasks":1,"cells":4,"script":"\(cells)/slurm/array-2.sh"}
        {"job":"102","kind":"merge","tasks":1,"cells":0,"script":"\(cells)/slurm/merge.sh"}

        """)
    let call = "<--parsable><--chdir=\(cells)/slurm>"
    #expect(
      readFile(folder + "/words") == """
        \(call)<\(cells)/slurm/array-1.sh>
        \(call)<\(cells)/slurm/array-2.sh>
        \(call)<--dependency=afterany:100:101><\(cells)/slurm/merge.sh>

        """)
    #expect(readFile(cells + "/slurm/array-2.sh").contains("#SBATCH --array=0-0\n"))
    #expect(readFile(cells + "/slurm/array-2.sh").contains("SLURM_ARRAY_TASK_ID + 3"))

    // The tasks as Slurm would start them, threads from its grant, and then the merge.
    for (script, count) in [("array-1.sh", 3), ("array-2.sh", 1)] {
      for task in 0..<count {
        var variables = environment
        variables["SLURM_ARRAY_TASK_ID"] = "\(task)"
        variables["SLURM_ARRAY_JOB_ID"] = "100"
        variables["SLURM_CPUS_PER_TASK"] = "2"
        let child = try Spawned(
          [cells + "/slurm/\(script)"], environment: variables,
          streams: [
            (0, "/dev/null", O_RDONLY), (1, cells + "/slurm/log", O_WRONLY | O_CREAT | O_TRUNC),
            (2, cells + "/slurm/errors", O_WRONLY | O_CREAT | O_TRUNC),
          ], folder: cells + "/slurm", program: "/bin/bash")
        #expect(child.wait() == 0)
        #expect(readFile(cells + "/slurm/errors") == "")
        #expect(readFile(cells + "/slurm/log").contains("threads 2, seed 1\n"))
      }
    }
    let here = try self.folder()
    #expect(try run(["sweep", "run", "heads.plan", "--jobs", "1"], in: here).code == 0)
    #expect(found(folder) == found(here) && found(here).count == 16)
    let merge = try Spawned(
      [cells + "/slurm/merge.sh"], environment: environment,
      streams: [(1, cells + "/slurm/log", O_WRONLY), (2, cells + "/slurm/errors", O_WRONLY)],
      folder: cells + "/slurm", program: "/bin/bash")
    #expect(merge.wait() == 0)
    #expect(readFile(cells + "/merged.csv").split(separator: "\n").count == 17)

    // Everything has finished: there is nothing to submit.
    let again = try run(
      ["sweep", "run", "heads.plan", "--slurm", "--resume"], in: folder, environment: environment)
    #expect(again.code == 0 && again.output.contains("there is nothing to submit"))
  }

  @Test func whatIsRefusedAndWhatIsStillQueuedIsSaid() throws {
    let folder = try folder()
    let environment = try cluster(folder, refusingFrom: 1)
    let words = ["sweep", "run", "heads.plan", "--slurm", "--per-task", "1"]
    let ended = try run(words, in: folder, environment: environment)
    #expect(ended.code == 1)
    #expect(ended.errors.contains("1 of 6 arrays were submitted (100), then sbatch refused"))
    #expect(ended.errors.contains("AssocMaxSubmitJobLimit"))
    try writeFile(folder + "/busy", "")
    let queued = try run(words, in: folder, environment: environment)
    #expect(queued.code == 1)
    #expect(queued.errors.contains("jobs of this sweep are still queued or running: 100"))
    #expect(queued.errors.contains("scancel 100"))
  }

  @Test func aDryRunPrintsTheScriptsAndWritesNothing() throws {
    let folder = try folder()
    let environment = try cluster(folder)
    let dry = try run(
      ["sweep", "run", "heads.plan", "--slurm", "--dry-run", "--per-task", "6"], in: folder,
      environment: environment)
    #expect(dry.code == 0)
    #expect(dry.output.contains("# \(folder)/heads.cells/slurm/array-1.sh\n#!/bin/bash\n"))
    #expect(dry.output.contains("#SBATCH --array=0-2\n") && dry.output.contains("merge.sh\n#!"))
    #expect(entries(folder, suffix: ".cells") == [] && readFile(folder + "/words") == "")
  }
}
