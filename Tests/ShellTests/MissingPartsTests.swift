import FaceVocabulary
import Glibc
import TestSupport
import Testing

/// A copy of the program without some of its parts says which, once, and what to do.
@Suite("A program with parts missing")
struct MissingPartsTests {
  private static let parts = [
    "facebench-worker", "libfacebench-opencv.so", "libfacebench-video.so",
  ]

  private let folder = TemporaryFolder()
  private var program: String { folder.file("bin/facebench") }

  init() throws { mkdir(folder.file("bin"), 0o755) }

  /// Copies the program and `parts` into a folder of their own.
  private func install(_ parts: [String]) throws {
    for name in ["facebench"] + parts {
      // By another process: what this one has open for writing, none that it starts meanwhile may run.
      let copy = try Spawned(
        [Program.folder + "/" + name, folder.file("bin/" + name)], environment: [:], streams: [],
        program: "/bin/cp")
      #expect(copy.wait() == 0)
    }
  }

  /// Six pictures of two people that the helper must decode.
  private func pictures() throws -> String {
    let root = folder.file("pictures")
    mkdir(root, 0o755)
    for person in ["a", "b"] {
      mkdir(root + "/" + person, 0o755)
      for index in 1...3 {
        let name = "seed-\(person)\(index)"
        for line in [
          ["dataset", "synth", name, "--subjects", "1", "--angles", "0", "--lights", "1"],
          ["dataset", "sheet", name, "\(root)/\(person)/\(index).png"],
        ] {
          let run = try Program.run(
            ["--workspace", folder.path, "--seed", "\(index)"] + line)
          #expect(run.code == 0, "\(run.errors)")
        }
      }
    }
    return root
  }

  @Test("is content with itself when all are there")
  func whole() throws {
    try install(Self.parts)
    let run = try Program.run(["doctor", "--json"], folder: folder.path, program: program)
    // 3 where the machine has no gnuplot or no cascades: those are no parts of the program.
    #expect([0, 3].contains(run.code), "\(run.errors)")
    for check in ["helper process", "videos", "OpenCV"] {
      #expect(run.output.contains("{\"check\":\"\(check)\",\"ok\":true"), "\(run.output)")
    }
  }

  @Test("doctor names each missing part, where it was looked for, and fails", arguments: parts)
  func doctor(missing: String) throws {
    try install(Self.parts.filter { $0 != missing })
    let run = try Program.run(["doctor"], folder: folder.path, program: program)
    #expect(run.code == 1)
    #expect(run.errors.contains("of the program do"), "\(run.errors)")
    #expect(run.errors.contains("hint:  put ") && run.errors.contains(missing))
    let text = run.output.split { $0.isWhitespace }.joined()
    #expect(text.contains(missing) && text.contains(folder.path))
  }

  @Test("without its helper, an import ends with one message that names every place")
  func noHelper() throws {
    let pictures = try pictures()
    try install(Self.parts.filter { $0 != "facebench-worker" })
    let run = try Program.run(
      ["dataset", "import", "new", pictures], folder: folder.path, program: program)
    #expect(run.code == 1)
    #expect(
      run.errors.split(separator: "\n").count { $0.contains("facebench-worker is not in") } == 1)
    #expect(run.errors.contains("\(folder.path)/bin or \(folder.path)/libexec/facebench"))
    #expect(run.errors.contains("hint:  put the facebench-worker of the same build"))
    #expect(!run.errors.contains("skipped:") && access(folder.file("datasets/new"), F_OK) != 0)
  }

  @Test("without the library around OpenCV, no cascade is blamed")
  func noOpenCV() throws {
    let made = try Program.run(
      ["dataset", "synth", "one", "--subjects", "1", "--angles", "0", "--lights", "1"],
      folder: folder.path)
    #expect(made.code == 0)
    try install(Self.parts.filter { $0 != "libfacebench-opencv.so" })
    let run = try Program.run(
      ["detector", "run", "datasets/one/s01/light1_yaw+000.pgm"], folder: folder.path,
      program: program)
    #expect(run.code == 1)
    #expect(
      run.errors.contains(
        "libfacebench-opencv.so is not in \(folder.path)/bin or \(folder.path)/libexec/facebench\n"),
      "\(run.errors)")
    #expect(!run.errors.contains("damaged") && run.errors.contains("hint:  put "))
  }
}
