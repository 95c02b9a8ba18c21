import CMatrixKernels
package import CooperativeWork

/// Coordinates of faces on axes through a mean, and faces rebuilt from coordinates.
///
/// A face's numbers depend on that face alone: they are the same bytes in any batch.
package struct AxisProjection: Sendable {
  /// d grey levels.
  package let mean: [Double]
  /// d×k, one axis a column.
  package let axes: Matrix

  package init(mean: [Double], axes: Matrix) {
    precondition(mean.count == axes.rows, "one row of the axes a pixel")
    self.mean = mean
    self.axes = axes
  }

  /// (x − mean)·axes for every row: rows×k.
  ///
  /// - Complexity: O(rows·d·k).
  package func coordinates(of faces: ByteMatrix, work: Work) throws -> Matrix {
    precondition(faces.columns == mean.count, "faces of another size")
    let (pixels, axisCount, rows) = (mean.count, axes.columns, faces.rows)
    var scores = Matrix(rows: rows, columns: axisCount)
    guard rows > 0, axisCount > 0 else { return scores }
    // Enough faces that the axes, read once a tile, do not dominate.
    let tile = 72
    let panels = rows < Self.fewestPacked ? nil : ColumnPanels(axes)
    try scores.elements.withUnsafeMutableBufferPointer { target in
      try faces.elements.withUnsafeBufferPointer { source in
        guard let target = DisjointMemory(target), let source = ReadOnlyMemory(source) else {
          return
        }
        let (mean, axes) = (mean, axes)
        if let panels {
          _ = try work.map(count: (rows + tile - 1) / tile) { index in
            let first = index * tile
            fmk_faces_project(
              source.start + first * pixels, min(tile, rows - first), pixels, mean,
              panels.elements, axisCount, target.start + first * axisCount)
          }
        } else {
          _ = try work.map(count: rows) { row in
            fmk_face_project(
              source.start + row * pixels, pixels, mean, axes.elements, axisCount,
              target.start + row * axisCount)
          }
        }
      }
    }
    return scores
  }

  /// Faces from which on it pays to pack the axes.
  private static let fewestPacked = 16

  /// (x − mean)·axes of one face: k numbers, the same bytes as in a batch.
  package func coordinates(of face: [UInt8]) -> [Double] {
    precondition(face.count == mean.count, "a face of another size")
    let axisCount = axes.columns
    return [Double](unsafeUninitializedCapacity: axisCount) { scores, count in
      count = axisCount
      guard let start = scores.baseAddress else { return }
      fmk_face_project(face, face.count, mean, axes.elements, axisCount, start)
    }
  }

  /// mean + axes·scores: d grey levels, not rounded.
  package func face(from scores: ArraySlice<Double>) -> [Double] {
    precondition(scores.count == axes.columns, "one score an axis")
    let pixels = mean.count
    return [Double](unsafeUninitializedCapacity: pixels) { face, count in
      count = pixels
      guard let start = face.baseAddress else { return }
      scores.withUnsafeBufferPointer { scores in
        fmk_face_rebuild(mean, axes.elements, pixels, axes.columns, scores.baseAddress, start)
      }
    }
  }

  /// ‖x − x̂‖₂ for every row of `faces`, whose coordinates are the rows of `scores`, x̂ as
  /// ``RoundedFace`` has it: the same bytes as from ``face(from:)``, one face at a time.
  ///
  /// - Complexity: O(rows·d·k); the axes are read once for many faces.
  package func residuals(of faces: ByteMatrix, scores: Matrix, work: Work) throws -> [Double] {
    precondition(faces.columns == mean.count, "faces of another size")
    precondition(scores.rows == faces.rows && scores.columns == axes.columns, "one score an axis")
    let (mean, axes) = (mean, axes)
    // Enough faces that reading the axes does not dominate; their scores stay in the first caches.
    return try work.fill(rows: faces.rows, of: 1, inBlocksOf: 32) { rows, residuals in
      guard let target = residuals.baseAddress else { return }
      let scores = scores.elements[rows.lowerBound * axes.columns..<rows.upperBound * axes.columns]
      let faces = faces.elements[rows.lowerBound * mean.count..<rows.upperBound * mean.count]
      scores.withUnsafeBufferPointer { scores in
        faces.withUnsafeBufferPointer { faces in
          fmk_faces_residuals(
            mean, axes.elements, mean.count, axes.columns, scores.baseAddress, faces.baseAddress,
            rows.count, target)
        }
      }
      for index in residuals.indices { residuals[index] = residuals[index].squareRoot() }
    }
  }
}

/// Grey levels computed from a model, brought back to bytes.
package enum RoundedFace {
  /// Each level rounded, halves to even, and clipped to 0 … 255.
  package static func bytes(of levels: [Double]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: levels.count) { rounded, count in
      count = levels.count
      let zeros = [UInt8](repeating: 0, count: levels.count)
      _ = fmk_face_residual(zeros, levels, levels.count, rounded.baseAddress)
    }
  }

  /// ‖face − rounded levels‖₂.
  package static func residual(of face: ArraySlice<UInt8>, from levels: [Double]) -> Double {
    precondition(face.count == levels.count, "faces of different sizes")
    return face.withUnsafeBufferPointer { face in
      guard let face = face.baseAddress else { return 0 }
      return fmk_face_residual(face, levels, levels.count, nil).squareRoot()
    }
  }
}
