import Glibc
import TestSupport

/// What the examples of the help pages speak of, made small.
struct ExampleWorkspace {
  let folder: String

  /// Commands that make the rest of it, once the pictures are there.
  static let preparation = """
    dataset import orl orl_faces
    dataset import visitors visitors
    dataset import lfw lfw
    dataset synth heads --subjects 2 --angles -15:15:15 --lights 1 --size 46x56
    dataset synth turn --subjects 3 --angles -30:30:30 --lights 1 --size 46x56
    dataset synth scenes --scenes 2 --size 160x120
    dataset export scenes party
    dataset capture monday --subject 1 --from synth:1 --limit 1
    dataset capture tuesday --subject 2 --from synth:2 --limit 1
    dataset split orl mine.csv --folds 5
    model train gate --on orl --method fisher
    model train old --on orl --method eigen --size 70x70 --components 3
    model save old trained.yml --opencv 2.4
    detector sweep scenes --scale 1.3 --neighbors 3,4
    evaluate orl --method eigen --protocol enrol --split idiap.csv --as idiap-eigen
    evaluate orl --method lbph --protocol enrol --split idiap.csv --as idiap-lbph
    evaluate orl --method fisher --as fisher-39-001
    evaluate orl --method eigen --components 30 --as eigen-30-001

    """

  /// Lines that put back, before an example, what those above it changed.
  static let repairs = [
    "dataset relabel orl --file s7/3.pgm --to s8": "dataset relabel orl --subject Ada --to s7",
    "dataset export orl orl-copy": "dataset import orl orl_faces",
    "detector run party.jpg":
      "detector set --cascade haarcascade_frontalface_default --scale 1.2 --neighbors 1 --min-size 24",
    "recipe preview me.jpg steps.png --locate largest --light tantriggs":
      "recipe set --locate none --margin 0 --size auto --light none --mask none",
    "model save gate gate.h5": "model save gate gate.yml",
    "model predict gate visitor.jpg": "model train gate --on orl --method fisher",
    "evaluate visitors --model gate": "model train gate --on orl --method fisher",
    "threshold sweep": "evaluate orl --method eigen --components 30 --unknown 0.25",
    "plot det eigen-30-001 fisher-39-001 det.svg":
      "evaluate orl --method eigen --components 30 --as eigen-30-001",
  ]

  /// Parts of examples that are read but not run, and why.
  static let unrun: [(part: String, reason: String)] = [
    ("camera:", "there is no camera: CameraShellTests makes one"),
    ("video:", "there is no video: CaptureShellTests makes one"),
    ("--from synth:3 --limit 20", "twenty large frames: CaptureCommandTests takes fewer"),
    ("--from synth:3 --angles", "a whole turn of large frames: CaptureCommandTests takes less"),
    ("dataset synth", "hundreds of renderings: the preparation takes fewer"),
    ("--cell-limit", "it takes as long as it may: CellLimitTests"),
    ("--only 3f2a", "the cell's name is made up"),
    ("--at-once", "there is no cluster: SweepShellTests stands in for one"),
  ]

  /// Makes folder and files, and runs the preparation.
  func make() throws -> Program.Finished {
    for person in 1...12 {
      for index in 1...10 {
        try picture("orl_faces/s\(person)/\(index).pgm", of: person, index: index)
      }
    }
    for person in [1, 41] {
      for index in 11...13 {
        try picture("visitors/s\(person)/\(index).pgm", of: person, index: index)
      }
    }
    for (number, name) in ["Ada", "Ben", "Cyd", "Dan"].enumerated() {
      for index in 1...3 {
        try picture("lfw/\(name)/\(name)_000\(index).jpg", of: 50 + number, index: index)
      }
    }
    for person in 1...3 {
      for (index, condition) in ["happy", "normal", "sad"].enumerated() {
        try picture("yalefaces/subject0\(person).\(condition)", of: person, index: index)
      }
    }
    for (index, name) in ["visitor", "guest"].enumerated() {
      try picture("\(name).jpg", of: 7, index: 14 + index)
    }
    try writeLists()
    let prepared = try Program.run(["--quiet"], input: Self.preparation, folder: folder)
    if prepared.code == 0 {
      for name in ["party", "phone", "me"] {
        try copy("party/scenes/scene1.pgm", to: "\(name).jpg")
      }
      try copy("datasets/turn/s01", to: "turn")
    }
    return prepared
  }

  private func writeLists() throws {
    try text("faces.csv", (1...3).map { "orl_faces/s\($0)/1.pgm;\($0)" })
    try text(
      "pairs.txt",
      ["2\t1", "Ada\t1\t2", "Ada\t1\tBen\t1", "Cyd\t1\t2", "Cyd\t1\tDan\t1"])
    try text("boxes.csv", ["file,x,y,w,h", "orl_faces/s1/1.pgm,2,2,12,12"])
    try text(
      "idiap.csv",
      ["repeat,fold,role,subject,file"]
        + (1...12).flatMap { person in
          (1...10).map { index in
            let role = person <= 6 ? "world" : index <= 5 ? "gallery" : "probe"
            return "1,1,\(role),s\(person),s\(person)/\(index).pgm"
          }
        })
    try text("faces.plan", ["evaluate orl --method eigen --components 2,3 --folds 2"])
    for name in ["01-first-evaluation.md", "02-thresholds-and-unknowns.md"] {
      try text("notebooks-txt/\(name)", ["# A notebook", "", "Without commands."])
    }
    try text("notebooks-txt/02-thresholds-and-unknowns.md.corrected", ["# Corrected"])
  }

  private func text(_ name: String, _ lines: [String]) throws {
    makeFolders(of: name)
    try writeFile("\(folder)/\(name)", lines.map { $0 + "\n" }.joined())
  }

  /// A PGM of 16x20: the person's own waves, and the noise of this picture.
  private func picture(_ name: String, of person: Int, index: Int) throws {
    makeFolders(of: name)
    var state = UInt64(1000 * person + index)
    let pixels = (0..<320).map { pixel -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let grain = Int(state >> 58) - 32
      let (x, y, turn) = (Double(pixel % 16), Double(pixel / 16), Double(person))
      let wave =
        sin(x * (0.2 + 0.01 * turn) + y * 0.3 + turn) + cos(y * (0.9 - 0.015 * turn) + turn)
      return UInt8(max(0, min(255, 128 + grain + Int(40 * wave))))
    }
    try writeBytes("\(folder)/\(name)", Array("P5\n16 20\n255\n".utf8) + pixels)
  }

  private func makeFolders(of name: String) {
    var path = folder
    for part in name.split(separator: "/").dropLast() {
      path += "/\(part)"
      mkdir(path, 0o755)
    }
  }

  private func writeBytes(_ path: String, _ bytes: [UInt8]) throws {
    let file = fopen(path, "w")
    defer { if let file { fclose(file) } }
    guard file != nil, fwrite(bytes, 1, bytes.count, file) == bytes.count else {
      throw ExampleFailure(what: "could not write \(path)")
    }
  }

  private func copy(_ path: String, to target: String) throws {
    try run("/bin/cp", ["-a", "\(folder)/\(path)", "\(folder)/\(target)"])
  }

  /// Removes the folder with everything in it.
  func remove() { try? run("/bin/rm", ["-rf", folder]) }

  private func run(_ program: String, _ arguments: [String]) throws {
    let child = try Spawned(arguments, environment: [:], streams: [], program: program)
    guard child.wait() == 0 else { throw ExampleFailure(what: "\(program) \(arguments)") }
  }
}

/// What an example's workspace could not be made for.
struct ExampleFailure: Error {
  let what: String
}
