import CooperativeWork
import FaceVocabulary

/// The commands of Slurm that a sweep needs.
struct SlurmCommands: Sendable {
  let sbatch: HostProgram
  /// Tells the limits of the cluster; nil where it is not installed.
  let scontrol: HostProgram?
  /// Tells what is queued; nil where it is not installed.
  let squeue: HostProgram?

  /// Those on the PATH.
  ///
  /// - Throws: ``SlurmError/noSlurm`` without `sbatch`.
  static func find() throws(SlurmError) -> SlurmCommands {
    guard let sbatch = HostProgram.find("sbatch") else { throw .noSlurm }
    return SlurmCommands(
      sbatch: sbatch, scontrol: HostProgram.find("scontrol"), squeue: HostProgram.find("squeue"))
  }

  /// Indices an array may have, 0 among them; Slurm's own default where the cluster does not tell.
  func arraySize(_ cancellation: Cancellation) throws -> Int {
    guard let scontrol else { return Self.usualArraySize }
    let told = try scontrol.run(["show", "config"], cancellation: cancellation)
    guard told.code == 0 else { return Self.usualArraySize }
    return Self.arraySize(in: told.output) ?? Self.usualArraySize
  }

  /// The number behind `MaxArraySize` in what `scontrol show config` prints.
  static func arraySize(in text: String) -> Int? {
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "=", maxSplits: 1).map { part in
        part.split(whereSeparator: \.isWhitespace).joined()
      }
      guard parts.count == 2, parts[0] == "MaxArraySize" else { continue }
      return Int(parts[1]).flatMap { $0 > 0 ? $0 : nil }
    }
    return nil
  }

  /// Submits `script` from `folder`; the job's number.
  func submit(
    _ script: String, from folder: String, options: [String] = [], cancellation: Cancellation
  ) throws -> String {
    let ended = try sbatch.run(
      ["--parsable", "--chdir=\(folder)"] + options + [script], cancellation: cancellation)
    guard ended.code == 0 else {
      let said = ended.errors.split(whereSeparator: \.isNewline).map(String.init)
      throw SlurmError.refused(
        script: script, said: said.first { !$0.isEmpty } ?? "exit code \(ended.code)")
    }
    // "123", or "123;cluster" where there are several.
    let number = ended.output.prefix { $0 != ";" && !$0.isNewline }
    guard !number.isEmpty, number.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      throw SlurmError.refused(script: script, said: "no number of a job: \(ended.output)")
    }
    return String(number)
  }

  /// Those of `jobs` that wait or run; none where Slurm does not know them any more.
  func queued(_ jobs: [String], cancellation: Cancellation) throws -> [String] {
    guard let squeue, !jobs.isEmpty else { return [] }
    let told = try squeue.run(
      ["--noheader", "--format=%A", "--jobs=\(jobs.joined(separator: ","))"],
      cancellation: cancellation)
    guard told.code == 0 else { return [] }
    let known = Set(jobs)
    var seen: Set<String> = []
    return told.output.split(whereSeparator: \.isWhitespace).map(String.init)
      .filter { known.contains($0) && seen.insert($0).inserted }
  }

  /// What Slurm is installed with.
  static let usualArraySize = 1001
}

/// Why cells could not be submitted.
enum SlurmError: ExplainedError, Equatable {
  case noSlurm
  /// `sbatch` did not take a script.
  case refused(script: String, said: String)
  /// Some arrays were submitted before one was refused.
  case submittedInPart(jobs: [String], arrays: Int, said: String)
  /// Jobs of an earlier submission have not ended.
  case stillQueued(jobs: [String])
  /// Slurm cannot keep logs in a folder of that name.
  case badFolder(String)

  var message: String {
    switch self {
    case .noSlurm: "there is no sbatch on the PATH, so no job can be submitted"
    case .refused(let script, let said): "sbatch refused \(script): \(said)"
    case .submittedInPart(let jobs, let arrays, let said):
      "\(jobs.count) of \(arrays) arrays were submitted (\(Suggestion.listed(jobs))), then sbatch "
        + "refused: \(said)"
    case .stillQueued(let jobs):
      "jobs of this sweep are still queued or running: \(Suggestion.listed(jobs))"
    case .badFolder(let folder):
      "Slurm cannot name logs in '\(folder)': there is a backslash or a control character in it"
    }
  }

  var hint: String? {
    switch self {
    case .noSlurm:
      "go to a login node of the cluster (Debian's package is slurm-client), leave --slurm away to run "
        + "here, or look at the scripts with --slurm --dry-run"
    case .refused:
      "SBATCH_PARTITION, SBATCH_ACCOUNT and SBATCH_TIMELIMIT say what a cluster wants to know"
    case .submittedInPart:
      "once these have ended, 'sweep run PLAN --slurm --resume' submits the rest; a larger --per-task "
        + "makes fewer tasks"
    case .stillQueued(let jobs):
      "wait for them, or 'scancel \(jobs.joined(separator: " "))' and submit again"
    case .badFolder: "choose another folder with --into"
    }
  }

  var kind: String {
    switch self {
    case .noSlurm: "no_slurm"
    case .refused, .submittedInPart: "not_submitted"
    case .stillQueued: "still_queued"
    case .badFolder: "bad_folder"
    }
  }
}
