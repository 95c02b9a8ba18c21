import DurableFiles
import Glibc
import TestSupport
import Testing

@testable import FaceExperiments

@Suite("Job scripts")
struct SlurmScriptTests {
  @Test("every cell is in one task of one array, in order", arguments: 0..<60)
  func packing(seed: Int) {
    let count = [0, 1, 2, 19, 20, 21, 1000][seed % 7]
    let perTask = 1 + seed * 7 % 23
    let size = 1 + seed * 5 % 11
    let cells = (0..<count).map { "c\($0)" }
    let tasks = SlurmTasks(cells: cells, perTask: perTask, arraySize: size)
    #expect(tasks.tasks.flatMap(\.self) == cells)
    #expect(tasks.tasks.allSatisfy { !$0.isEmpty && $0.count <= perTask })
    #expect(tasks.arrays.flatMap(Array.init) == Array(tasks.tasks.indices))
    #expect(tasks.arrays.allSatisfy { !$0.isEmpty && $0.count <= size })
    #expect(tasks.list.split(separator: "\n").count == tasks.tasks.count)
  }

  @Test(
    "a task runs for about ten minutes",
    arguments: [
      ([], 20), ([1], 600), ([0.1, 1, 90], 600), ([60, 60, 61], 10), ([4000], 1), ([0], 1000),
    ] as [([Double], Int)])
  func perTask(seconds: [Double], cells: Int) {
    #expect(SlurmTasks.cellsPerTask(goingBy: seconds) == cells)
  }

  private func scripts(
    folder: String = "/data/it's $HOME/a\"b `c` %x", current: String = "/home/Zoë 李",
    program: String = "/opt/face bench/facebench"
  ) -> SlurmScripts {
    SlurmScripts(
      program: program, currentFolder: current, workspace: "/w/-x; rm -rf *",
      ledger: SweepLedger(folder: folder), plan: "plans/who 'wins'; #2.plan", threads: 4, atOnce: 8,
      seed: 7, seedsOfCells: ["7"])
  }

