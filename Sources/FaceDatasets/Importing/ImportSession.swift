import FaceVocabulary
import SQLiteStore

/// One picture of an import after decoding.
struct ImportedPicture: Sendable {
  /// nil when it could not be read or holds no face.
  let image: GrayImage?
  /// nil when its pixels are not looked at.
  let facts: PixelFacts?
  /// Digest of the mirrored pixels.
  let mirrorDigest: String?
  let reason: String
  let kind: String

  /// - Parameter heads: the faces known to be in the picture.
  init(_ image: GrayImage, heads: [TruthFace]) {
    self.image = image
    let head = heads.filter { !$0.ignored }.max { $0.box.area < $1.box.area }
    facts = PixelFacts(
      image, face: head?.box,
      eyes: head?.leftEye.flatMap { left in head?.rightEye.map { (left, $0) } })
    mirrorDigest = PixelFacts.digest(image.mirrored())
    reason = ""
    kind = ""
  }

  /// A picture that is stored without a look at its pixels.
  init(unread image: GrayImage) {
    self.image = image
    facts = nil
    mirrorDigest = nil
    reason = ""
    kind = ""
  }

  init(unreadable outcome: PictureOutcome) {
    image = nil
    facts = nil
    mirrorDigest = nil
    if case .unreadable(let reason, let kind) = outcome {
      self.reason = reason
      self.kind = kind
    } else {
      reason = ""
      kind = ""
    }
  }
}

/// An import under way: what is new, under which names and numbers.
struct ImportSession {
  let book: SubjectBook
  /// A file name for every picture of the scan, whether or not it turns out to be new.
  let names: [String]
  private(set) var entries: [CatalogueEntry] = []
  private(set) var skipped: [SkippedFile] = []
  private(set) var unchanged = 0
  /// People with at least one picture taken or known.
  private(set) var people: Set<SubjectLabel> = []

  private let scan: [ImportEntry]
  private let known: [FaceOrigin: Int64]
  /// Faces that are known by their paths, whatever their pixels.
  private let knownPaths: Set<FacePath>
  private let highest: [SubjectLabel: Int]
  private var newPositions: [SubjectLabel: Int] = [:]
  /// Originals without a mirror, by person and pixels: a new picture may turn out to be theirs.
  private var unmirrored: [FaceContent: MirrorSource]

  /// - Parameter readingPixels: whether pictures are told by their pixels or by their paths alone.
  init(_ scan: [ImportEntry], into catalogue: Catalogue, readingPixels: Bool = true) throws {
    var book = SubjectBook(try catalogue.subjects())
    var wanted: [SubjectID: SubjectLabel?] = [:]
    for entry in scan { wanted[entry.subject] = .some(entry.label ?? wanted[entry.subject] ?? nil) }
    // A list without names calls people by their numbers; a known person's number stands.
    for (subject, label) in wanted where label == nil {
      wanted[subject] = .some(book.people[subject]?.label)
    }
    try book.enter(wanted)
    var pool = FileNamePool(taken: try catalogue.files())
    names = scan.map { entry in
      pool.take(
        SafeFileName.made(from: entry.stem), suffix: ".pgm",
        in: book.people[entry.subject]?.folder ?? "")
    }
    self.book = book
    self.scan = scan
    known = readingPixels ? try catalogue.origins() : [:]
    knownPaths = try catalogue.importedPaths(unreadOnly: readingPixels)
    unmirrored = readingPixels ? try catalogue.unmirrored() : [:]
    highest = try catalogue.highestPositions()
  }

  /// Takes decoded pictures; returns under which name each is to be written, nil for none.
  mutating func take(_ pictures: [ImportedPicture], at range: Range<Int>) -> [String?] {
    zip(range, pictures).map { position, picture in
      let wanted = scan[position]
      guard let image = picture.image else {
        skipped.append(
          SkippedFile(path: wanted.path, reason: picture.reason, kind: picture.kind))
        return nil
      }
      guard let person = book.people[wanted.subject] else { return nil }
      people.insert(person.label)
      guard !isKnown(wanted.origin, of: person.label, digest: picture.facts?.digest) else {
        unchanged += 1
        return nil
      }
      append(
        wanted, person: person, picture: (image.size, picture.facts, picture.mirrorDigest),
        at: position)
      return names[position]
    }
  }

  /// Whether a picture was imported before.
  private func isKnown(_ path: String, of label: SubjectLabel, digest: String?) -> Bool {
    if knownPaths.contains(FacePath(label: label, path: path)) { return true }
    return digest.map { known[FaceOrigin(label: label, path: path, digest: $0)] != nil } ?? false
  }

  private mutating func append(
    _ wanted: ImportEntry, person: Catalogue.Subject,
    picture: (size: PixelSize, facts: PixelFacts?, mirrorDigest: String?), at position: Int
  ) {
    var record = FaceRecord(
      id: 0, subject: person.name, label: person.label, file: names[position], index: 0,
      size: picture.size)
    let digest = picture.facts?.digest
    let source = takeSource(of: picture.mirrorDigest, digest: digest, person: person)
    if let source {
      record.index = source.index
      record.mirrorOf = source.id
    } else {
      record.index = wanted.index ?? nextPosition(of: person.label)
      if let digest {
        let own = FaceContent(label: person.label, digest: digest)
        unmirrored[own] =
          unmirrored[own] ?? MirrorSource(id: nil, entry: entries.count, index: record.index)
      }
    }
    record.session = wanted.session
    record.yawDegrees = wanted.yawDegrees
    record.pitchDegrees = wanted.pitchDegrees
    record.condition = wanted.condition
    record.tags = wanted.tags
    record.pixelDigest = digest
    if wanted.heads.count == 1 {
      record.box = wanted.heads[0].box
      record.leftEye = wanted.heads[0].leftEye
      record.rightEye = wanted.heads[0].rightEye
      record.mouth = wanted.heads[0].mouth
    }
    entries.append(
      CatalogueEntry(
        record: record, origin: wanted.origin, thumbnail: picture.facts?.thumbnail,
        heads: wanted.heads, quality: picture.facts?.quality, mirrorOfEntry: source?.entry))
  }

  /// The original that a new picture is the mirror image of; a symmetrical picture is its own.
  private mutating func takeSource(
    of mirrorDigest: String?, digest: String?, person: Catalogue.Subject
  ) -> MirrorSource? {
    guard let mirrorDigest, mirrorDigest != digest else { return nil }
    return unmirrored.removeValue(forKey: FaceContent(label: person.label, digest: mirrorDigest))
  }

  private mutating func nextPosition(of label: SubjectLabel) -> Int {
    let position = (newPositions[label] ?? highest[label] ?? 0) + 1
    newPositions[label] = position
    return position
  }
}
