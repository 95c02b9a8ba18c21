/// A pair of glasses: two rims with rounded corners, a bridge and two arms.
struct Glasses: Equatable, Sendable {
  /// Middle of a lens on the side x ≥ 0.
  var center: Vector
  var halfWidth: Float
  var halfHeight: Float
  /// Radius of the corners, at most the smaller half side.
  var corner: Float
  /// Half thickness of the frame.
  var tube: Float
  /// Where an arm meets the ear.
  var ear: Vector
}
