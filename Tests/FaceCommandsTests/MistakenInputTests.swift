import CommandLanguage
import DurableFiles
import FaceDatasets
import FaceReports
import Glibc
import Synchronization
import Testing

@testable import FaceCommands

@Suite("What is typed or given by mistake is told with its reason")
struct MistakenInputTests {
  @Test(
    "a word that an option does not take is no noun with a made-up plural",
    arguments: [
      ("detector sweep s --by typo", "--by does not take 'typo'", "image, angle"),
      ("results show r --by angel", "--by does not take 'angel'", "did you mean 'angle'?"),
      ("detector set --flip maybe", "--flip does not take 'maybe'", "it takes: off, on"),
      ("settings set --partial ignore", "--partial does not take 'ignore'", "refuse, allow"),
      ("evaluate d --method fishr", "no method 'fishr'", "methods: eigen, fisher, lbph"),
    ])
  func words(line: String, message: String, hint: String) throws {
    let error = try #require(Desk().error(line))
    #expect(error.message == message)
    #expect(error.hint?.contains(hint) == true, "\(error.hint ?? "")")
  }

  @Test(
    "a model that is not there: how to train one and how to name a file",
    arguments: [
      "model predict x y.jpg", "model show x", "model reconstruct x y.jpg z.png",
      "model sheet x z.png", "model watch x --from synth:1", "detector run y.jpg --model x",
    ])
  func modelOrFile(line: String) throws {
    let desk = Desk()
    let way = "a model file is named by its path, such as gate.yml or models/gate.h5"
    var error = try #require(desk.error(line))
    #expect(error.message == "'x' is neither a model of this workspace nor a file")
    #expect(error.hint == "train one with 'model train'; \(way)")
    _ = try desk.makePictures()
    try desk.run("dataset import tiny \(desk.folder)/pictures")
    try desk.run("model train gate --on tiny --method eigen --components 2")
    error = try #require(desk.error(line))
    #expect(error.hint == "models: gate; \(way)")
  }

