import CooperativeWork
import FaceImages
import FaceVocabulary
import Testing

struct HelperTests {
  @Test("a PNG made by the helper is read back as it was")
  func pngRoundTrip() throws {
    let images = ForeignImages(worker: .besideThisProgram)
    let picture = GrayImage(
      size: PixelSize(width: 31, height: 7), pixels: (0..<217).map { UInt8($0) })
    let bytes = try images.encodePNG(picture)
    #expect(bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]))
    #expect(try images.encodePNG(picture) == bytes)
  }
}
