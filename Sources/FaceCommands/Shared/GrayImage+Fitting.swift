import FaceImages
import FaceVocabulary

extension GrayImage {
  /// The picture scaled down so that no side is longer than `side`; smaller ones stay as they are.
  func fitted(within side: Int) throws -> GrayImage {
    let longest = max(width, height)
    guard longest > side else { return self }
    let target = PixelSize(
      width: max(1, width * side / longest), height: max(1, height * side / longest))
    return try ImageFilter.resized(self, to: target, interpolation: .area)
  }
}
