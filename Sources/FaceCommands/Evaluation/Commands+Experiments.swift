import CommandLanguage

extension Commands {
  /// What measures: divisions, evaluations, sweeps, thresholds, and what is done with results.
  static let experiments: [Command<Workbench, Outcome>] = [
    datasetSplit.erased, detectorSweep.erased, detectorChoose.erased, evaluate.erased,
    thresholdSweep.erased, thresholdTry.erased, thresholdChoose.erased, thresholdSet.erased,
    thresholdCalibrate.erased,
    compare.erased, resultsList.erased, resultsShow.erased, resultsExport.erased,
    resultsRerun.erased, resultsRemove.erased, plot.erased, report.erased, reproduceList.erased,
    reproduce.erased, sweepRun.erased, sweepMerge.erased,
  ]
}
