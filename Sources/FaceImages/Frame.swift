package import CooperativeWork
package import FaceVocabulary
package import SyntheticFaces

/// One picture of a source that gives many.
package struct Frame: Equatable, Sendable {
  /// Counted from 0, as read: bad frames that were passed over are not counted.
  package let index: Int
  package let image: GrayImage
  /// The file it came from; nil for cameras, videos and rendered heads.
  package let file: String?
  /// What is known about it, for rendered heads.
  package let truth: HeadTruth?

  package init(index: Int, image: GrayImage, file: String? = nil, truth: HeadTruth? = nil) {
    self.index = index
    self.image = image
    self.file = file
    self.truth = truth
  }
}

/// Something that gives one frame after the other: a camera, a video, a folder, a rendered head.
///
/// Not Sendable: one thread reads it.
package protocol FrameSource: AnyObject {
  /// The next frame; nil after the last. A camera has no last.
  ///
  /// - Throws: ``FrameSourceError``, or ``Cancelled``.
  func next(cancellation: Cancellation) throws -> Frame?

  /// Passes over the next frame, more cheaply than reading it where the source can; false after the
  /// last.
  ///
  /// - Throws: as ``next(cancellation:)``.
  func skip(cancellation: Cancellation) throws -> Bool

  /// What was promised, read and missed so far.
  var account: FrameAccount { get }

  /// The camera behind it, where there is one.
  var camera: (any SteeredCamera)? { get }
}

extension FrameSource {
  /// No camera: what most sources are.
  package var camera: (any SteeredCamera)? { nil }

  /// Reads the frame and drops it.
  package func skip(cancellation: Cancellation) throws -> Bool {
    try next(cancellation: cancellation) != nil
  }

  /// The next frame whose number is divisible by `step`; nil after the last, or once `most` frames
  /// were read or passed over.
  package func next(
    every step: Int, upTo most: Int? = nil, cancellation: Cancellation
  ) throws -> Frame? {
    while most.map({ account.read < $0 }) ?? true {
      if account.read.isMultiple(of: step) { return try next(cancellation: cancellation) }
      guard try skip(cancellation: cancellation) else { return nil }
    }
    return nil
  }
}

/// What a source promised and what it gave: frames are counted by reading them.
package struct FrameAccount: Equatable, Sendable {
  /// Frames that the container or folder claims; nil when it claims nothing. Often wrong for videos.
  package var promised: Int?
  /// Frames read so far.
  package var read = 0
  /// Frames a second, as the container claims.
  package var framesPerSecond: Double?
  /// Frames of a video that could not be decoded, with others behind them.
  package var damaged = 0
  /// Whether frames come as time goes by, and never end by themselves.
  package var isLive = false
  /// Whether the last frame has been read.
  package var isOver = false
  /// Numbers missing between the first and the last file of a folder.
  package var gaps: [ClosedRange<Int>] = []
  /// Files that gave no picture, with the reason.
  package var skipped: [ImageError] = []

  package init() {}

  /// Why there was no picture, the first few files in words.
  package var reasons: [String] {
    skipped.prefix(3).map(\.message) + (skipped.count > 3 ? ["and \(skipped.count - 3) more"] : [])
  }
}
