package import FaceVocabulary
import Matrices

/// A made-up person: everything about a head that stays the same from picture to picture.
package struct SyntheticPerson: Equatable, Sendable {
  /// The number all features were drawn from.
  package let seed: UInt64
  let features: HeadFeatures

  /// The person of a seed: the same seed always gives the same features.
  package init(seed: UInt64) {
    self.seed = seed
    var generator = SeededGenerator(seed: seed)
    features = HeadFeatures(using: &generator)
  }

  /// The person called `subject` in the world numbered `world`.
  ///
  /// Datasets and cameras name people this way. Person 3 is called `3`, `s3`, `s03` or `s003`, so that
  /// `synth:3` films whoever is number 3 in a dataset of the same seed, however many people it has.
  package init(subject: SubjectID, world: UInt64 = 1) {
    // FNV-1a over the name: stable across machines, unlike Swift's own hashes.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in Self.usualName(of: subject.name).utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    var generator = SeededGenerator(seed: world, stream: hash)
    self.init(seed: generator.next())
  }

  /// The name that a small dataset gives to the person of that number; other names stand.
  private static func usualName(of name: String) -> String {
    let digits = name.utf8.first == UInt8(ascii: "s") ? name.dropFirst() : name[...]
    guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits),
      number > 0
    else { return name }
    return number < 10 ? "s0\(number)" : "s\(number)"
  }
}
