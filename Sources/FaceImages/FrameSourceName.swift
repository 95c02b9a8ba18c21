package import FaceVocabulary

/// Where frames come from, as written in a command.
package enum FrameSourceName: Equatable, Sendable {
  /// `camera:N` or `camera:/dev/videoN`: the device's path.
  case camera(String)
  /// `video:FILE`
  case video(String)
  /// `frames:DIR`
  case frames(String)
  /// `synth:SUBJECT`
  case synthetic(SubjectID)

  package init(_ text: String) throws(FrameSourceError) {
    guard let colon = text.firstIndex(of: ":") else { throw .unknownKind(text) }
    let place = String(text[text.index(after: colon)...])
    guard !place.isEmpty else { throw .unknownKind(text) }
    switch text[..<colon] {
    case "camera":
      let isNumber = place.utf8.allSatisfy { (0x30...0x39).contains($0) }
      self = .camera(isNumber ? "/dev/video\(place)" : place)
    case "video": self = .video(place)
    case "frames": self = .frames(place)
    case "synth": self = .synthetic(SubjectID(place))
    default: throw .unknownKind(text)
    }
  }
}

/// Why a source cannot be opened or read.
package enum FrameSourceError: Error, Equatable, Sendable {
  case unknownKind(String)
  /// The file or folder, and what is wrong with it.
  case file(ImageError)
  /// The path that was named as a video holds none that could be read, and what is wrong with it.
  case noVideo(ImageError)
  case notAFolder(String)
  case noPictures(folder: String)
  /// The path is no video device; those that exist.
  case noCamera(String, available: [String])
  case cameraBusy(String)
  /// The camera could not be opened or gives no picture.
  case cameraSilent(String, reason: String)
  case noFrame(source: String, seconds: Int)
  case unreadable(source: String, reason: String)
}

extension FrameSourceError: ExplainedError {
  package var message: String {
    switch self {
    case .unknownKind(let text): "\(QuotedName(text)) names no source of frames"
    case .file(let error): error.message
    case .noVideo(let error) where error.fault == .folder:
      "\(QuotedName(error.file)) is a folder, not a video"
    case .noVideo(let error): error.message
    case .notAFolder(let path): "\(QuotedName(path)) is no folder"
    case .noPictures(let folder): "\(QuotedName(folder)) holds no files"
    case .noCamera(let path, let available):
      "\(QuotedName(path)) is no camera; "
        + (available.isEmpty
          ? "there is none on this machine" : "there are " + available.joined(separator: ", "))
    case .cameraBusy(let path): "the camera \(QuotedName(path)) is in use by another program"
    case .cameraSilent(let path, let reason):
      "the camera \(QuotedName(path)) gives no picture: \(reason)"
    case .noFrame(let source, let seconds):
      "\(QuotedName(source)) gave no frame within \(seconds) s"
    case .unreadable(let source, let reason): "\(QuotedName(source)) cannot be read: \(reason)"
    }
  }

  package var hint: String? {
    switch self {
    case .unknownKind: "sources are camera:N, video:FILE, frames:DIR and synth:SUBJECT"
    case .file(let error): error.hint
    case .noVideo(let error):
      switch error.fault {
      case .folder: "a folder of pictures is read with 'frames:DIR'"
      case .notRegular:
        "save the stream as a file first; a device is read with 'camera:/dev/videoN'"
      case .empty: "get the file again"
      case .missing: "check the path; a name is never taken for a pattern or an address"
      default: error.hint
      }
    case .notAFolder: "give the folder that holds the frames"
    case .noPictures:
      "give the folder that holds the frames itself; those in it are not looked into"
    case .noCamera: "try 'synth:S' for a rendered head, or 'video:FILE'"
    case .cameraBusy(let path), .cameraSilent(let path, _), .noFrame(let path, _),
      .unreadable(let path, _):
      path.hasPrefix("/dev/")
        ? "see who holds it with 'fuser -v \(path)'"
        : "it may be cut off or no video: get it again, or convert it with 'ffmpeg -i FILE new.avi'"
    }
  }

  package var kind: String {
    switch self {
    case .unknownKind: "bad_source"
    case .file(let error), .noVideo(let error): error.kind
    case .notAFolder: "not_a_folder"
    case .noPictures: "no_pictures"
    case .noCamera: "no_camera"
    case .cameraBusy: "camera_busy"
    case .cameraSilent: "camera_silent"
    case .noFrame: "no_frame"
    case .unreadable: "unreadable_video"
    }
  }
}
