package import FaceVocabulary

/// A picture that was searched for faces, with the faces that are known to be in it.
package struct SearchedPicture: Equatable, Sendable {
  /// A face that is known to be there.
  package struct Face: Equatable, Sendable {
    /// Whose it is; where nobody is named, what its fate depends on, such as its picture.
    package let person: SubjectID
    /// Degrees, < 0 turned to the picture's left; nil when unknown.
    package let yawDegrees: Double?

    package init(person: SubjectID, yawDegrees: Double?) {
      self.person = person
      self.yawDegrees = yawDegrees
    }
  }

  /// The known faces; the boxes of each matching are theirs, in this order.
  package let faces: [Face]
  /// What was found, by each rule.
  package let matchings: [MatchRule: BoxMatching]

  package init(faces: [Face], matchings: [MatchRule: BoxMatching]) {
    self.faces = faces
    self.matchings = matchings
  }
}

/// Known faces that a detector was to find, counted by one rule.
package struct DetectionCount: Equatable, Sendable {
  package let faces: Int
  package let hits: Int
  /// Boxes that are no known face; nil where they belong to no one group of faces.
  package let falseAlarms: Int?
  /// Bounds of the share that was found, by person; nil without faces.
  package let interval: ProportionInterval?

  package var misses: Int { faces - hits }
  /// Share of the known faces that was found; nil without any.
  package var recall: Double? { faces > 0 ? Double(hits) / Double(faces) : nil }

  /// - Parameter faces: whose each is, and whether it was found.
  init(_ faces: [(person: SubjectID, isFound: Bool)], falseAlarms: Int?) {
    self.faces = faces.count
    hits = faces.count { $0.isFound }
    self.falseAlarms = falseAlarms
    let byPerson = Dictionary(grouping: faces, by: \.person).sorted { $0.key < $1.key }
    interval = ProportionInterval(
      byPerson: byPerson.map { person, own in
        PersonTally(subject: person, events: own.count { $0.isFound }, trials: own.count)
      })
  }
}

/// How often a detector finds faces, by the angle of the face.
package struct DetectionProfile: Equatable, Sendable {
  /// By rising angle; the bin of unknown angle, where there is one, comes last.
  package let bins: [Bin]

  /// Known faces whose yaw lies nearest to one multiple of the step.
  package struct Bin: Equatable, Sendable {
    /// The bin's middle; nil for faces of unknown angle, and for the false alarms of pictures whose
    /// faces do not share one bin.
    package let yawDegrees: Double?
    package let counts: [MatchRule: DetectionCount]

    package var faces: Int { counts.values.first?.faces ?? 0 }
  }

  /// Sorts the known faces of `pictures` into bins, as ``AngleProfile`` does with probes.
  ///
  /// A false alarm has no angle: it is counted where every known face of its picture is.
  package init(_ pictures: [SearchedPicture], stepDegrees: Double = 15) {
    precondition(stepDegrees > 0, "bins need a width")
    // nil sorts last: no bin is that far up.
    let unknown = Int.max
    func bin(of face: SearchedPicture.Face) -> Int {
      guard let yaw = face.yawDegrees, yaw.isFinite else { return unknown }
      return AngleProfile.bin(of: yaw, stepDegrees: stepDegrees)
    }
    struct Content {
      var faces: [MatchRule: [(person: SubjectID, isFound: Bool)]] = [:]
      var falseAlarms: [MatchRule: Int] = [:]
      var alarmsCount = false
    }
    var contents: [Int: Content] = [:]
    for picture in pictures {
      let places = picture.faces.map(bin(of:))
      let shared = Set(places).count == 1 ? places[0] : unknown
      // A picture without known faces has its false alarms all the same.
      let isSilent = picture.matchings.values.allSatisfy { $0.falseAlarms == 0 }
      if shared != unknown || !isSilent || places.contains(unknown) {
        contents[shared, default: Content()].alarmsCount = true
      }
      for (rule, matching) in picture.matchings {
        for ((face, place), isFound) in zip(zip(picture.faces, places), matching.found) {
          contents[place, default: Content()].faces[rule, default: []].append(
            (face.person, isFound))
        }
        if matching.falseAlarms > 0 {
          contents[shared, default: Content()].falseAlarms[rule, default: 0] +=
            matching.falseAlarms
        }
      }
    }
    bins = contents.sorted { $0.key < $1.key }.map { number, content in
      var counts: [MatchRule: DetectionCount] = [:]
      for rule in MatchRule.allCases {
        counts[rule] = DetectionCount(
          content.faces[rule] ?? [],
          falseAlarms: content.alarmsCount ? content.falseAlarms[rule] ?? 0 : nil)
      }
      return Bin(
        yawDegrees: number == unknown ? nil : Double(number) * stepDegrees, counts: counts)
    }
  }
}
