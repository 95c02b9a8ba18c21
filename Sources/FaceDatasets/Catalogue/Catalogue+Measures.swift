import FaceImages
import FaceVocabulary
import SQLiteStore

extension Catalogue {
  /// Stores what was measured on faces, in place of what was known.
  func setQualities(_ qualities: [(face: Int64, quality: FaceQuality)]) throws(StoreError) {
    if qualities.isEmpty { return }
    let statement = try connection.prepare(
      """
      INSERT OR REPLACE INTO quality (face, sharpness, gradient, clipped_dark, clipped_bright, mean,
        contrast, width, eye_distance) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    for (face, quality) in qualities {
      try statement.run(
        face, quality.sharpness, quality.gradient, quality.clippedDark, quality.clippedBright,
        quality.mean, quality.contrast, quality.width, quality.eyeDistance)
    }
  }

  /// What was measured, by face.
  func qualities() throws(StoreError) -> [Int64: FaceQuality] {
    let statement = try connection.prepare(
      """
      SELECT face, sharpness, gradient, clipped_dark, clipped_bright, mean, contrast, width,
        eye_distance FROM quality
      """)
    var found: [Int64: FaceQuality] = [:]
    while try statement.step() {
      found[statement.integer(0)] = FaceQuality(
        sharpness: statement.real(1), gradient: statement.real(2), clippedDark: statement.real(3),
        clippedBright: statement.real(4), mean: statement.real(5), contrast: statement.real(6),
        width: Int(statement.integer(7)),
        eyeDistance: statement.isNull(8) ? nil : statement.real(8))
    }
    return found
  }

  /// Stores which frames faces were kept from.
  func setFrames(_ frames: [(face: Int64, frame: CapturedFrame)]) throws(StoreError) {
    if frames.isEmpty { return }
    let statement = try connection.prepare(
      """
      INSERT INTO frame (face, number, seconds, x, y, width, height, angle_source,
        yaw_deviation_deg) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    for (face, frame) in frames {
      try statement.run(
        face, frame.number, frame.seconds, frame.crop.x, frame.crop.y, frame.crop.width,
        frame.crop.height, frame.angleSource?.rawValue, frame.yawDeviationDegrees)
    }
  }

  /// The frames that faces were kept from, by face.
  func frames() throws(StoreError) -> [Int64: CapturedFrame] {
    let statement = try connection.prepare(
      """
      SELECT face, number, seconds, x, y, width, height, angle_source, yaw_deviation_deg FROM frame
      """)
    var found: [Int64: CapturedFrame] = [:]
    while try statement.step() {
      var frame = CapturedFrame(
        number: Int(statement.integer(1)),
        crop: PixelRect(
          x: Int(statement.integer(3)), y: Int(statement.integer(4)),
          width: Int(statement.integer(5)), height: Int(statement.integer(6))))
      frame.seconds = statement.isNull(2) ? nil : statement.real(2)
      frame.angleSource = statement.text(7).flatMap(AngleSource.init)
      frame.yawDeviationDegrees = statement.isNull(8) ? nil : statement.real(8)
      found[statement.integer(0)] = frame
    }
    return found
  }

  /// Stores how a capture was made.
  func insert(_ capture: CaptureFacts, number: Int64) throws(StoreError) {
    try connection.run(
      "INSERT INTO capture (number, verb, source, began) VALUES (?, ?, ?, ?)", number,
      capture.verb.rawValue, capture.source, capture.beganSeconds)
  }

  /// How each capture was made, by number.
  func captures() throws(StoreError) -> [Int64: CaptureFacts] {
    let statement = try connection.prepare("SELECT number, verb, source, began FROM capture")
    var found: [Int64: CaptureFacts] = [:]
    while try statement.step() {
      guard let verb = statement.text(1).flatMap(CaptureFacts.Verb.init),
        let source = statement.text(2)
      else { continue }
      found[statement.integer(0)] = CaptureFacts(
        verb: verb, source: source, beganSeconds: Int(statement.integer(3)))
    }
    return found
  }
}
