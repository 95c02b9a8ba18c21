/// Accuracy by the angle that was trained on and the angle that was looked for.
package struct AngleMatrix: Equatable, Sendable {
  /// Cells with at least one probe, by the angle trained on, then by the angle looked for; folds that
  /// train on several angles come first.
  package let cells: [Cell]
  /// Width of a bin.
  package let stepDegrees: Double

  /// Probes of one bin against faces of one bin.
  package struct Cell: Equatable, Sendable {
    /// Middle of the bin that was trained on; nil where a fold trains on several.
    package let trainedYawDegrees: Double?
    /// The probes of one bin.
    package let bin: AngleProfile.Bin
  }

  /// Where a fold stands in a split.
  package struct Fold: Hashable, Sendable {
    package let repetition: Int
    package let fold: Int

    package init(repetition: Int, fold: Int) {
      self.repetition = repetition
      self.fold = fold
    }
  }

  /// Sorts the probes of `table` that count for the accuracy.
  ///
  /// - Parameter trainedYaws: the yaws of the faces that each fold trained on, unknown ones left out.
  package init(
    _ table: TrialTable, trainedYaws: [Fold: Set<Double>], in part: TrialTable.Part? = .evaluation,
    threshold: Double? = nil, reconstructionThreshold: Double? = nil, stepDegrees: Double = 15
  ) {
    self.stepDegrees = stepDegrees
    // nil sorts first: no bin is that far down.
    let mixed = Int.min
    let trainedBins = AngleMatrix.trainedBins(trainedYaws, stepDegrees: stepDegrees)
    let rows = Dictionary(grouping: table.probes.indices) { row in
      let probe = table.probes[row]
      return trainedBins[Fold(repetition: probe.repetition, fold: probe.fold)] ?? mixed
    }
    cells = rows.sorted { $0.key < $1.key }.flatMap { trained, rows in
      AngleProfile(
        table.selecting(rows), in: part, threshold: threshold,
        reconstructionThreshold: reconstructionThreshold, stepDegrees: stepDegrees
      ).bins.map { bin in
        Cell(
          trainedYawDegrees: trained == mixed ? nil : Double(trained) * stepDegrees, bin: bin)
      }
    }
  }

  /// The one bin that each fold trained on; folds that trained on several or on none are left out.
  private static func trainedBins(
    _ trainedYaws: [Fold: Set<Double>], stepDegrees: Double
  ) -> [Fold: Int] {
    trainedYaws.compactMapValues { yaws in
      let bins = Set(yaws.map { AngleProfile.bin(of: $0, stepDegrees: stepDegrees) })
      return bins.count == 1 ? bins.first : nil
    }
  }

  /// `table` with the turn of each probe away from the middle of the bin that its fold trained on in
  /// place of its yaw; nil where the fold trained on several bins. Boxes, which know nothing of what was
  /// trained on, are left out.
  package static func turned(
    _ table: TrialTable, trainedYaws: [Fold: Set<Double>], stepDegrees: Double = 15
  ) -> TrialTable {
    let bins = trainedBins(trainedYaws, stepDegrees: stepDegrees)
    let probes = table.probes.map { probe in
      var turned = probe
      turned.yawDegrees = bins[Fold(repetition: probe.repetition, fold: probe.fold)].flatMap {
        bin in
        probe.yawDegrees.map { $0 - Double(bin) * stepDegrees }
      }
      turned.matchings = nil
      return turned
    }
    return TrialTable(gallery: table.gallery, probes: probes, distances: table.distances)
  }

  /// Middles of the bins trained on, rising; nil first, where a fold trains on several.
  package var trainedYaws: [Double?] {
    var yaws: [Double?] = []
    for cell in cells where yaws.isEmpty || yaws.last != .some(cell.trainedYawDegrees) {
      yaws.append(cell.trainedYawDegrees)
    }
    return yaws
  }

  /// Middles of the bins looked for, rising.
  package var probedYaws: [Double] { Set(cells.map(\.bin.yawDegrees)).sorted() }

  /// The widest run of neighbouring bins that keep `accuracy` when `trained` is trained on; nil when
  /// none does. See ``AngleProfile/widestSpan(keeping:)``.
  package func widestSpan(
    trainedOn trained: Double?, keeping accuracy: Double
  ) -> ClosedRange<Double>? {
    AngleProfile.widestSpan(
      cells.filter { $0.trainedYawDegrees == trained }.map {
        ($0.bin.yawDegrees, $0.bin.accuracy)
      }, keeping: accuracy, stepDegrees: stepDegrees)
  }
}
