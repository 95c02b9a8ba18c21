import FaceVocabulary
import Matrices

/// What one probe's row of distances says, threshold aside.
package struct Decision: Equatable, Sendable {
  /// Its row in the trial table.
  package let probe: Int
  /// Whether its person stands in its gallery.
  package let isMated: Bool
  /// Whether no face could be prepared; such a probe is accepted at no threshold.
  package let failed: Bool
  /// Column of the nearest person; nil when there was nobody to compare with. Among equals another
  /// person comes before the own one, then the gallery's order decides.
  package let nearest: Int?
  /// Distance to that person; +∞ without one.
  package let nearestDistance: Double
  /// Column of the own person, where the probe is mated and was compared with it.
  package let own: Int?
  /// Distance to the own person; +∞ where there is none.
  package let ownDistance: Double
  /// Column of the nearest other person.
  package let nearestOther: Int?
  /// Distance to the nearest other person; +∞ without one.
  package let nearestOtherDistance: Double
  /// 1 + the other people at most as far as the own person; nil where ``own`` is.
  package let rank: Int?
  /// Whether the reconstruction gate lets the probe pass; true without a gate.
  package let passesGate: Bool

  /// Whether the nearest person is the right one: rank 1, equals counted against it.
  package var isRankOne: Bool { rank == 1 }

  /// Whether the probe is taken for ``nearest`` at `threshold`; nil accepts the nearest always.
  package func isAccepted(at threshold: Double?) -> Bool {
    guard nearest != nil, passesGate else { return false }
    guard let threshold else { return true }
    return nearestDistance < threshold
  }

  /// Whether the outcome is right: accepted under the own name, or a stranger rejected.
  ///
  /// A stranger without a prepared face was let in by nobody, so it counts as rejected.
  package func isCorrect(at threshold: Double?) -> Bool {
    isMated ? isRankOne && isAccepted(at: threshold) : !isAccepted(at: threshold)
  }
}

extension TrialTable {
  /// The rows of one part, in order; nil takes both.
  package func probeRows(in part: Part?) -> [Int] {
    probes.indices.filter { part == nil || probes[$0].part == part }
  }

  /// What each probe of `part` says, in row order.
  ///
  /// - Parameter reconstructionThreshold: probes whose reconstruction error is not under it are
  ///   accepted at no distance; probes without such an error pass.
  /// - Complexity: one look at every distance.
  package func decisions(in part: Part?, reconstructionThreshold: Double? = nil) -> [Decision] {
    let columns = galleryColumns
    return distances.elements.withUnsafeBufferPointer { distances in
      probeRows(in: part).map { row in
        let probe = probes[row]
        var passesGate = true
        if let limit = reconstructionThreshold, let error = probe.reconstructionError {
          passesGate = error < limit
        }
        let start = row * gallery.count
        return Decision(
          probe: row, of: probe, ownColumn: columns[probe.subject],
          row: UnsafeBufferPointer(rebasing: distances[start..<start + gallery.count]),
          passesGate: passesGate)
      }
    }
  }

  /// Where each person of the gallery stands.
  var galleryColumns: [SubjectID: Int] {
    Dictionary(uniqueKeysWithValues: gallery.enumerated().map { ($1, $0) })
  }
}

extension Decision {
  fileprivate init(
    probe index: Int, of probe: TrialTable.Probe, ownColumn: Int?,
    row: UnsafeBufferPointer<Double>, passesGate: Bool
  ) {
    var ownDistance = Double.infinity
    var own: Int?
    if probe.isMated, !probe.failed, let column = ownColumn, !row[column].isNaN {
      own = column
      ownDistance = row[column]
    }
    var other: Int?
    var otherDistance = Double.infinity
    var notFarther = 0
    if !probe.failed {
      for column in 0..<row.count where column != ownColumn {
        let distance = row[column]
        if distance <= ownDistance { notFarther += 1 }
        if distance < otherDistance || (other == nil && !distance.isNaN) {
          other = column
          otherDistance = distance
        }
      }
    }
    self.probe = index
    isMated = probe.isMated
    failed = probe.failed
    self.own = own
    self.ownDistance = ownDistance
    nearestOther = other
    nearestOtherDistance = otherDistance
    rank = own == nil ? nil : notFarther + 1
    if own != nil && (other == nil || ownDistance < otherDistance) {
      nearest = own
      nearestDistance = ownDistance
    } else {
      nearest = other
      nearestDistance = otherDistance
    }
    self.passesGate = passesGate
  }
}
