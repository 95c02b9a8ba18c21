import FaceVocabulary
import Matrices
import Testing

@testable import FaceDatasets

/// Random people with faces, mirrors, captures, sessions, angles and near-duplicates.
struct Population {
  var records: [FaceRecord] = []
  var pairs: [NearDuplicates.Pair] = []

  init(seed: UInt64, people: Int = 9, faces: ClosedRange<Int> = 3...9, tied: Bool = true) {
    var generator = SeededGenerator(seed: seed)
    var id: Int64 = 0
    for person in 0..<people {
      let count = faces.lowerBound + generator.below(faces.count)
      for index in 1...count {
        id += 1
        var record = FaceRecord(
          id: id, subject: SubjectID("p\(person)"), label: SubjectLabel(person),
          file: "p\(person)/\(index).pgm", index: index, size: PixelSize(width: 8, height: 8))
        record.session = "s\(index % 3)"
        record.yawDegrees = Double(index % 3 - 1) * 15
        if tied, generator.below(4) == 0 {
          record.capture = Int64(person * 100 + generator.below(2))
        }
        records.append(record)
        guard generator.below(2) == 0 else { continue }
        id += 1
        var mirror = record
        mirror.id = id
        mirror.file = "p\(person)/\(index).mirror.pgm"
        mirror.mirrorOf = id - 1
        mirror.yawDegrees = record.yawDegrees.map { $0 == 0 ? 0 : -$0 }
        records.append(mirror)
      }
    }
    if tied {
      for _ in 0..<4 {
        let ends = [generator.below(records.count), generator.below(records.count)].sorted()
        if ends[0] != ends[1] {
          pairs.append(
            NearDuplicates.Pair(first: ends[0], second: ends[1], correlation: 0.995))
        }
      }
    }
  }

  func groups(_ rule: GroupRule) -> [Int] {
    FaceGroups.compute(records, nearDuplicates: pairs, rule: rule)
  }

  func split(_ settings: SplitSettings) throws -> Split {
    try SplitPlanner(settings: settings).plan(records, groups: groups(settings.plan.groupRule))
  }
}

@Suite("a split")
struct SplitTests {
  static let plans: [SplitProtocol] = [
    .leaveOneOut, .folds(4, by: .seed), .folds(3, by: .index),
    .perPerson(training: 2, repeats: 3), .leaveOneSessionOut, .leaveOneAngleOut(step: nil),
    .leaveOnePersonOut,
  ]

  private func settings(_ plan: SplitProtocol, seed: UInt64) -> SplitSettings {
    var settings = SplitSettings(plan: plan, seed: seed)
    settings.allowUnmated = true
    settings.mirrorsTrain = seed % 2 == 0
    if seed % 3 == 0 { settings.unknown = .fraction(0.25) }
    if seed % 5 == 0 { settings.development = .fraction(0.5) }
    return settings
  }

