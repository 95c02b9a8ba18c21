/// Everything that is measured inside this process, by name.
enum Rows {
  static let all: [String: @Sendable (Request) throws -> Measurement] = [
    "make-faces": MakingRows.faces,
    "make-model": MakingRows.model,
    "eigen-train": TrainingRows.eigenfaces,
    "eigen-check": TrainingRows.checkedAxes,
    "fisher-train": TrainingRows.fisherfaces,
    "lbph-train": TrainingRows.histograms,
    "scatter": TrainingRows.streamed,
    "project-and-search": PredictionRows.batch,
    "search": PredictionRows.search,
    "predict-one": PredictionRows.single,
    "lbph-predict": PredictionRows.histograms,
    "threshold-sweep": SweepRows.thresholds,
    "detector-sweep": SweepRows.detector,
    "model-save": FileRows.save,
    "model-load": FileRows.load,
    "model-show": FileRows.show,
    "decode": DecodingRows.helper,
  ]
}
