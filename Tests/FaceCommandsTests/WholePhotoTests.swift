import DurableFiles
import FaceReports
import TestSupport
import Testing

@testable import FaceCommands

/// A model that learned from detected faces finds the face in a photo by itself.
@Suite("Whole photos")
struct WholePhotoTests {
  /// The first and the last pictures of two people whose folders hold 21 and 20.
  private static let people:
    [(name: String, training: ClosedRange<Int>, probes: ClosedRange<Int>)] =
      [("p01", 1...6, 19...21), ("p02", 22...27, 39...41)]

  private static func path(_ person: String, _ number: Int) -> String {
    let digits = String(number)
    let padded = String(repeating: "0", count: 4 - digits.count) + digits
    return RealFaces.path("caltech_faces/\(person)/image_\(padded).jpg")
  }

  @Test(
    "faces are located in training photos and in probes alike",
    .enabled(if: RealFaces.isPresent, "FACEBENCH_DATA names no folder"))
  func predictsWholePhotos() throws {
    let desk = Desk()
    var list = ""
    for (label, person) in Self.people.enumerated() {
      for number in person.training {
        list += "\(Self.path(person.name, number));\(label);\(person.name)\n"
      }
    }
    try AtomicFile.write(Array(list.utf8), to: desk.folder + "/list.csv")
    try desk.run("dataset import photos \(desk.folder)/list.csv --layout list")
    try desk.run("model train m --on photos --method eigen --locate largest --size 70x70")
    for person in Self.people {
      let photos = person.probes.map { Self.path(person.name, $0) }.joined(separator: " ")
      let rows = try desk.rows("model predict m \(photos)")
      #expect(rows.count == 3)
      for row in rows { #expect(row["nearest"] == .text(person.name)) }
    }
  }
}
