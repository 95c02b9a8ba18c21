import DurableFiles
import Testing

@Suite("content digests")
struct ContentDigestTests {
  @Test("agree with FIPS 180-4's examples")
  func standardExamples() {
    #expect(
      ContentDigest.hex(of: "abc")
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      ContentDigest.hex(of: [UInt8]())
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }

  @Test("do not depend on how the bytes are cut")
  func piecewise() {
    let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var digest = ContentDigest()
    for start in stride(from: 0, to: bytes.count, by: 777) {
      digest.update(Array(bytes[start..<min(start + 777, bytes.count)]))
    }
    #expect(digest.finalized() == ContentDigest.hex(of: bytes))
  }
}