  @Test("has no twins on two sides and no mirror among the probes", arguments: plans, 1...15)
  func noLeaks(plan: SplitProtocol, seed: UInt64) throws {
    let population = Population(seed: seed)
    let settings = settings(plan, seed: seed)
    let split = try population.split(settings)
    let groups = population.groups(plan.groupRule)
    let places = Dictionary(
      uniqueKeysWithValues: population.records.enumerated().map { ($1.file, $0) })
    let unknown = try SplitPlanner(settings: settings).unknownPeople(among: population.records)
    var folds: [[Int]: (trained: Set<Int>, probed: Set<Int>)] = [:]
    for row in split.rows {
      let place = try #require(places[row.file])
      let record = population.records[place]
      #expect(record.subject == row.subject)
      if row.role.isProbe {
        #expect(!record.isMirror)
        folds[[row.repetition, row.fold], default: ([], [])].probed.insert(groups[place])
      } else {
        #expect(!unknown.contains(record.subject))
        #expect(settings.mirrorsTrain || !record.isMirror)
        folds[[row.repetition, row.fold], default: ([], [])].trained.insert(groups[place])
      }
    }
    for (_, fold) in folds { #expect(fold.trained.isDisjoint(with: fold.probed)) }
    let validator = SplitValidator(records: population.records, groups: groups, unknown: unknown)
    #expect(try validator.leaks(in: split).isEmpty)
  }

  @Test("looks for every original exactly once a repeat", arguments: plans, 1...15)
  func eachOnce(plan: SplitProtocol, seed: UInt64) throws {
    let population = Population(seed: seed)
    let settings = settings(plan, seed: seed)
    let split = try population.split(settings)
    let originals = population.records.filter { !$0.isMirror }.map(\.file).sorted()
    if case .perPerson = plan {
      let unknown = try SplitPlanner(settings: settings).unknownPeople(among: population.records)
      let strangers = population.records.filter { unknown.contains($0.subject) && !$0.isMirror }
      for repetition in 1...3 {
        let probes = split.rows.filter { $0.repetition == repetition && $0.role.isProbe }
        #expect(Set(probes.map(\.file)).count == probes.count)
        #expect(Set(probes.map(\.file)).isSuperset(of: strangers.map(\.file)))
      }
    } else {
      #expect(split.rows.filter(\.role.isProbe).map(\.file).sorted() == originals)
    }
  }

  @Test("is the same for the same seed, another for another", arguments: 1...5)
  func determinism(seed: UInt64) throws {
    let population = Population(seed: 3)
    for plan in [SplitProtocol.folds(3, by: .seed), .perPerson(training: 2, repeats: 2)] {
      let first = try population.split(settings(plan, seed: seed))
      #expect(try population.split(settings(plan, seed: seed)) == first)
      #expect(try population.split(settings(plan, seed: seed + 100)).hash() != first.hash())
    }
  }

  @Test("by seed spreads each person evenly over the folds", arguments: 1...10)
  func stratified(seed: UInt64) throws {
    let population = Population(seed: seed, people: 12, faces: 5...13, tied: false)
    var settings = SplitSettings(plan: .folds(5, by: .seed), seed: seed)
    settings.mirrorsTrain = true
    let probes = try population.split(settings).rows.filter { $0.role == .probe }
    for (_, own) in Dictionary(grouping: probes, by: \.subject) {
      let counts = (1...5).map { fold in own.count { $0.fold == fold } }
      #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= 1)
    }
    let totals = (1...5).map { fold in probes.count { $0.fold == fold } }
    #expect((totals.max() ?? 0) - (totals.min() ?? 0) <= 1)
  }

  @Test("by index puts position p into fold (p − 1) mod k")
  func byIndex() throws {
    let population = Population(seed: 1, faces: 4...9, tied: false)
    let split = try population.split(SplitSettings(plan: .folds(3, by: .index)))
    for row in split.rows where row.role == .probe {
      let index = try #require(population.records.first { $0.file == row.file }).index
      #expect(row.fold == (index - 1) % 3 + 1)
    }
  }

  @Test("per person trains on exactly as many images of each", arguments: 1...10)
  func perPerson(seed: UInt64) throws {
    let population = Population(seed: seed)
    var settings = SplitSettings(plan: .perPerson(training: 3, repeats: 2), seed: seed)
    settings.allowUnmated = true
    let split = try population.split(settings)
    for (_, rows) in Dictionary(grouping: split.rows, by: \.repetition) {
      for (_, own) in Dictionary(grouping: rows, by: \.subject) {
        #expect(own.count { $0.role == .train } <= 3)
      }
    }
    let loose = Population(seed: seed, tied: false)
    let exact = try loose.split(settings)
    for (_, own) in Dictionary(grouping: exact.rows.filter { $0.repetition == 1 }, by: \.subject) {
      #expect(own.count { $0.role == .train } == 3)
    }
  }

  @Test("draws the wished share of unknown people, who are looked for against everybody")
  func unknown() throws {
    let population = Population(seed: 4, people: 8, tied: false)
    var settings = SplitSettings(plan: .leaveOneOut)
    settings.unknown = .fraction(0.25)
    let people = try SplitPlanner(settings: settings).unknownPeople(among: population.records)
    #expect(people.count == 2)
    let split = try population.split(settings)
    let last = try #require(split.rows.map(\.fold).max())
    let rows = split.rows.filter { $0.fold == last }
    #expect(Set(rows.filter { $0.role == .probe }.map(\.subject)) == people)
    let known = population.records.filter { !people.contains($0.subject) && !$0.isMirror }
    #expect(rows.filter { $0.role == .train }.map(\.file) == known.map(\.file))
    settings.unknown = .named(["p1", "nobody"])
    #expect(throws: SplitError.noSuchSubject("nobody")) { try population.split(settings) }
    settings.unknown = .fraction(1)
    #expect(throws: SplitError.badFraction(1, option: "--unknown")) {
      try population.split(settings)
    }
  }

