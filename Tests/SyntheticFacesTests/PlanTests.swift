import CooperativeWork
import FaceVocabulary
import SyntheticFaces
import Testing

@Suite("Plans, streams and scenes")
struct PlanTests {
  private static let size = PixelSize(width: 46, height: 56)

  @Test("a plan lists every person, light and angle once, under stable names")
  func planNames() {
    let plan = SyntheticDatasetPlan(
      subjects: 3, angles: [-30, 0, 7.5], lights: 2, size: Self.size, seed: 4)
    #expect(plan.items.count == 18)
    #expect(Set(plan.items.map(\.file)).count == 18)
    #expect(
      plan.items.prefix(4).map(\.file) == [
        "s01/light1_yaw-030.pgm", "s01/light1_yaw+000.pgm", "s01/light1_yaw+007.5.pgm",
        "s01/light2_yaw-030.pgm",
      ])
    #expect(plan.items.filter { $0.subject == "s02" }.map(\.index) == [1, 2, 3, 4, 5, 6])
    #expect(Set(plan.items.map(\.session)) == ["light1", "light2"])
    #expect(plan.items.map(\.view.pose.yawDegrees).max() == 7.5)
  }

  @Test("a plan gives the same bytes on any number of threads", arguments: [2, 3, 8])
  func planThreads(jobs: Int) throws {
    let plan = SyntheticDatasetPlan(
      subjects: 2, angles: [-45, 0], lights: 2, size: Self.size, seed: 9)
    let alone = try plan.rendered(work: Work(jobs: 1))
    #expect(try plan.rendered(work: Work(jobs: jobs)) == alone)
    #expect(zip(plan.items, alone).allSatisfy { $0.view.pose.yawDegrees == $1.truth.yawDegrees })
  }

  @Test("more people leave those of a smaller plan as they are")
  func plansGrow() {
    let few = SyntheticDatasetPlan(subjects: 2, angles: [0], lights: 1, seed: 3)
    let many = SyntheticDatasetPlan(subjects: 5, angles: [0], lights: 1, seed: 3)
    #expect(Array(many.items.prefix(2)) == few.items)
  }

  @Test("a cancelled plan stops")
  func cancellation() {
    let work = Work()
    work.cancellation.cancel()
    #expect(throws: Cancelled()) { try SyntheticDatasetPlan(subjects: 1).rendered(work: work) }
  }

  @Test("a stream turns from one side to the other and shows whom it names")
  func stream() {
    let stream = SyntheticFrameStream(
      subject: "s01", size: PixelSize(width: 64, height: 48), frameCount: 5)
    #expect((0..<5).map(stream.targetYawDegrees) == [-90, -45, 0, 45, 90])
    #expect(stream.person == SyntheticDatasetPlan(subjects: 1).items[0].person)
    #expect(stream.frame(at: 1) == stream.frame(at: 1))
    #expect(stream.frame(at: 1).truth.yawDegrees == -45)
    #expect(stream.frame(at: 0).image != stream.frame(at: 4).image)
  }

  @Test(
    "a camera shows the person of that number, whatever the dataset's size and the way of writing it",
    arguments: [("3", 3), ("s3", 3), ("s03", 3), ("s003", 3), ("12", 12), ("s012", 12)])
  func number(name: String, person: Int) {
    for (people, seed) in [(20, 1), (120, 9)] as [(Int, UInt64)] {
      let plan = SyntheticDatasetPlan(subjects: people, angles: [0], lights: 1, seed: seed)
      #expect(
        SyntheticFrameStream(subject: SubjectID(name), world: seed).person
          == plan.items[person - 1].person)
    }
    for other in ["Ada", "s0", "0", "s", "", "3a", "ss3", "٣", "s-3"] {
      let stranger = SyntheticPerson(subject: SubjectID(other))
      #expect(stranger != SyntheticPerson(subject: SubjectID(name)), "\(other)")
    }
  }

  @Test("a scene has a truth for every head and the same bytes on any number of threads")
  func scene() throws {
    let size = PixelSize(width: 240, height: 180)
    let heads = SyntheticFaceRenderer.crowd(count: 3, size: size, seed: 6)
    #expect(heads.count == 3)
    let alone = try SyntheticFaceRenderer.scene(heads: heads, size: size, seed: 6)
    let shared = try SyntheticFaceRenderer.scene(
      heads: heads, size: size, seed: 6, work: Work(jobs: 3))
    #expect(alone == shared)
    for (head, truth) in zip(heads, alone.truths) {
      #expect(truth.yawDegrees == head.view.pose.yawDegrees)
      #expect(Double(truth.box.height) > 0.5 * head.heightPixels)
      #expect(Double(truth.box.height) < 0.9 * head.heightPixels)
    }
  }

  @Test("a scene without heads is a room")
  func emptyScene() throws {
    let size = PixelSize(width: 40, height: 30)
    let room = try SyntheticFaceRenderer.scene(heads: [], size: size, seed: 1)
    #expect(room.truths.isEmpty)
    #expect(Set(room.image.pixels).count > 20)
  }
}
