/// Where the parts of a face lie: what the paint and the truth need to know.
struct FaceMarks: Sendable {
  /// Radius of the ball that the eyelids cover.
  static let lidRadius: Float = 0.130
  /// Middle of the eyeball on the side x ≥ 0.
  var eye = Vector(0, 0, 0)
  var eyeWidth: Float = 0
  var eyeTilt: Float = 0
  /// Heights of the lids above and below the middle of the eye.
  var upperLid: Float = 0
  var lowerLid: Float = 0
  var brow: Float = 0
  var noseTip = Vector(0, 0, 0)
  var noseBase: Float = 0
  var wing = Vector(0, 0, 0)
  var nostril = Vector(0, 0, 0)
  /// Middle of the mouth.
  var mouth = Vector(0, 0, 0)
  /// Half width of the mouth.
  var mouthWidth: Float = 0
  /// Half height of the opening.
  var gap: Float = 0
  /// How far the corners rise.
  var smile: Float = 0
  var upperLip: Float = 0
  var lowerLip: Float = 0
  var chin = Vector(0, 0, 0)
  var ear = Vector(0, 0, 0)
  var earHollow = Vector(0, 0, 0)
}
