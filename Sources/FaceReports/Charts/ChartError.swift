import FaceVocabulary

/// Why a chart could not be drawn.
package enum ChartError: Error, Equatable {
  /// No gnuplot on the search path.
  case gnuplotMissing
  /// gnuplot ended with a status other than zero; the first line of what it said.
  case gnuplotFailed(status: Int32, said: String)
  /// gnuplot could not be started; the error number.
  case gnuplotNotStarted(errno: Int32)
  /// gnuplot took longer than half a minute.
  case tooSlow
  /// There is nothing to draw.
  case empty(title: String)
}

extension ChartError: ExplainedError {
  package var message: String {
    switch self {
    case .gnuplotMissing: "drawing needs gnuplot, and none is on the search path"
    case .gnuplotFailed(let status, let said): "gnuplot ended with status \(status): \(said)"
    case .gnuplotNotStarted(let errno): "gnuplot could not be started (error \(errno))"
    case .tooSlow: "gnuplot was stopped after half a minute"
    case .empty(let title): "chart '\(title)' has no values to draw"
    }
  }

  package var hint: String? {
    switch self {
    case .gnuplotMissing:
      "install it with 'apt-get install gnuplot-nox'; '--format csv' gives the values without it"
    case .empty: "the rate may not be measured in this result: 'results show' tells its trials"
    default: nil
    }
  }

  package var kind: String {
    switch self {
    case .gnuplotMissing: "gnuplot_missing"
    case .gnuplotFailed: "gnuplot_failed"
    case .gnuplotNotStarted: "gnuplot_not_started"
    case .tooSlow: "gnuplot_too_slow"
    case .empty: "empty_chart"
    }
  }
}
