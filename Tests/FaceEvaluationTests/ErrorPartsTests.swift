import FaceVocabulary
import Matrices
import Testing

@testable import FaceEvaluation

@Suite("Where what is lost is lost")
struct ErrorPartsTests {
  @Test(
    "detection, recognition and threshold add up to all errors, counted one by one",
    arguments: 1...20)
  func parts(seed: UInt64) {
    let table = RandomTrials.table(seed: seed)
    let gates: [(threshold: Double?, reconstruction: Double?)] = [
      (nil, nil), (0, nil), (0.3, nil), (0.8, nil), (.infinity, nil), (0.8, 0.5), (nil, 0.5),
    ]
    for gate in gates {
      let summary = AccuracySummary(
        table, in: .evaluation, threshold: gate.threshold,
        reconstructionThreshold: gate.reconstruction)
      let parts = summary.errorParts
      #expect(parts.detection + parts.recognition + parts.threshold == summary.errors)
      #expect(summary.errors == summary.total - summary.correct)
      let expected = count(table, gate.threshold, gate.reconstruction)
      #expect(
        [parts.detection, parts.recognition, parts.threshold] == expected, "\(gate)")
    }
  }

  /// The three counts from the distances alone.
  private func count(
    _ table: TrialTable, _ threshold: Double?, _ reconstruction: Double?
  ) -> [Int] {
    var (detection, recognition, limits) = (0, 0, 0)
    let decides = threshold != nil || reconstruction != nil
    for (row, probe) in table.probes.enumerated() where probe.part == .evaluation {
      let distances = table.gallery.indices.map { table.distances[row, $0] }
      let passes =
        probe.reconstructionError.map { $0 < reconstruction ?? .infinity } ?? true
      let nearest = distances.filter { !$0.isNaN }.min()
      let isUnder = passes && (nearest ?? .infinity) < threshold ?? .infinity
      guard probe.isMated else {
        if decides && !probe.failed && nearest != nil && isUnder { limits += 1 }
        continue
      }
      let own = table.gallery.firstIndex(of: probe.subject).map { distances[$0] } ?? .nan
      let others = table.gallery.indices.filter { table.gallery[$0] != probe.subject }
      if probe.failed {
        detection += 1
      } else if own.isNaN || others.contains(where: { distances[$0] <= own }) {
        recognition += 1
      } else if decides && !isUnder {
        limits += 1
      }
    }
    return [detection, recognition, limits]
  }

  @Test("a face is found, misplaced or doubled by where the boxes lie")
  func outcomes() {
    let head = PixelRect(x: 100, y: 100, width: 40, height: 40)
    let near = PixelRect(x: 104, y: 102, width: 40, height: 40)
    let inside = PixelRect(x: 115, y: 120, width: 12, height: 12)
    let elsewhere = PixelRect(x: 0, y: 0, width: 60, height: 60)
    func outcome(_ taken: PixelRect, _ others: [PixelRect], _ heads: [PixelRect])
      -> DetectionOutcome
    {
      DetectionOutcome(taken: taken, reported: [taken] + others, heads: heads)
    }
    #expect(outcome(near, [], [head]) == .found)
    // A false alarm elsewhere is no second report of this face.
    #expect(outcome(near, [elsewhere], [head]) == .found)
    #expect(outcome(near, [inside], [head]) == .doubled)
    #expect(outcome(elsewhere, [near], [head]) == .misplaced)
    // Where nobody said where faces are, there is one.
    #expect(outcome(near, [], []) == .found)
    #expect(outcome(near, [elsewhere], []) == .doubled)
    // Of several heads the one that is taken counts.
    #expect(outcome(near, [elsewhere], [elsewhere, head]) == .found)
  }

  @Test("how faces were found is counted over all probes, and not at all where it was not tested")
  func counts() {
    var table = RandomTrials.table(seed: 1)
    #expect(AccuracySummary(table).detections == nil)
    var probes = table.probes
    for index in probes.indices { probes[index].detection = index == 0 ? .doubled : .found }
    table = TrialTable(gallery: table.gallery, probes: probes, distances: table.distances)
    let counts = AccuracySummary(table).detections
    let evaluated = probes.count { $0.part == .evaluation }
    #expect(counts?[.doubled] == 1 && counts?[.found] == evaluated - 1 && counts?[.missed] == nil)
  }
}
