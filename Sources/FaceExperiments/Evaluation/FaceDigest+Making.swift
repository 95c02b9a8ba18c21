import DurableFiles
import FaceModels
import FaceVocabulary

extension FaceDigest {
  /// The first half of the SHA-256 of the grey levels of `face`.
  init(of face: GrayImage) {
    let digits = ContentDigest.hex(of: face.pixels).utf8.map { digit in
      UInt64(digit) - (digit < 58 ? 48 : 87)
    }
    func number(_ range: Range<Int>) -> UInt64 { digits[range].reduce(0) { $0 << 4 | $1 } }
    self.init(high: number(0..<16), low: number(16..<32))
  }
}
