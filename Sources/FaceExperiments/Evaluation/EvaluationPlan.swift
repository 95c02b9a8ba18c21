package import FaceEvaluation
package import FaceModels
package import FaceVocabulary

/// Everything an evaluation depends on besides the pictures: stored with its result, so that it
/// can be run again.
package struct EvaluationPlan: Equatable, Sendable, Codable {
  package var dataset: String
  /// One result each, all on one split.
  package var cells: [Cell]
  /// How pictures become faces; each cell puts its own ``Cell/light`` in.
  package var recipe = Recipe()
  /// Leading Eigenfaces axes left out.
  package var dropFirst = 0
  package var pattern = LocalBinaryPattern()
  package var split: SplitPlan
  /// How the distances to several faces of one person become one.
  package var fuse = FusionRule.nearest
  /// A probe is accepted when its distance is under this.
  package var threshold: Distance?
  /// The second gate: a probe is accepted only when its reconstruction error is under this too.
  package var reconstructionThreshold: Double?
  /// Whether faces are looked for in whole pictures and detection failures count.
  package var endToEnd = false
  /// Whether what was tested on may have been trained or chosen on; every output then says so.
  package var optimistic = false
  /// Numbers of components that were trained together with a stored cell's own, which is among them.
  ///
  /// One eigenproblem serves them all, and the solver chosen for several may round otherwise than
  /// the one for a single number; running the cell again trains the same ones.
  package var companions: [TrainingSettings.Components] = []

  package init(dataset: String, cells: [Cell], split: SplitPlan) {
    self.dataset = dataset
    self.cells = cells
    self.split = split
  }

  /// One row of the accuracy and timing table.
  package struct Cell: Hashable, Sendable, Codable {
    package var recogniser: Recogniser
    package var light = Recipe.Light.none
    package var mirror = MirrorUse.none

    package init(
      _ recogniser: Recogniser, light: Recipe.Light = .none, mirror: MirrorUse = .none
    ) {
      self.recogniser = recogniser
      self.light = light
      self.mirror = mirror
    }
  }

  /// What recognises: something trained on every fold, or a model that exists.
  package enum Recogniser: Hashable, Sendable, Codable {
    case trained(RecognitionMethod, TrainingSettings.Components)
    /// A model of the workspace by name, and the SHA-256 of its file.
    case stored(name: String, digest: String)
  }

  /// Whether mirror images of training faces are trained on and stand in the gallery too.
  package enum MirrorUse: String, CaseIterable, Sendable, Codable {
    case none
    case train
  }

  /// The settings that train `method`; components are given for each cell.
  package func trainingSettings(for method: RecognitionMethod) -> TrainingSettings {
    var settings = TrainingSettings(method: method)
    settings.pattern = pattern
    if method == .eigen { settings.dropFirst = dropFirst }
    return settings
  }

  /// Whether reconstruction errors are computed: they cost more than all distances, and say
  /// something only where strangers are tested or the gate is set.
  package var reconstructs: Bool {
    reconstructionThreshold != nil || split.unknown != .none || split.kind == .person
      || split.kind == .model || split.kind == .enrol || split.kind == .list
  }

  /// The accuracy of the evaluation part of `trials`, as the protocol counts it.
  package func summary(of trials: TrialTable) -> AccuracySummary {
    guard split.kind == .pairs else {
      return AccuracySummary(
        trials, in: .evaluation, threshold: threshold,
        reconstructionThreshold: reconstructionThreshold)
    }
    return AccuracySummary(pairs(of: trials), of: trials, threshold: threshold)
  }

  /// The pairs of the evaluation part of `trials`, fold by fold; for protocol `pairs`.
  package func pairs(of trials: TrialTable) -> PairVerification {
    PairVerification(
      trials, threshold: threshold, reconstructionThreshold: reconstructionThreshold)
  }

  /// The recipe of one cell.
  package func recipe(for cell: Cell) -> Recipe {
    var recipe = recipe
    recipe.light = cell.light
    return recipe
  }

  /// The same evaluation with one cell only, trained together with `companions`.
  package func only(
    _ cell: Cell, companions: [TrainingSettings.Components] = []
  ) -> EvaluationPlan {
    var plan = self
    plan.cells = [cell]
    plan.companions = companions
    return plan
  }
}