  @Test("divides development and evaluation by groups, and strangers by people", arguments: 1...10)
  func development(seed: UInt64) throws {
    let population = Population(seed: seed, people: 12)
    var settings = SplitSettings(plan: .folds(3, by: .seed), seed: seed)
    settings.allowUnmated = true
    settings.unknown = .fraction(0.4)
    settings.development = .fraction(0.5)
    let split = try population.split(settings)
    let groups = population.groups(.capture)
    let places = Dictionary(
      uniqueKeysWithValues: population.records.enumerated().map { ($1.file, $0) })
    let unknown = try SplitPlanner(settings: settings).unknownPeople(among: population.records)
    func rows(_ role: Split.Role) -> [Split.Row] { split.rows.filter { $0.role == role } }
    func groupsOf(_ role: Split.Role) -> Set<Int> {
      Set(rows(role).compactMap { places[$0.file].map { groups[$0] } })
    }
    func strangers(_ role: Split.Role) -> Set<SubjectID> {
      Set(rows(role).map(\.subject)).intersection(unknown)
    }
    #expect(groupsOf(.probe).isDisjoint(with: groupsOf(.developmentProbe)))
    #expect(strangers(.probe).isDisjoint(with: strangers(.developmentProbe)))
    #expect(!strangers(.probe).isEmpty && !strangers(.developmentProbe).isEmpty)
    let all = Double(rows(.probe).count + rows(.developmentProbe).count)
    #expect(abs(Double(rows(.developmentProbe).count) / all - 0.5) < 0.2)
  }

  @Test("by angle trains on no mirror of the probed bin or of a probe")
  func angles() throws {
    let population = Population(seed: 2, tied: false)
    var settings = SplitSettings(plan: .leaveOneAngleOut(step: 15))
    settings.mirrorsTrain = true
    let split = try population.split(settings)
    let records = Dictionary(uniqueKeysWithValues: population.records.map { ($0.file, $0) })
    for (_, rows) in Dictionary(grouping: split.rows, by: \.fold) {
      let bins = Set(rows.filter { $0.role == .probe }.compactMap { records[$0.file]?.yawDegrees })
      #expect(bins.count == 1)
      for row in rows where row.role == .train {
        #expect(records[row.file]?.yawDegrees.map { bins.contains($0) } == false)
      }
    }
    #expect(Set(split.rows.map(\.fold)) == [1, 2, 3])
  }

  @Test("by person never enrols the probed one")
  func persons() throws {
    let population = Population(seed: 2)
    let split = try population.split(SplitSettings(plan: .leaveOnePersonOut))
    for (_, rows) in Dictionary(grouping: split.rows, by: \.fold) {
      let probed = Set(rows.filter { $0.role == .probe }.map(\.subject))
      #expect(probed.count == 1)
      #expect(!rows.contains { $0.role == .train && probed.contains($0.subject) })
    }
  }

