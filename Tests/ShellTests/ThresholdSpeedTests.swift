import TestSupport
import Testing

/// How long a threshold takes to try; printed, never judged.
@Suite struct ThresholdSpeedTests {
  @Test("a threshold is tried on leave-one-out over 400 faces, in a fresh process")
  func freshProcess() throws {
    let folder = try scratchFolder()
    let made = try Program.run([
      "--workspace", folder, "--quiet", "-c",
      """
      dataset synth heads --subjects 40 --angles -20:20:10 --lights 2 --size 24x28
      """, "-c", "evaluate heads --method eigen --components 10 --protocol loo --as all",
    ])
    #expect(made.code == 0 && made.errors == "")
    let begun = now()
    let run = try Program.run(["--workspace", folder, "--json", "threshold", "try", "500", "all"])
    let seconds = now() - begun
    #expect(run.code == 0)
    let range = try #require(run.output.firstRange(of: "\"try_ms\":"), "\(run.output)")
    let number = run.output[range.upperBound...].drop { $0 == " " }
      .prefix { $0.isNumber || $0 == "." }
    let milliseconds = try #require(Double(number))
    #expect(run.output.contains("\"mated_probes\""))
    print(
      "threshold try on 400 x 400 leave-one-out: \(milliseconds) ms, "
        + "\((seconds * 1000).rounded()) ms with the start of the program")
  }
}
