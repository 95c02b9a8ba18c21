import CommandLanguage
import FaceReports
import Testing

@testable import FaceCommands

/// The keys that programs rely on: commands may add to them and never take one away.
@Suite("Keys of machine output")
struct MachineKeyTests {
  private static let evaluation = """
    result dataset model method components light mirror fuse protocol group_rule same_capture pooled \
    part optimistic folds repeats correct total accuracy rank1 accuracy_sd interval_low \
    interval_high weak threshold failures mated_probes nonmated_probes fpir fnir gallery_subjects \
    train_ms_median train_ms_p95 shared_ms predict_ms_median predict_ms_p95 runs threads seed \
    split_hash fingerprint
    """
  private static let threshold = """
    part threshold fmr fmr_low fmr_high fnmr fnmr_low fnmr_high fpir fpir_low fpir_high fnir \
    fnir_low fnir_high accuracy genuine_scores impostor_scores mated_probes nonmated_probes \
    false_matches false_nonmatches gallery_subjects
    """

  /// Lines in the order in which they can be run, with the keys that their rows must have.
  private static let promises: [(line: String, keys: String)] = [
    ("dataset import tiny PICTURES", "imported skipped subjects"),
    ("dataset show tiny", "subject faces mirrored sessions yaw_min_deg yaw_max_deg"),
    (
      "dataset show tiny --summary",
      "dataset faces originals mirrored subjects width_px height_px fingerprint"
    ),
    ("dataset import tied TIED", "imported skipped subjects"),
    ("dataset check tied", "file subject finding other_file value"),
    ("dataset capture seen --subject S --from synth:1 --limit 1", "imported skipped subjects"),
    (
      "dataset sweep turned --subject S --from synth:1 --angles 0",
      "target_deg yaw_deg angle_source kept rejected sharpness missing"
    ),
    (
      "detector run SCENE",
      """
      file x_px y_px width_px height_px left_eye_px right_eye_px mouth_px neighbors detect_ms
      """
    ),
    (
      "detector sweep scenes --scale 1.3 --neighbors 3",
      """
      cascade scale neighbors min_size_px images faces hits misses false_alarms precision recall f1 \
      false_per_mpx windows detect_ms_median detect_ms_p95 pareto
      """
    ),
    (
      "model train gate --on tiny --method eigen --components 3 --threshold 900",
      "model method faces subjects components_asked components width_px height_px train_ms"
    ),
    (
      "model predict gate PICTURES/p1/1.pgm",
      """
      file subject label nearest distance reconstruction_error known candidates predict_ms
      """
    ),
    ("evaluate tiny --method eigen,fisher,lbph --components 3 --folds 2 --as r", evaluation),
    ("evaluate tiny --method eigen --components 2 --folds 2 --unknown 0.5 --as u", evaluation),
    ("threshold sweep u", threshold), ("threshold sweep u --by reconstruction", threshold),
    ("threshold choose --fpir 0.5 u", threshold + " criterion"),
    ("threshold choose --eer u", threshold + " criterion"),
    (
      "compare r-eigen-3 r-lbph",
      """
      a b difference difference_low difference_high sign_flip_p mcnemar_p only_a_correct \
      only_b_correct wins ties losses
      """
    ),
    (
      "reproduce bytefish-yale --data PICTURES",
      "table row published ours difference faces_differ source"
    ),
  ]

  @Test("stand in every row")
  func keys() throws {
    let desk = Desk()
    let pictures = try desk.makePictures(people: 4, images: 5)
    let tied = try desk.makePictures(in: "tied", people: 2, images: 1)
    try desk.run("dataset synth scenes --scenes 1 --size 160x120")
    let scene = try desk.export("scenes", to: desk.folder + "/out")[0]
    for (line, keys) in Self.promises {
      let line = line.replacing("PICTURES", with: pictures).replacing("TIED", with: tied)
        .replacing("SCENE", with: scene)
      let rows = try desk.rows(line)
      #expect(!rows.isEmpty, "\(line)")
      let missing = Set(keys.split(separator: " ").map(String.init)).subtracting(
        rows.first?.keys.map(\.self) ?? [])
      #expect(missing.isEmpty, "\(line): \(missing.sorted())")
      #expect(rows.allSatisfy { $0.keys == rows[0].keys }, "\(line)")
    }
    for row in try desk.rows("threshold sweep u --by reconstruction") {
      #expect(row["fmr"] == .null && row["fnmr"] == .null && row["accuracy"] == .null)
      #expect(row["gallery_subjects"] == .integer(2) && row["mated_accepted"] != .null)
    }
  }
}
