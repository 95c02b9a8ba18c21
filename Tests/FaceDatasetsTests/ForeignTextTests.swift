import FaceVocabulary
import TestSupport
import Testing

@testable import FaceDatasets

/// Files of others, changed at random: each is refused in words or gives something of sense.
@Suite("texts of others", .timeLimit(.minutes(5)))
struct ForeignTextTests {
  /// Tries changed samples; what is read goes to `look`, errors must be explained.
  private func survive<Value>(
    _ samples: [String], words: [String] = [], seed: UInt64, trials: Int = 2_500,
    read: ([UInt8]) throws -> Value, look: (Value) throws -> Void
  ) throws {
    var mutations = Mutations(of: samples, words: words, seed: seed)
    for trial in Mutations.trials(trials) {
      let bytes = mutations.next()
      let value: Value
      do {
        value = try read(bytes)
      } catch {
        if let complaint = complaint(about: error) {
          Issue.record("trial \(trial): \(complaint) for \(bytes)")
        }
        continue
      }
      try look(value)
    }
  }

  @Test("splits come back as they were written")
  func splits() throws {
    let records = Population(seed: 3).records
    let split = try Split.parse(
      csv: "repeat,fold,role,subject,file\n1,1,train,p0,p0/1.pgm\n1,1,probe,p0,p0/2.pgm\n"
        + "1,2,gallery,\"Zoë, B\",\"a\"\"b.pgm\"\n", file: "s.csv")
    #expect(split.rows.count == 3)
    try survive(
      [
        split.csv(),
        "repeat,fold,role,subject,file\r\n2,1,probe,p1,p1/3.pgm\r\n",
      ],
      words: ["train", "gallery", "probe", "repeat"], seed: 83,
      read: { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        _ = try? Split.parse(csv: text, file: "s.csv", of: records)
        return try Split.parse(csv: text, file: "s.csv")
      },
      look: { split in
        let written = split.csv()
        let again = try Split.parse(csv: written, file: "s.csv")
        #expect(again.csv() == written)
      })
  }

  @Test("lists of pairs have the folds they tell")
  func pairs() throws {
    let records = Population(seed: 3).records
    try survive(
      ["2\t1\np0\t1\t2\np1\t1\tp2\t1\np3\t1\t2\np4\t1\tp5\t2\n", "1\np0 1 2\np0 1 p1 2\n"],
      words: ["p0", "p1"], seed: 84,
      read: {
        try PairList.parse(String(decoding: $0, as: UTF8.self), file: "pairs.txt", records: records)
      },
      look: { list in
        #expect(!list.folds.isEmpty && list.folds.allSatisfy { $0.count == list.folds[0].count })
      })
  }

  @Test("angle logs hold angles and nothing else")
  func angleLogs() throws {
    try survive(
      [
        "frame,yaw_deg,pitch_deg\n0,-10,3\n10,0,\n20,12.5,-4\n",
        "time;yaw\r\n0.0;350\r\n0.5;359\r\n1.0;4\r\n", "file\tyaw\na.png\t10\nb.png\t-5\n",
      ], words: ["frame", "yaw", "180", "360", "359.999"], seed: 85,
      read: { try AngleLog(csv: $0, file: "log.csv") },
      look: { log in
        for (frame, seconds) in [(-1, -1), (0, 0), (5, 0.25), (15, 0.75), (.max, 1e300)] {
          if let angle = log.angle(frame: frame, seconds: seconds, file: "a.png") {
            #expect((-180...180).contains(angle.yawDegrees), "\(angle)")
          }
        }
      })
  }

  @Test("lists of pictures name files and people")
  func lists() throws {
    try survive(
      ["a/1.jpg;0;Ann\na/2.jpg;0;Ann\nb.jpg;7\n", "path;label\nx.png,3\n\"q;r.png\",4,\"B, C\"\n"],
      words: ["-1", "label"], seed: 86,
      read: { try ListFile.entries($0, list: "list.csv", folder: "/photos") },
      look: { entries in
        #expect(entries.allSatisfy { !$0.origin.isEmpty && $0.label != -1 })
      })
  }

  @Test("truth files give boxes that can be cut out, or the line that is wrong")
  func truth() {
    let samples = [
      "file,x,y,w,h,yaw_deg\na b.jpg,1,2,3,4,10\nc.jpg,,,,,\na b.jpg,5,6,7,8,\n",
      "<?xml version='1.0'?>\n<dataset><!-- <box> -->\n<images>\n<image file='a&amp;b.jpg'>\n"
        + "<box top='2' left='1' width='3' height='4'><label>x</label>"
        + "<part name='0' x='3' y='9'/></box>\n<box left=\"5\" top=\"6\" width=\"7\" height=\"8\""
        + " ignore='1'/>\n</image><image file='c.jpg'/></images></dataset>",
      "a b.jpg 2 1 2 3 4 5 6 7 8\nc.jpg 0\n",
      "2002/img 1\n2\n20 10 0 50 40 1\n20 10 1.5707963267948966 50 40  1\nimg2\n0\n",
    ]
    var mutations = Mutations(
      of: samples, words: ["<box", "<image file='x'>", "/>", "width='5'", "&#0;", "&#x110000;"],
      seed: 87)
    for trial in Mutations.trials(4_000) {
      let bytes = mutations.next()
      do throws(TruthFile.Fault) {
        for picture in try TruthFile.pictures(bytes) {
          for head in picture.heads {
            #expect(
              head.box.width > 0 && head.box.height > 0
                && head.box.x.addingReportingOverflow(head.box.width).overflow == false
                && head.box.y.addingReportingOverflow(head.box.height).overflow == false,
              "trial \(trial): \(head)")
          }
        }
      } catch {
        #expect(error.line > 0 && !error.reason.isEmpty, "trial \(trial)")
      }
    }
  }

  @Test("patterns of paths match what they can in reasonable time")
  func patterns() throws {
    let path = "people/s12/frame-001_yaw-30_day2.extra.words.that.go.on.for.quite.a.while.png"
    let many = "people/{subject}/{a}{b}{c}{d}{e}{f}{g}{h}#"
    try survive(
      [
        "{subject}/{index:3}_{yaw}.png",
        "people/{subject}/frame-{index}_yaw{yaw:signed}_{session}.{x}", many,
      ],
      words: ["{subject}", "{yaw:signed}", "{index:2}", "{index:999999999999}"], seed: 88,
      trials: 1_000, read: { try PathPattern(String(decoding: $0, as: UTF8.self)) },
      look: { pattern in
        for (_, value) in pattern.match(path) ?? [:] { #expect(!value.isEmpty) }
      })
  }
}
