import FaceDatasets
import FaceEvaluation
import FaceVocabulary
import Matrices
import Testing

@testable import FaceExperiments

@Suite("Development and evaluation part of stored scores")
struct DevelopmentSplitTests {
  /// 8 known people and 6 strangers with 5 images, images 4 and 5 of everyone in one group.
  private var stored: (trials: TrialTable, groups: [Int]) {
    var probes: [TrialTable.Probe] = []
    var groups: [Int] = []
    for person in 0..<14 {
      for image in 0..<5 {
        probes.append(
          TrialTable.Probe(
            file: "p\(person)/\(image)", subject: SubjectID("p\(person)"), isMated: person < 8))
        groups.append(person * 10 + min(image, 3))
      }
    }
    let trials = TrialTable(
      gallery: (0..<8).map { SubjectID("p\($0)") }, probes: probes,
      distances: Matrix(rows: probes.count, columns: 8, filledWith: 1))
    return (trials, groups)
  }

  @Test("groups and strangers stand in one part only", arguments: [0.2, 0.5, 0.8], 1...5)
  func disjoint(share: Double, seed: UInt64) {
    let (trials, groups) = stored
    let divided = DevelopmentSplit.divided(trials, groups: groups, share: share, seed: seed)
    var partOfGroup: [Int: TrialTable.Part] = [:]
    var partOfStranger: [SubjectID: TrialTable.Part] = [:]
    for (probe, group) in zip(divided.probes, groups) {
      #expect(partOfGroup.updateValue(probe.part, forKey: group) ?? probe.part == probe.part)
      if !probe.isMated {
        let before = partOfStranger.updateValue(probe.part, forKey: probe.subject)
        #expect(before ?? probe.part == probe.part)
      }
    }
    #expect(partOfStranger.values.count { $0 == .development } == Int((share * 6).rounded()))
    for person in 0..<8 {
      let own = divided.probes.filter { $0.subject == SubjectID("p\(person)") }
      #expect(Set(own.map(\.part)) == [.development, .evaluation])
    }
    #expect(divided.distances == trials.distances)
  }

  @Test(
    "of people with one group each a share stands on either side",
    arguments: [(0.5, 15), (0.2, 6), (0.8, 24)])
  func oneEach(share: Double, expected: Int) {
    let probes = (0..<30).map {
      TrialTable.Probe(file: "\($0)", subject: SubjectID("p\($0)"), isMated: true)
    }
    let trials = TrialTable(
      gallery: probes.map(\.subject), probes: probes,
      distances: Matrix(rows: 30, columns: 30, filledWith: 1))
    let divided = DevelopmentSplit.divided(trials, groups: Array(0..<30), share: share, seed: 1)
    #expect(divided.probes.count { $0.part == .development } == expected)
  }

  @Test("the same seed divides the same way, and stored parts are left alone")
  func repeatable() {
    let (trials, groups) = stored
    let once = DevelopmentSplit.divided(trials, groups: groups, share: 0.5, seed: 3)
    #expect(once == DevelopmentSplit.divided(trials, groups: groups, share: 0.5, seed: 3))
    #expect(once == DevelopmentSplit.divided(once, groups: groups, share: 0.2, seed: 9))
  }
}

@Suite("Mirror images that may train")
struct MirrorRoleTests {
  private func record(_ index: Int, yaw: Double?, mirrorOf: Int64? = nil) -> FaceRecord {
    var record = FaceRecord(
      id: Int64(index), subject: "s", label: 0, file: "\(index)", index: index,
      size: PixelSize(width: 2, height: 2))
    record.yawDegrees = yaw
    record.mirrorOf = mirrorOf
    return record
  }

  @Test("none lands in the probed angle, by distinct angles and by bins")
  func angles() {
    let records = [-30, -15, 0, 15, 30].enumerated().map { record($0, yaw: Double($1)) }
    var fold = FoldRoles(repetition: 1, fold: 1)
    fold.probes = [FoldRoles.Probe(record: 1, isDevelopment: false)]
    let training = [0, 2, 3, 4]
    #expect(
      fold.mirrorable(training, records: records, angleStep: nil, byAngle: true) == [0, 2, 4])
    // Bins of 40 degrees: -15, 0 and 15 share the middle one.
    #expect(
      fold.mirrorable(training, records: records, angleStep: 40, byAngle: true) == [0, 4])
    #expect(
      fold.mirrorable(training, records: records, angleStep: nil, byAngle: false) == training)
  }

  @Test("a stored mirror image is not mirrored again")
  func stored() {
    let records = [record(0, yaw: 0), record(1, yaw: 0, mirrorOf: 0)]
    let fold = FoldRoles(repetition: 1, fold: 1)
    #expect(fold.mirrorable([0, 1], records: records, angleStep: nil, byAngle: false) == [0])
  }
}
