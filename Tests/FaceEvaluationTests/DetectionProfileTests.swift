import FaceEvaluation
import FaceVocabulary
import Testing

@Suite("Detector hits by angle")
struct DetectionProfileTests {
  private func picture(
    _ faces: [(String, Double?, found: Bool)], falseAlarms: Int = 0
  ) -> SearchedPicture {
    let matching = BoxMatching(found: faces.map(\.found), falseAlarms: falseAlarms)
    return SearchedPicture(
      faces: faces.map { .init(person: SubjectID($0.0), yawDegrees: $0.1) },
      matchings: [.iou: matching, .offset: matching])
  }

  @Test(
    "faces go to the nearest bin, and false alarms to the bin that all faces of a picture share")
  func bins() throws {
    let profile = DetectionProfile([
      picture([("a", -7.5, true)], falseAlarms: 2), picture([("a", 8, false)]),
      picture([("b", 7, true), ("c", 14, false)], falseAlarms: 3),
      picture([("d", nil, true)]), picture([], falseAlarms: 4),
    ])
    #expect(profile.bins.map(\.yawDegrees) == [0, 15, nil])
    #expect(profile.bins.map(\.faces) == [2, 2, 1])
    let counts = try profile.bins.map { try #require($0.counts[.iou]) }
    #expect(counts.map(\.hits) == [2, 0, 1])
    #expect(counts.map(\.misses) == [0, 2, 0])
    #expect(counts.map(\.falseAlarms) == [2, 0, 7])
  }

  @Test("where no picture has faces of one angle alone, false alarms are not measured by angle")
  func mixed() {
    let profile = DetectionProfile([picture([("a", 0, true), ("b", 30, true)], falseAlarms: 1)])
    #expect(profile.bins.map(\.yawDegrees) == [0, 30, nil])
    #expect(profile.bins.map { $0.counts[.offset]?.falseAlarms } == [nil, nil, 1])
    #expect(profile.bins[2].counts[.iou]?.recall == nil)
    #expect(profile.bins[2].counts[.iou]?.interval == nil)
  }

  @Test("bounds are those of shares by person")
  func bounds() throws {
    let pictures = (0..<12).flatMap { person in
      (0..<4).map { picture([("p\(person)", 0, found: $0 < 3 || person < 6)]) }
    }
    let count = try #require(DetectionProfile(pictures).bins.first?.counts[.iou])
    let tallies = (0..<12).map {
      PersonTally(subject: SubjectID("p\($0)"), events: $0 < 6 ? 4 : 3, trials: 4)
    }
    #expect(count.interval == ProportionInterval(byPerson: tallies))
    #expect(count.faces == 48 && count.hits == 42 && count.recall == 0.875)
  }

  @Test("of two known faces that one box could be, the earlier is the found one")
  func ambiguous() {
    let left = PixelRect(x: 0, y: 0, width: 20, height: 20)
    let right = PixelRect(x: 4, y: 0, width: 20, height: 20)
    let middle = PixelRect(x: 2, y: 0, width: 20, height: 20)
    let matching = BoxMatching(found: [middle], known: [left, right], rule: .iou)
    #expect(matching.found == [true, false] && matching.falseAlarms == 0)
    // The one that can only be the left one leaves the other to the right one.
    let both = BoxMatching(
      found: [middle, PixelRect(x: -4, y: 0, width: 20, height: 20)], known: [left, right],
      rule: .iou)
    #expect(both.found == [true, true])
  }
}
