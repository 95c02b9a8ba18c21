/// A head with shoulders as an implicit surface in the head's own space.
///
/// The face is built for x ≥ 0 and mirrored by a smooth |x|; people's asymmetry is a shear of space
/// before that. Neck, clothes and the hairline know left from right. At most 64 blocks of a kind.
struct HeadField: Equatable, Sendable {
  /// Mirrored blocks of head and neck, in the order in which they melt together.
  var skin: [Ellipsoid] = []
  /// Mirrored swellings and hollows of the skin.
  var swellings: [Swelling] = []
  /// Mirrored eyeballs under their lids, put into the sockets that the swellings made.
  var lids: [Ellipsoid] = []
  /// The neck; not mirrored.
  var neck: [Ellipsoid] = []
  /// Shoulders and collar; not mirrored.
  var cloth: [Ellipsoid] = []
  /// Mirrored blocks of hair that follow the skull and end at the hairline all around.
  var cap: [Ellipsoid] = []
  /// Mirrored blocks of hair that hang down.
  var fall: [Ellipsoid] = []
  var hairline: Hairline?
  var glasses: Glasses?
  /// Shear that makes a face uneven: x += lean.x·y, y += lean.y·x.
  var lean = Vector(0, 0, 0)
}

/// Where the hair ends: an ellipsoid in front that keeps the face free, and a slope below.
struct Hairline: Equatable, Sendable {
  let face: Ellipsoid
  /// Height of the lower edge at z = 0, and its rise per z.
  let lowerEdge: Float
  let lowerSlope: Float
  /// The ball around an ear that hair keeps out of; radius 0 when it covers the ears.
  let ear: Vector
  let earRadius: Float
}
