package import FaceVocabulary

extension ModelTrainer {
  /// Bytes that training on `faceCount` faces of `size`, all of them in memory, holds at its peak,
  /// about.
  ///
  /// - Parameter people: how many the faces are of; counts for Fisherfaces alone.
  package func estimatedBytes(faceCount: Int, size: PixelSize, people: Int = 0) -> Int {
    whole(
      Double(faceCount) * Double(size.area)
        + ownBytes(faceCount: faceCount, size: size, people: people))
  }

  /// As ``estimatedBytes(faceCount:size:people:)`` for faces that pass by in blocks, of which
  /// ``TrainingRoute/scatter`` and LBPH hold one.
  package func estimatedBytes(passing faceCount: Int, size: PixelSize, people: Int = 0) -> Int {
    let route = TrainingRoute.cheapest(faceCount: faceCount, pixels: size.area)
    let held =
      settings.method != .lbph && route == .gram
      ? faceCount : min(faceCount, FaceBlock.mostFaces(of: size))
    // The block as pictures and as a matrix; a number and a digest for each face that passed.
    return whole(
      2 * Double(held) * Double(size.area) + 32 * Double(faceCount)
        + ownBytes(faceCount: faceCount, size: size, people: people))
  }

  /// Refuses a training that needs more than is allowed.
  func checkMemory(_ needed: Int) throws(TrainingError) {
    guard needed <= memoryLimitBytes else {
      throw .tooLarge(neededBytes: needed, limitBytes: memoryLimitBytes)
    }
  }

  /// What is held beside the faces.
  private func ownBytes(faceCount: Int, size: PixelSize, people: Int) -> Double {
    let (count, pixels) = (Double(faceCount), Double(size.area))
    switch settings.method {
    case .lbph:
      return 4 * count * Double(settings.pattern.gridX) * Double(settings.pattern.gridY)
        * Double(1 << max(0, min(16, settings.pattern.neighbors)))
    case .eigen, .fisher:
      let side = min(count, pixels)
      var kept = side
      if case .count(let asked) = settings.components { kept = min(side, Double(asked)) }
      if settings.method == .fisher { kept = min(kept, Double(max(1, people))) }
      // Few components are iterated for beside the matrix; for all of them LAPACK has a copy, which
      // turns into the vectors, and room for two more.
      let iterates = settings.method == .eigen && side >= 600 && kept * 10 <= side
      let solver = iterates ? side * (side + 8 * kept) : 4 * side * side
      let means = settings.method == .fisher ? 1.5 * Double(people) * pixels : 0
      // Axes as they come and as they are stored.
      return 8 * (solver + means + 3 * kept * pixels + count * kept)
    }
  }

  private func whole(_ bytes: Double) -> Int { bytes < 0x1p62 ? Int(bytes) : .max }
}

extension FaceBlock {
  /// Faces of `size` in a block: enough that adding it to a scatter costs more than going through
  /// the scatter, and 64 MiB at most.
  package static func mostFaces(of size: PixelSize) -> Int {
    max(1, min(8_192, (64 << 20) / max(1, size.area)))
  }
}
