package import CooperativeWork
package import FaceVocabulary
import Glibc

/// The numbers of Tan and Triggs' normalisation; the defaults are those of their paper.
package struct TanTriggsSettings: Hashable, Sendable {
  package var gamma = 0.2
  package var innerSigma = 1.0
  package var outerSigma = 2.0
  package var alpha = 0.1
  package var tau = 10.0

  package init() {}
}

extension ImageFilter {
  /// `image` freed of most of its lighting, its contrast equalised, scaled to 0…255.
  ///
  /// I = (v / 255)^gamma; difference of Gaussians; divided by mean(|I|^alpha)^(1/alpha), then by
  /// mean(min(tau, |I|)^alpha)^(1/alpha); tau·tanh(I / tau); the smallest value becomes 0 and the
  /// largest 255. A picture of one level becomes 128 throughout.
  ///
  /// - Throws: ``FilterError/cancelled`` between two stretches of pixels; what OpenCV reports.
  /// - Note: Tan and Triggs, “Enhanced Local Texture Feature Sets for Face Recognition Under
  ///   Difficult Lighting Conditions”, IEEE Trans. Image Processing 19(6), 2010, §II.
  package static func tanTriggs(
    _ image: GrayImage, settings: TanTriggsSettings = TanTriggsSettings(),
    cancellation: Cancellation = Cancellation()
  ) throws(FilterError) -> GrayImage {
    let flat = (0...255).map { pow(Double($0) / 255, settings.gamma) }
    let levels = image.pixels.map { flat[Int($0)] }
    if cancellation.isCancelled { throw .cancelled }
    let inner = try blur(levels, size: image.size, sigma: settings.innerSigma)
    if cancellation.isCancelled { throw .cancelled }
    let outer = try blur(levels, size: image.size, sigma: settings.outerSigma)
    var values = zip(inner, outer).map { $0 - $1 }
    let (alpha, tau) = (settings.alpha, settings.tau)
    let count = Double(values.count)
    for limit in [Double.infinity, tau] {
      var sum = 0.0
      try stretches(of: values.count, cancellation) { stretch in
        for index in stretch { sum += pow(min(limit, abs(values[index])), alpha) }
      }
      let divisor = pow(sum / count, 1 / alpha)
      guard divisor > 0 else { break }
      for index in values.indices { values[index] /= divisor }
    }
    try stretches(of: values.count, cancellation) { stretch in
      for index in stretch { values[index] = tau * tanh(values[index] / tau) }
    }
    guard let low = values.min(), let high = values.max(), high - low > 1e-9 else {
      return GrayImage(
        size: image.size, pixels: Array(repeating: 128, count: image.pixels.count))
    }
    let pixels = values.map { UInt8((($0 - low) / (high - low) * 255).rounded()) }
    return GrayImage(size: image.size, pixels: pixels)
  }

  /// Hands out 0 ..< `count` in stretches of some milliseconds, until somebody asks for a stop.
  private static func stretches(
    of count: Int, _ cancellation: Cancellation, _ body: (Range<Int>) -> Void
  ) throws(FilterError) {
    let length = 1 << 18
    for start in stride(from: 0, to: count, by: length) {
      if cancellation.isCancelled { throw .cancelled }
      body(start..<min(count, start + length))
    }
  }
}
