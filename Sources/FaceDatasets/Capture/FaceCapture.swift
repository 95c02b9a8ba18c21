package import CooperativeWork
package import FaceImages

/// Takes faces from a source of frames into a dataset.
package struct FaceCapture {
  package let settings: CaptureSettings
  private let source: any FrameSource

  package init(_ settings: CaptureSettings, from source: any FrameSource) {
    self.settings = settings
    self.source = source
  }

  /// Reads frames until the source ends, enough is kept or the work is cancelled.
  ///
  /// - Parameters:
  ///   - clock: seconds of a clock that only moves forward.
  ///   - tell: told about each frame, on this thread.
  /// - Returns: the report; an interrupt or a source that fails ends the capture and is told there,
  ///   because what was kept until then is stored.
  /// - Throws: ``DatasetError``, ``DetectorError``, ``CaptureError/nothingKept(source:frames:reasons:)``.
  package func run(
    into dataset: Dataset, clock: @escaping () -> Double, work: Work,
    tell: (CaptureEvent) -> Void
  ) throws -> CaptureReport {
    let cutter = try FaceCutter(
      settings, keeping: CapturedFaces.mostWaiting(settings), work: work)
    let reader = FrameReader(source, settings: settings, clock: clock)
    let faces = try CapturedFaces(dataset, settings, clock: clock)
    var report = CaptureReport(number: faces.number)
    var previous: (frame: Int, thumbnail: Thumbnail)?
    func reject(_ rejection: FrameRejection, of frame: Frame) {
      report.rejected[rejection.kind, default: 0] += 1
      tell(.rejected(frame: frame.index, rejection))
    }
    do {
      try reader.steer(tell)
      defer { reader.release() }
      while settings.mostFaces.map({ faces.count < $0 }) ?? true,
        let (frame, seconds) = try reader.next(work.cancellation)
      {
        report.frames += 1
        let heads = try cutter.heads(in: frame)
        report.count(heads.count)
        switch cutter.chosen(of: heads) {
        case .failure(let reason): reject(reason.rejection, of: frame)
        case .success(let chosen):
          for head in chosen {
            switch try cutter.cut(head, from: frame) {
            case .failure(let reason):
              reject(reason.rejection, of: frame)
              try reader.adjust(after: reason.quality)
            case .success(let face):
              try reader.adjust(after: face.quality)
              // Of several faces in a frame only the frame before counts, not their neighbours.
              if let previous, previous.frame != frame.index,
                let likeness = previous.thumbnail.correlation(with: face.thumbnail),
                likeness >= NearDuplicates.threshold
              {
                reject(.nearlySame(as: previous.frame, correlation: likeness), of: frame)
                continue
              }
              if let most = settings.mostFaces, faces.count >= most { continue }
              try faces.add(face, frame: frame.index, seconds: seconds)
              if head == chosen.first { previous = (frame.index, face.thumbnail) }
            }
          }
        }
        tell(
          .looked(
            frame: frame.index, of: source.account.promised, kept: faces.count,
            rejected: report.rejectedCount))
      }
    } catch is Cancelled {
      report.isInterrupted = true
    } catch let error as FrameSourceError {
      report.failure = error
    }
    try faces.store()
    report.kept = faces.count
    report.mirrored = faces.mirrored
    report.account = source.account
    if report.kept == 0, !report.isInterrupted, report.failure == nil {
      throw CaptureError.nothingKept(
        source: settings.facts.source, frames: report.frames,
        reasons: report.frames == 0 ? report.account.reasons : report.reasons)
    }
    return report
  }
}

extension CaptureReport {
  /// Counts a frame by the faces found in it.
  mutating func count(_ faces: Int) {
    switch faces {
    case 0: without += 1
    case 1: withOne += 1
    default: withSeveral += 1
    }
  }
}
