import FaceVocabulary
import Glibc

extension ImageError: ExplainedError {
  /// The kinds of pictures that are read, as a sentence without a full stop.
  package static let readableKinds =
    "readable are JPEG, PNG, PBM/PGM/PPM, BMP, TIFF, WebP and GIF"

  package var message: String {
    let name = QuotedName(file).description
    switch fault {
    case .missing where hasForeignName: return "\(name) cannot be opened: its name is not UTF-8"
    case .missing: return "\(name) does not exist"
    case .folder: return "\(name) is a folder, not a picture"
    case .noPermission: return "\(name) may not be read: permission denied"
    case .notRegular: return "\(name) is no regular file"
    case .empty: return "\(name) is empty (0 bytes)"
    case .unreadable(let code): return "\(name) cannot be read: \(String(cString: strerror(code)))"
    case .otherContent(let what) where what.contains("picture") && !what.contains("pointer"):
      return "\(name) is \(what), a kind that is not read"
    case .otherContent(let what): return "\(name) is \(what), not a picture"
    case .unknownContent: return "\(name) is no picture of a known kind"
    case .tooManyBytes(let found, let limit):
      return "\(name) has \(found) bytes; the limit is \(limit)"
    case .sideTooLong(let size, let limit):
      return "\(name) claims \(size) pixels; the limit is \(limit) a side"
    case .tooManyPixels(let size, let limit):
      return "\(name) claims \(size) = \(size.area) pixels; the limit is \(limit)"
    case .truncated(let format, let words):
      return "\(name) is a \(format.title) that ends too early"
        + (words.isEmpty ? "" : ": \(words)")
    case .damaged(let format, let words):
      return "\(name) is a damaged \(format.title)" + (words.isEmpty ? "" : ": \(words)")
    case .unsupported(let format, let what): return "\(name) is a \(format.title) with \(what)"
    case .helperDied(let signal):
      return "\(name) could not be decoded: the decoder died of signal \(signal)"
    case .helperTimedOut(let seconds):
      return "\(name) could not be decoded within \(seconds) s"
    case .quarantined(let deaths):
      return "\(name) is set aside: the decoder died \(deaths) times on it"
    case .helperUnavailable(let fault): return "pictures cannot be decoded: \(fault.reason)"
    }
  }

  package var hint: String? {
    switch fault {
    case .otherContent(let what) where what.contains("LFS"):
      "fetch the real file with 'git lfs pull'"
    case .otherContent, .unknownContent, .unsupported:
      ImageError.readableKinds
    case .truncated(.jpeg, _), .damaged(.jpeg, _):
      "get the file again, or take what is there after 'settings set --partial allow'"
    case .truncated, .damaged: "get the file again"
    case .tooManyBytes, .sideTooLong, .tooManyPixels: "make it smaller first"
    case .helperUnavailable(let fault): fault.advice
    case .noPermission: "make it readable with 'chmod +r'"
    case .folder: "name the pictures in it; 'dataset import NAME FOLDER' takes all of a folder"
    case .missing where hasForeignName:
      "rename it; 'convmv -r -f latin1 -t utf8 --notest FOLDER' does so for a whole folder"
    case .missing: "check the spelling; Tab completes paths at the prompt"
    default: nil
    }
  }

  /// Whether the name had bytes that are no text, for which this stands.
  private var hasForeignName: Bool { file.unicodeScalars.contains("\u{FFFD}") }

  package var kind: String {
    switch fault {
    case .missing: "file_not_found"
    case .folder: "is_folder"
    case .noPermission: "no_permission"
    case .notRegular: "not_regular_file"
    case .empty: "empty_file"
    case .unreadable: "unreadable"
    case .otherContent, .unknownContent: "not_a_picture"
    case .tooManyBytes, .sideTooLong, .tooManyPixels: "picture_too_large"
    case .truncated: "truncated_picture"
    case .damaged: "damaged_picture"
    case .unsupported: "unsupported_picture"
    case .helperDied: "decoder_died"
    case .helperTimedOut: "decoder_timed_out"
    case .quarantined: "quarantined"
    case .helperUnavailable: "decoder_unavailable"
    }
  }
}
