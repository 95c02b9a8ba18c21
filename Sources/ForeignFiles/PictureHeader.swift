import FaceVocabulary

/// What a picture file says of itself before a pixel is decoded.
///
/// Read by this code and not by a codec, so that a file that claims a huge picture is refused at no
/// cost, and so that turning and truncation mean the same for every format.
struct PictureHeader: Equatable {
  /// As stored, before turning; unchecked: zero or absurd values are possible.
  var size: PixelSize
  /// EXIF or TIFF orientation, 1…8.
  var orientation = 1
  /// Colour components of a JPEG; 0 where the header does not say.
  var components = 0
  /// The file ends before its last structure does.
  var isTruncated = false
  /// Metadata that could not be read and was passed over.
  var notes: [String] = []
  /// Where the file stores its orientation, for the one codec that would act on it by itself (TIFF).
  var orientationPlace: (offset: Int, bigEndian: Bool)?

  init(size: PixelSize) { self.size = size }

  static func == (left: PictureHeader, right: PictureHeader) -> Bool {
    (left.size, left.orientation, left.isTruncated, left.notes)
      == (right.size, right.orientation, right.isTruncated, right.notes)
  }

  /// Size after turning.
  var uprightSize: PixelSize {
    orientation >= 5 ? PixelSize(width: size.height, height: size.width) : size
  }

  /// Reads the header of `bytes`.
  static func probe(_ bytes: CheckedBytes, as format: ImageFormat) throws(HeaderFault)
    -> PictureHeader
  {
    switch format {
    case .jpeg: try jpeg(bytes)
    case .png: try png(bytes)
    case .bmp: try bmp(bytes)
    case .webp: try webp(bytes)
    case .gif: try gif(bytes)
    case .tiff: try tiff(bytes)
    case .netpbm: throw .unsupported("a format that is read without this program")
    }
  }

  /// Takes the orientation out of an EXIF block, or notes that it cannot be read.
  mutating func takeOrientation(fromEXIF block: CheckedBytes) {
    if let found = TIFFDirectory(block).flatMap({ $0.short(0x0112) }) {
      if (1...8).contains(found) { orientation = found }
    } else if TIFFDirectory(block) == nil {
      notes.append("its EXIF block is damaged, so no turn could be read")
    }
  }
}

/// Why a header could not be read.
enum HeaderFault: Error, Equatable {
  case truncated
  case damaged(String)
  case unsupported(String)
}
