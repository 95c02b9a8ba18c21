package import FaceVocabulary

/// One picture file to decode: where its bytes lie in shared memory, and what they are.
package struct DecodeJob: Equatable, Sendable {
  package let format: ImageFormat
  /// Bytes from the start of the shared memory.
  package let offset: Int
  package let length: Int

  package init(format: ImageFormat, offset: Int, length: Int) {
    self.format = format
    self.offset = offset
    self.length = length
  }
}

/// The bounds under which a helper decodes.
package struct DecodingRules: Equatable, Sendable {
  package let pixels: Int
  package let side: Int
  package let secondsPerFile: Int
  package let allowPartial: Bool

  package init(pixels: Int, side: Int, secondsPerFile: Int, allowPartial: Bool) {
    self.pixels = pixels
    self.side = side
    self.secondsPerFile = secondsPerFile
    self.allowPartial = allowPartial
  }
}

/// What became of one ``DecodeJob``.
package enum DecodeOutcome: Equatable, Sendable {
  /// Grey levels at `offset` of the shared memory, row after row.
  case picture(size: PixelSize, offset: Int, orientation: Int, notes: [String])
  case refused(DecodeRefusal)
  /// The pictures before it fill the memory: ask again.
  case noRoom
}

/// Why a helper did not decode a file.
package enum DecodeRefusal: Equatable, Sendable {
  case sideTooLong(PixelSize)
  case tooManyPixels(PixelSize)
  case truncated(String)
  case damaged(String)
  case unsupported(String)
}

/// What a parent asks of its helper.
package enum WorkerRequest: Equatable, Sendable {
  case decode([DecodeJob], DecodingRules)
  /// Levels at `offset`, 1 or 3 a pixel, to become a PNG.
  case encode(size: PixelSize, channels: Int, offset: Int)
  /// Opens the inherited video file or camera.
  case openVideo(isCamera: Bool, rules: DecodingRules)
  /// Reads the next frame of it.
  case nextFrame
  /// The value of a control of the camera.
  case cameraValue(Int)
  /// Sets a control of the camera, to the nearest thousandth.
  case setCamera(Int, value: Double)
}

/// What a helper answers.
package enum WorkerReply: Equatable, Sendable {
  case decoded([DecodeOutcome])
  case encoded(offset: Int, length: Int)
  /// `promisedFrames` is what the container claims, nil when it claims nothing.
  case videoOpened(size: PixelSize, promisedFrames: Int?, framesPerSecond: Double?)
  /// `passedOver` frames before it could not be decoded.
  case frame(size: PixelSize, offset: Int, passedOver: Int)
  case endOfVideo
  /// nil where the camera does not have the control; to the nearest thousandth.
  case cameraValue(Double?)
  /// Whether the camera took the value.
  case cameraSet(Bool)
  case failed(String)
}
