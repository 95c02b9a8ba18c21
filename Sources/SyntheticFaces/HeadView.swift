/// How a head is turned, in degrees.
///
/// The head first nods (pitch), then turns about the vertical (yaw), then tilts in the picture
/// plane (roll), all about the middle of the head.
package struct HeadPose: Hashable, Sendable {
  /// Turn about the vertical, −90 … 90; < 0: the face turned to the picture's left.
  package var yawDegrees: Double
  /// Nod; < 0: chin up.
  package var pitchDegrees: Double
  /// Tilt in the picture plane; > 0: clockwise as seen in the picture.
  package var rollDegrees: Double

  package init(yawDegrees: Double = 0, pitchDegrees: Double = 0, rollDegrees: Double = 0) {
    self.yawDegrees = yawDegrees
    self.pitchDegrees = pitchDegrees
    self.rollDegrees = rollDegrees
  }
}

/// Where the light comes from: one key light far away and even light from everywhere.
package struct HeadLight: Hashable, Sendable {
  /// Direction of the key light; < 0: from the picture's left, 0: from the camera.
  package var azimuthDegrees: Double
  /// Height of the key light; > 0: from above.
  package var elevationDegrees: Double
  /// Share of the light that comes from everywhere, 0 … 1.
  package var ambient: Double

  package init(
    azimuthDegrees: Double = -20, elevationDegrees: Double = 30, ambient: Double = 0.32
  ) {
    self.azimuthDegrees = azimuthDegrees
    self.elevationDegrees = elevationDegrees
    self.ambient = ambient
  }
}

/// What the face does: each value 0 (at rest) … 1 (as far as a mild expression goes).
package struct HeadExpression: Hashable, Sendable {
  package var mouthOpen: Double
  /// 0 … 1 smiles; below 0 the corners of the mouth drop.
  package var smile: Double
  package var browRaise: Double
  package var eyesClosed: Double

  package init(
    mouthOpen: Double = 0, smile: Double = 0, browRaise: Double = 0, eyesClosed: Double = 0
  ) {
    self.mouthOpen = mouthOpen
    self.smile = smile
    self.browRaise = browRaise
    self.eyesClosed = eyesClosed
  }
}

/// Everything about a picture of a head that is not the person: pose, light, expression, camera.
package struct HeadView: Hashable, Sendable {
  package var pose: HeadPose
  package var light: HeadLight
  package var expression: HeadExpression
  /// Factor on the light that reaches the sensor; 1 is a good exposure.
  package var exposure: Double
  /// Standard deviation of the sensor noise in grey levels.
  package var noiseLevels: Double
  /// Seed of the sensor noise; the same seed gives the same noise.
  package var noiseSeed: UInt64
  /// Seed of what is behind the head.
  package var backdropSeed: UInt64
  /// How far the middle of the head lies right of the picture's middle, in picture heights.
  package var shiftX: Double
  /// How far it lies below, in picture heights.
  package var shiftY: Double
  /// Crown to chin of an average head in picture heights.
  package var headShare: Double

  package init(
    pose: HeadPose = HeadPose(), light: HeadLight = HeadLight(),
    expression: HeadExpression = HeadExpression(), exposure: Double = 1, noiseLevels: Double = 2,
    noiseSeed: UInt64 = 0, backdropSeed: UInt64 = 0, shiftX: Double = 0, shiftY: Double = 0,
    headShare: Double = 0.8
  ) {
    self.pose = pose
    self.light = light
    self.expression = expression
    self.exposure = exposure
    self.noiseLevels = noiseLevels
    self.noiseSeed = noiseSeed
    self.backdropSeed = backdropSeed
    self.shiftX = shiftX
    self.shiftY = shiftY
    self.headShare = headShare
  }
}