  @Test("refuses what cannot be evaluated honestly")
  func refusals() throws {
    let population = Population(seed: 1, tied: false)
    let lone = Population(seed: 1, people: 3, faces: 1...1, tied: false)
    #expect(throws: SplitError.unmated(["p0", "p1", "p2"], probes: 3)) {
      try lone.split(SplitSettings(plan: .leaveOneOut))
    }
    #expect(throws: SplitError.tooFewPeople(found: 1, needed: 2)) {
      try Population(seed: 1, people: 1).split(SplitSettings(plan: .leaveOneOut))
    }
    #expect(throws: SplitError.tooManyFolds(asked: 1, most: 9)) {
      try population.split(SplitSettings(plan: .folds(1, by: .index)))
    }
    #expect(throws: SplitError.missingField("capture", protocolWord: "sweep", faces: 0)) {
      try population.split(SplitSettings(plan: .leaveOneSweepOut))
    }
    #expect(throws: SplitError.nothingToProbe(training: 50, most: 9)) {
      try population.split(SplitSettings(plan: .perPerson(training: 50, repeats: 1)))
    }
  }

  @Test("survives its file byte for byte, and is hashed whatever the order of rows")
  func files() throws {
    var rows = try Population(seed: 5).split(settings(.folds(3, by: .seed), seed: 5)).rows
    rows.append(
      Split.Row(
        repetition: 2, fold: 1, role: .world, subject: "a,\"b\"\nc", file: "odd name/#1.pgm"))
    let split = Split(rows: rows)
    let csv = split.csv()
    let read = try Split.parse(csv: csv, file: "x")
    #expect(Set(read.rows) == Set(rows) && read.rows.count == rows.count)
    #expect(read.csv() == csv && read.hash() == split.hash())
    #expect(Split(rows: rows.reversed()).hash() == split.hash())
    #expect(Split(rows: Array(rows.dropLast())).hash() != split.hash())
    var other = csv
    other = "\u{FEFF}" + other.split(separator: "\n").joined(separator: "\r\n")
    #expect(throws: Never.self) { try Split.parse(csv: other, file: "x") }
  }

  @Test(
    "file tells the row that is wrong",
    arguments: [
      ("", 1), ("repeat,fold\n", 1), ("repeat,fold,role,subject,file\n", 1),
      ("repeat,fold,role,subject,file\n0,1,train,a,b\n", 2),
      ("repeat,fold,role,subject,file\n1,x,train,a,b", 2),
      ("repeat,fold,role,subject,file\n1,1,train,a,b\n\n1,1,trainer,a,b", 4),
      ("repeat,fold,role,subject,file\n1,1,train,a", 2),
    ])
  func badFiles(text: String, row: Int) {
    let error = #expect(throws: SplitError.self) { try Split.parse(csv: text, file: "f") }
    guard case .badRow("f", row: row, _)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
  }

  @Test("that was given is refused for a leak of any kind, and says which")
  func planted() throws {
    var population = Population(seed: 1, people: 2, faces: 4...4, tied: false)
    population.records.removeAll(where: \.isMirror)
    population.records[1].mirrorOf = population.records[0].id
    population.records[2].capture = 5
    population.records[3].capture = 5
    population.pairs = [NearDuplicates.Pair(first: 4, second: 5, correlation: 0.999)]
    let groups = population.groups(.capture)
    func leaks(_ train: Int, _ probe: Int, _ part: Split.Role = .train) throws -> [SplitLeak.Kind] {
      let rows = [(part, train), (.probe, probe)].map { role, place in
        Split.Row(
          repetition: 1, fold: 1, role: role, subject: population.records[place].subject,
          file: population.records[place].file)
      }
      return try SplitValidator(
        records: population.records, groups: groups, unknown: ["p1"]
      ).leaks(in: Split(rows: rows)).map(\.kind)
    }
    #expect(try leaks(1, 0) == [.mirror])
    #expect(try leaks(2, 3) == [.sameCapture])
    #expect(try leaks(2, 2) == [.sameFace])
    #expect(try leaks(0, 2) == [])
    #expect(try leaks(4, 5).contains(.nearDuplicate))
    #expect(try leaks(4, 2) == [.trainedStranger])
    #expect(try leaks(4, 5, .developmentProbe) == [.acrossParts])
    let given = Split(rows: [
      Split.Row(repetition: 1, fold: 1, role: .train, subject: "p0", file: "p0/2.pgm"),
      Split.Row(repetition: 1, fold: 1, role: .probe, subject: "p0", file: "p0/1.pgm"),
    ])
    let error = #expect(throws: SplitError.self) {
      try population.split(SplitSettings(plan: .list(given)))
    }
    #expect(error?.kind == "leak")
    #expect(error?.message.contains("'p0/1.pgm' is a mirror image of 'p0/2.pgm'") == true)
  }

  @Test("of pairs keeps the fold's people out of its world set")
  func pairs() throws {
    let population = Population(seed: 1, people: 4, faces: 3...3, tied: false)
    let text = "2\t1\np0\t1\t2\np0\t3\tp1\t1\np2 1 3\np2 2 p3 2\n"
    let pairs = try PairList.parse(text, file: "pairs.txt", records: population.records)
    #expect(pairs.folds.map(\.count) == [2, 2])
    #expect(pairs.folds[0].map(\.isGenuine) == [true, false])
    #expect(pairs.folds[0][1].second == "p1/1.pgm")
    let split = try population.split(SplitSettings(plan: .pairs(pairs)))
    let first = split.rows.filter { $0.fold == 1 }
    #expect(
      first.filter { $0.role == .world }.map(\.file) == [
        "p2/1.pgm", "p2/2.pgm", "p2/3.pgm", "p3/2.pgm",
      ])
    #expect(first.filter { $0.role == .gallery }.map(\.file) == ["p0/1.pgm", "p0/3.pgm"])
    #expect(first.filter { $0.role == .probe }.map(\.file) == ["p0/2.pgm", "p1/1.pgm"])
    for (bad, row) in [
      ("", 1), ("x\n", 1), ("1\np0 1 2\n", 1), ("1\np0 1 2\np0 1 p9 1\n", 3),
      // Neither a face with itself nor one person as two.
      ("1\np0 1 1\np0 1 p1 1\n", 2), ("1\np0 1 2\np0 1 p0 3\n", 3),
    ] {
      let error = #expect(throws: SplitError.self) {
        try PairList.parse(bad, file: "f", records: population.records)
      }
      guard case .badRow("f", row: row, _)? = error else {
        Issue.record("another error: \(String(describing: error))")
        return
      }
    }
  }
}

@Suite("natural order")
struct NaturalOrderTests {
  @Test("counts digits as numbers and is a strict order", arguments: 1...20)
  func order(seed: UInt64) {
    let sorted = ["", "1", "01", "2", "10", "a", "a1b2", "a1b10", "a2", "a10", "b", "é"]
    var generator = SeededGenerator(seed: seed)
    let again = generator.shuffled(sorted).sorted(by: NaturalOrder.precedes)
    #expect(again.filter { $0 != "1" && $0 != "01" } == sorted.filter { $0 != "1" && $0 != "01" })
    #expect(NaturalOrder.precedes("01", "1") != NaturalOrder.precedes("1", "01"))
    #expect(!NaturalOrder.precedes("a", "a"))
  }
}
