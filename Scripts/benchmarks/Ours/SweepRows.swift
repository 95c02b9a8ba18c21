import CooperativeWork
import FaceEvaluation
import FaceImages
import FaceVocabulary
import Glibc
import Matrices

/// Many settings read off one pass.
enum SweepRows {
  /// Every operating point of `--count` scores, a tenth of them genuine: one sort, then searches.
  static func thresholds(_ request: Request) throws -> Measurement {
    let count = try request.integer("count", else: 10_000_000)
    var generator = SeededGenerator(seed: 5)
    let genuine = (0..<count / 10).map { _ in
      1000 * generator.uniform() * generator.uniform() + 200
    }
    let impostor = (0..<count - count / 10).map { _ in
      1500 * (generator.uniform() + generator.uniform())
    }
    let runs = try request.runs
    var measurement = Measurement(runs: runs) {
      let curve = ThresholdCurve(genuine: genuine, impostor: impostor)
      for step in 0..<1000 { _ = curve.point(at: 3 * Double(step)) }
    }
    measurement.note("scores", Double(count))
    return measurement
  }

  /// 4 scales × 10 neighbour counts on the pictures listed in a file, images in parallel, largest
  /// first: `detector-sweep LIST [--cascade NAME]`; pictures are PGM.
  static func detector(_ request: Request) throws -> Measurement {
    let work = try request.work
    let cascade = request.word("cascade") ?? "haarcascade_frontalface_default"
    let images = try lines(of: try request.file(0)).map { try Graymap.read($0) }
      .sorted { $0.size.area > $1.size.area }
    var boxes = 0
    var measurement = try Measurement(runs: try request.runs) {
      let found = try work.map(
        count: images.count, makeLane: { try FaceDetector(cascade: cascade) }
      ) { detector, index in
        try [1.05, 1.1, 1.2, 1.3].reduce(0) { sum, scale in
          let raw = try detector.candidates(
            in: images[index], scale: scale, minSize: 24, maxSize: nil)
          return (1...10).reduce(sum) { $0 + raw.grouped(neighbors: $1).count }
        }
      }
      boxes = found.reduce(0, +)
    }
    measurement.note("boxes", Double(boxes))
    return measurement
  }

  private static func lines(of path: String) throws -> [String] {
    guard let file = fopen(path, "r") else { throw RequestError("cannot read \(path)") }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n").map(
      String.init)
  }
}