  @Test(
    "a file where a model of the workspace is needed: how to take it in",
    arguments: [
      "threshold set MODEL 5", "model forget MODEL --subject a", "model remove MODEL",
      "model save MODEL z.yml", "model add MODEL --subject p0 --on tiny",
      "evaluate tiny --model MODEL",
    ])
  func modelOfTheWorkspace(line: String) throws {
    let desk = Desk()
    _ = try desk.makePictures(people: 2, images: 2)
    try desk.run("dataset import tiny \(desk.folder)/pictures")
    let file = desk.folder + "/my gate.yml"
    try AtomicFile.write(Array("%YAML:1.0\n".utf8), to: file)
    let taken = try #require(desk.error(line.replacing("MODEL", with: "'\(file)'")))
    #expect(
      taken.hint == "it is a file: take it into the workspace with 'model load NAME '\(file)''")
    let missing = try #require(desk.error(line.replacing("MODEL", with: "nobody")))
    #expect(
      missing.hint
        == "train one with 'model train', or take a file in with 'model load NAME FILE'")
  }

  @Test("a protocol by captures says what notes them, one by sessions what tells them")
  func captures() throws {
    let desk = Desk()
    _ = try desk.makePictures(people: 2, images: 2)
    try desk.run("dataset import tiny \(desk.folder)/pictures")
    let sweep = try #require(desk.error("evaluate tiny --method eigen --protocol sweep"))
    #expect(sweep.hint?.contains("'dataset sweep'") == true)
    #expect(sweep.hint?.contains("pattern") == false)
    let session = try #require(desk.error("evaluate tiny --method eigen --protocol session"))
    #expect(session.hint?.contains("--pattern that has {session}") == true)
  }

  @Test("no command names the words of an option by a plural like 'bies'")
  func plurals() throws {
    let desk = Desk()
    for option in ["by", "of", "fold-by", "equalize", "locate", "fuse", "opencv", "scores"] {
      for line in [
        "evaluate d", "results show", "detector set", "recipe set", "model save m f.yml",
      ] {
        let error = desk.error("\(line) --\(option) no-such-word")
        guard let hint = error?.hint, error?.message.hasPrefix("no option") == false else {
          continue
        }
        #expect(!hint.contains("\(option)s:") && !hint.contains("bies"), "\(line): \(hint)")
      }
    }
  }

  @Test("a yaw that no head can have is refused, in a file's name and in a field")
  func yaw() throws {
    let desk = Desk()
    let folder = desk.folder + "/frames"
    mkdir(folder, 0o755)
    let picture = Desk.graymap(person: 1, image: 1, noise: 9)
    try AtomicFile.write(picture, to: folder + "/yaw999.pgm")
    let error = try #require(
      desk.error("dataset sweep d --subject S --from frames:\(folder) --angles -90:90:15"))
    #expect(
      error.message == "'yaw999.pgm' tells a yaw of 999 degrees; a head's is from -180 to 180")
    #expect(error.hint?.contains("--pattern") == true)

    try AtomicFile.write(picture, to: folder + "/s1_yaw-30.pgm")
    try AtomicFile.write(picture, to: folder + "/s1_yaw181.pgm")
    let outcome = try desk.run(
      "dataset import d \(folder) --layout pattern --pattern '{subject}_yaw{yaw_deg:signed}.pgm'")
    #expect(outcome.skipped.contains { $0.reason.contains("'181' is no angle from -180 to 180") })
    #expect(try desk.datasets.open("d").records().map(\.yawDegrees) == [-30])
  }

  @Test("a sweep that does not exist is answered by the sweeps there are, or by how to make one")
  func unknownSweep() throws {
    let desk = try evaluatedDesk()
    #expect(
      desk.error("plot detector detector-001 d.png")?.hint == "'detector sweep DATASET' makes one")
    #expect(desk.error("plot roc nobody")?.hint == "results: r-eigen-3, r-lbph")
  }

  @Test("an empty angle log is called empty")
  func emptyLog() throws {
    let desk = Desk()
    let log = desk.folder + "/log.csv"
    try AtomicFile.write([], to: log)
    let error = try #require(
      desk.error(
        "dataset sweep d --subject S --from synth:3 --angles 0,10 --angle-log \(log)"))
    #expect(error.message == "the angle log '\(log)' is empty")
    #expect(error.hint?.contains("time_s,yaw_deg") == true)
  }

  @Test(
    "a folder whose only picture is damaged says what is wrong with it",
    arguments: ["capture", "sweep", "watch"])
  func damagedFrame(verb: String) throws {
    let desk = Desk()
    let folder = desk.folder + "/frames"
    mkdir(folder, 0o755)
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    try AtomicFile.write(png, to: folder + "/a.png")
    let line: String
    switch verb {
    case "watch":
      try desk.run("dataset synth heads --subjects 2 --angles 0,10 --lights 2 --size 40x50")
      try desk.run("model train gate --on heads --method eigen --components 2")
      line = "model watch gate --from frames:\(folder)"
    case "sweep": line = "dataset sweep d --subject S --from frames:\(folder) --angles 0,10"
    default: line = "dataset capture d --subject S --from frames:\(folder)"
    }
    var (message, hint) = desk.error(line) ?? ("", nil)
    if message.isEmpty, let failure = try desk.run(line).failure as? CaptureError {
      (message, hint) = (failure.message, failure.hint)
    }
    #expect(hint?.contains("not in folders below it") == true)
    #expect(message.hasPrefix("'frames:\(folder)' gave no frame: '\(folder)/a.png'"))
  }

  @Test("what is named as a video and is none has a hint of what to type")
  func noVideo() throws {
    let desk = Desk()
    let pipe = desk.folder + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let text = desk.folder + "/cut.mp4"
    try AtomicFile.write(Array("hello".utf8), to: text)
    for (path, message, hint) in [
      (pipe, "'\(pipe)' is no regular file", "save the stream as a file first"),
      (desk.folder, "'\(desk.folder)' is a folder, not a video", "frames:DIR"),
      (text, "'video:\(text)' cannot be read: no video was recognised", "ffmpeg -i"),
      ("/none.mp4", "'/none.mp4' does not exist", "check the path"),
    ] {
      let error = try #require(
        desk.error("dataset capture d --subject S --from video:\(path)"), "\(path)")
      #expect(
        error.message == message || error.message == message.replacing("'video:", with: "'"))
      #expect(error.hint?.contains(hint) == true, "\(path): \(error.hint ?? "")")
    }
  }

  @Test("a watch that streams its decisions ends with what it saw")
  func closing() throws {
    let desk = Desk()
    try desk.run("dataset synth heads --subjects 3 --angles -20:20:10 --lights 2 --size 40x50")
    try desk.run("model train gate --on heads --method eigen --components 3")
    let said = Mutex<[String]>([])
    let emitted = Mutex(0)
    let console = Console(
      say: { line in said.withLock { $0.append(line) } },
      emit: { _ in emitted.withLock { $0 += 1 } })
    try desk.run(
      "model watch gate --from synth:2 --every 4 --frames 120 --decisions all", console: console)
    let count = emitted.withLock { $0 }
    #expect(count > 0)
    let last = try #require(said.withLock { $0.last })
    #expect(last.hasPrefix("\(count) decision") && last.contains(" frames; "))
    #expect(last.contains("voted") && last.contains("nobody is recognised"))
  }

  @Test(
    "a folder without pictures says so, and which kinds are read",
    arguments: ["", "a.txt", "s1/a.txt", "README", "s1/"], ["", "--layout folders", "--no-decode"])
  func noPictures(entry: String, options: String) throws {
    let desk = Desk()
    let folder = desk.folder + "/nothing"
    mkdir(folder, 0o755)
    mkdir(folder + "/s1", 0o755)
    if !entry.isEmpty, !entry.hasSuffix("/") {
      try AtomicFile.write(Array("hello".utf8), to: folder + "/" + entry)
    }
    let error = try #require(desk.error("dataset import d \(folder) \(options)"))
    #expect(error.message.hasPrefix("'\(folder)' holds no pictures"))
    #expect(error.hint?.contains("JPEG, PNG") == true && error.hint?.contains("pattern") == false)
    // A picture that no layout fits is another matter.
    try AtomicFile.write(
      Desk.graymap(person: 1, image: 1, noise: 9), to: folder + "/x.pgm")
    let unfit = try #require(desk.error("dataset import d \(folder)"))
    #expect(unfit.hint?.contains("pattern") == true || unfit.message.contains("no picture in"))
  }

  @Test("people whose images are all duplicates lead to 'dataset check'")
  func duplicates() throws {
    let desk = Desk()
    let root = try desk.makePictures(people: 4, images: 4, repeating: [0])
    try desk.run("dataset import tied \(root)")
    for line in [
      "evaluate tied --method eigen --folds 2", "evaluate tied --method eigen --protocol loo",
      "dataset split tied \(desk.folder)/s.csv --protocol loo",
    ] {
      let error = try #require(desk.error(line), "\(line)")
      #expect(error.message.contains("all images of 'p0' belong together"), "\(line)")
      #expect(error.hint?.contains("'dataset check NAME'") == true, "\(line)")
    }
    #expect(try desk.rows("dataset check tied").contains { $0["finding"] == .text("duplicate") })

    // Nobody has two images that may be parted.
    let allTied = try desk.makePictures(
      in: "all", people: 4, images: 4, repeating: Set(0..<4))
    try desk.run("dataset import all \(allTied)")
    for line in [
      "evaluate all --method eigen", "dataset split all \(desk.folder)/s.csv --folds 4",
      "evaluate all --method eigen --protocol per-person --train-per-person 2",
    ] {
      let error = try #require(desk.error(line), "\(line)")
      #expect(error.hint?.contains("'dataset check NAME'") == true, "\(line): \(error)")
    }
  }

  @Test("so many images as each person has cannot train, whoever else has the same pictures")
  func nothingLeft() throws {
    let desk = Desk()
    let root = try desk.makePictures(people: 4, images: 4)
    for image in 1...4 {
      try AtomicFile.write(
        Desk.graymap(person: 0, image: image, noise: 50), to: "\(root)/p1/\(image).pgm")
    }
    try desk.run("dataset import shared \(root)")
    let error = try #require(
      desk.error("evaluate shared --method eigen --protocol per-person --train-per-person 4"))
    #expect(error.message == "4 images of each person are to train, but nobody has more than 4")
  }

  @Test("pairs that leave nobody to train on say why, and what learns from nobody")
  func pairsWithoutWorld() throws {
    let desk = Desk()
    try desk.run("dataset import tiny \(try desk.makePictures(people: 4, images: 3))")
    let one =
      "1\t4\n" + (0..<4).map { "p\($0)\t1\t2\n" }.joined()
      + (0..<4).map { "p\($0)\t1\tp\(($0 + 1) % 4)\t2\n" }.joined()
    let two = "2\t1\n" + String(repeating: "p0\t1\t2\np0\t1\tp1\t1\n", count: 2)
    for (text, words) in [
      (one, "the pairs leave 0 faces of 0 people"), (two, "fold 1 of the pairs leaves 0"),
    ] {
      let file = desk.folder + "/pairs.txt"
      try AtomicFile.write(Array(text.utf8), to: file)
      for method in ["eigen", "fisher"] {
        let error = try #require(
          desk.error("evaluate tiny --method \(method) --protocol pairs --split \(file)"))
        #expect(error.message.hasPrefix(words), "\(error)")
        #expect(error.hint?.contains("--method lbph") == true)
      }
      try desk.run("evaluate tiny --method lbph --protocol pairs --split \(file)")
    }
  }

  @Test("the p of a difference that hardly any chance makes is bounded, and whole for programs")
  func smallP() throws {
    let desk = Desk()
    try desk.run(
      "dataset import many \(try desk.makePictures(people: 24, images: 3, noise: 20))")
    try desk.run("evaluate many --method eigen --components 1,20 --folds 3 --as r")
    let row = try #require(try desk.rows("compare r-eigen-20 r-eigen-1").first)
    let p = try #require(row["sign_flip_p"]?.asNumber)
    #expect(p > 0 && p < 0.000_05)
    #expect(try desk.text("compare r-eigen-20 r-eigen-1").contains("< 0.0001"))
  }
}
