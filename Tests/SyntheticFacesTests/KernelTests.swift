import CooperativeWork
import FaceVocabulary
import Matrices
import SyntheticFaces
import Testing

/// Whether the compiled loops give what they must, on every instruction set.
@Suite("Head kernels")
struct KernelTests {
  /// FNV-1a, 64 bits.
  private func digest(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }

  private func view(_ generator: inout SeededGenerator) -> HeadView {
    var view = HeadView()
    view.pose = HeadPose(
      yawDegrees: -90 + 180 * generator.uniform(), pitchDegrees: -15 + 30 * generator.uniform(),
      rollDegrees: -20 + 40 * generator.uniform())
    view.light.azimuthDegrees = -70 + 140 * generator.uniform()
    view.expression = HeadExpression(
      mouthOpen: generator.uniform(), smile: -1 + 2 * generator.uniform(),
      browRaise: generator.uniform(), eyesClosed: generator.uniform())
    view.headShare = 0.6 + 0.4 * generator.uniform()
    return view
  }

  /// Taken when the kernels replaced plain loops in Swift, whose pictures and truths theirs equalled
  /// on 618 heads and four scenes.
  @Test(
    "pictures keep their bytes from version to version, on every instruction set",
    arguments: InstructionSet.available)
  func goldenBytes(instructions: InstructionSet) {
    let golden: [UInt64] = [
      0x4b59_49ca_40af_c66a, 0x8b57_8696_2f36_25fc, 0x7a2f_3032_de2e_396b,
      0x5617_7826_b461_1fd9, 0xd34c_7a32_bbde_c8ca, 0x1645_a285_8819_8c65,
    ]
    for (number, expected) in golden.enumerated() {
      var generator = SeededGenerator(seed: 2026, stream: UInt64(number))
      let head = SyntheticFaceRenderer.portrait(
        SyntheticPerson(seed: generator.next()), view(&generator),
        size: PixelSize(width: 76, height: 84), instructions: instructions)
      let found = digest(head.image.pixels)
      #expect(found == expected, "head \(number): 0x\(String(found, radix: 16))")
    }
  }

  @Test(
    "every instruction set of this processor gives the same picture and truth",
    arguments: 1...10)
  func setsAgree(seed: UInt64) {
    var generator = SeededGenerator(seed: seed, stream: 0x5E75)
    let person = SyntheticPerson(seed: generator.next())
    let view = view(&generator)
    let size = PixelSize(width: 20 + generator.below(90), height: 20 + generator.below(90))
    let plain = SyntheticFaceRenderer.portrait(person, view, size: size, instructions: .baseline)
    #expect(Set(plain.image.pixels).count > 20)
    for instructions in InstructionSet.available {
      #expect(
        SyntheticFaceRenderer.portrait(person, view, size: size, instructions: instructions)
          == plain, "\(instructions.rawValue)")
    }
  }

  @Test("how many heads a second each instruction set renders")
  func speed() throws {
    let size = PixelSize(width: 128, height: 128)
    let plan = SyntheticDatasetPlan(
      subjects: 6, angles: [-60, -30, 0, 30, 60], lights: 1, size: size, seed: 3)
    for instructions in InstructionSet.available {
      let clock = ContinuousClock()
      let elapsed = try clock.measure {
        _ = try Work(jobs: 2).map(count: plan.items.count) { index in
          let item = plan.items[index]
          return SyntheticFaceRenderer.portrait(
            item.person, item.view, size: size, instructions: instructions)
        }
      }
      let rate = Double(plan.items.count) / (elapsed / .seconds(1))
      print("\(instructions.rawValue): \(Int(rate)) heads of 128x128 a second on two threads")
      #expect(rate > 0)
    }
  }
}