  @Test("names stand quoted where bash reads them, and nowhere else")
  func golden() {
    #expect(
      scripts().array(1001..<1500) == """
        #!/bin/bash
        #SBATCH --job-name=who__wins____2
        #SBATCH --array=0-498%8
        #SBATCH --cpus-per-task=4
        #SBATCH --output=%x_%A_%a.out
        #SBATCH --open-mode=append
        #SBATCH --requeue
        #SBATCH --signal=B:TERM@60
        : "${SLURM_ARRAY_TASK_ID:?submit this script with sbatch}"
        task=$((SLURM_ARRAY_TASK_ID + 1001))
        cells=$(sed -n "$((task + 1))p" '/data/it'\\''s $HOME/a"b `c` %x/slurm/tasks') || exit
        printf 'host %s, job %s_%s, task %s, threads %s, seed %s\\n' "$HOSTNAME" \\
          "$SLURM_ARRAY_JOB_ID" "$SLURM_ARRAY_TASK_ID" "$task" "$SLURM_CPUS_PER_TASK" \\
          7
        cd -- '/home/Zoë 李' || exit
        exec '/opt/face bench/facebench' --workspace '/w/-x; rm -rf *' --seed 7 \\
          --quiet --color never \\
          sweep run '/data/it'\\''s $HOME/a"b `c` %x/plan' \\
          --into '/data/it'\\''s $HOME/a"b `c` %x' --resume --only "$cells"

        """)
    #expect(
      scripts().merge == """
        #!/bin/bash
        #SBATCH --job-name=who__wins____2-merge
        #SBATCH --output=%x_%j.out
        #SBATCH --open-mode=append
        printf 'host %s, job %s\\n' "$HOSTNAME" "${SLURM_JOB_ID:-}"
        cd -- '/home/Zoë 李' || exit
        exec '/opt/face bench/facebench' --quiet --color never \\
          --csv --output '/data/it'\\''s $HOME/a"b `c` %x/merged.csv' \\
          sweep merge '/data/it'\\''s $HOME/a"b `c` %x'

        """)
  }

  @Test(
    "bash reads every text back as it is",
    arguments: [
      "plain", "", "-n", "two words", "it's", "$HOME", "`id`", "a\"b", "\\", "a\nb", "*", "~",
      "{a,b}",
      "李 é", "#x", "!!", "a;b", "'", "''", "=x", "%x",
    ])
  func quoting(text: String) throws {
    let folder = try scratchFolder()
    try writeFile(folder + "/out", "")
    let child = try Spawned(
      ["-c", "printf '%s|' \(BashWord.quoted(text)) end"], environment: [:],
      streams: [(1, folder + "/out", O_WRONLY)], program: "/bin/bash")
    #expect(child.wait() == 0)
    #expect(readFile(folder + "/out") == "\(text)|end|")
  }

  @Test("a task runs its own cells, from the folder that paths are meant from")
  func running() throws {
    let folder = try scratchFolder() + "/it's $HOME \"x\" %x"
    let ledger = SweepLedger(folder: folder)
    try ledger.prepare()
    try ledger.makeSlurmFolder()
    let program = folder + "/fake program"
    try writeFile(program, "#!/bin/bash\npwd; printf '<%s>' \"$@\"\n")
    chmod(program, 0o755)
    let scripts = scripts(folder: folder, current: folder, program: program)
    let tasks = SlurmTasks(cells: ["a", "b", "c", "d", "e"], perTask: 2, arraySize: 2)
    try writeFile(scripts.listPath, tasks.list)
    try writeFile(folder + "/script", scripts.array(tasks.arrays[1]))
    try writeFile(folder + "/out", "")
    let child = try Spawned(
      [folder + "/script"],
      environment: [
        "SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_JOB_ID": "5", "SLURM_CPUS_PER_TASK": "4",
        "HOSTNAME": "node7",
      ],
      streams: [(1, folder + "/out", O_WRONLY), (2, folder + "/err", O_WRONLY | O_CREAT)],
      program: "/bin/bash")
    #expect(child.wait() == 0)
    let words = [
      "--workspace", "/w/-x; rm -rf *", "--seed", "7", "--quiet", "--color", "never", "sweep",
      "run",
      folder + "/plan", "--into", folder, "--resume", "--only", "e",
    ]
    let lines = readFile(folder + "/out").split(separator: "\n", maxSplits: 2)
    #expect(lines.first?.hasSuffix(", job 5_0, task 2, threads 4, seed 7") ?? false, "\(lines)")
    #expect(lines.dropFirst().first.map(String.init) == folder)
    #expect(lines.last.map(String.init) == words.map { "<\($0)>" }.joined())
    #expect(readFile(folder + "/err") == "")
  }

  @Test("logs are kept where the scripts are, also in folders that Slurm would read something in")
  func logs() {
    #expect(scripts(folder: "/a b/it's").logOptions() == [])
    #expect(
      scripts(folder: "/a/%x 5%").logOptions() == ["--output=/a/%%x 5%%/slurm/%x_%A_%a.out"])
    #expect(
      scripts(folder: "/a/%j").logOptions(isMerge: true) == ["--output=/a/%%j/slurm/%x_%j.out"])
    #expect(scripts().canKeepLogs && scripts(folder: "/李/x;y").canKeepLogs)
    #expect(!scripts(folder: "/a\\b").canKeepLogs && !scripts(folder: "/a\nb").canKeepLogs)
  }

  @Test(
    "a plan's name becomes a job's name that Slurm has nothing to read in",
    arguments: [
      ("faces.plan", "faces"), ("a/b/orl-2.v3.plan", "orl-2.v3"), ("x y%j.plan", "x_y_j"),
      ("李.plan", "sweep"), ("...", "sweep"), ("plan", "plan"),
    ])
  func jobNames(plan: String, name: String) {
    var scripts = scripts()
    scripts.plan = plan
    #expect(scripts.jobName == name)
  }
}
