import FaceDatasets
import FaceEvaluation
import FaceModels
import FaceVocabulary

extension PublishedTable {
  /// Every table that can be measured again, in the order of `reproduce list`.
  package static let all: [PublishedTable] = [
    bytefishATT, bytefishYale, openCVATT, idiapATT, uniformLBPATT, uniformLBPYale, scikitLearnLFW,
    openFaceLFW, pairsLFW,
  ]

  /// Source of two tables, on AT&T and on Yale.
  static let wagner =
    "P. Wagner, bytefish.de, posts on Eigenfaces and Fisherfaces; github.com/bytefish/facerec"
  /// Source of two tables, on AT&T and on Yale.
  static let berak = "github.com/berak/uniform-lbp, README and charts, 2014"

  private static var att: Faces {
    var faces = Faces(
      dataset: "AT&T (ORL) database of faces, 40 people x 10 pictures, 92x112",
      offered: "https://cam-orl.co.uk/facedatabase.html")
    faces.people = 40
    faces.images = 10
    faces.size = PixelSize(width: 92, height: 112)
    return faces
  }

  /// Wagner's posts and the tables of his program.
  static let bytefishATT = PublishedTable(
    name: "bytefish-att", title: "Eigenfaces and Fisherfaces on AT&T by P. Wagner",
    source: wagner,
    faces: att,
    reasons: [
      "Which pictures the ten folds of Fisherfaces held is not published; here fold = index."
    ],
    rows: [
      Row(
        "Eigenfaces, 30 components, leave-one-out", 0.9625,
        Experiment(.eigen, .count(30), .leaveOneOut),
        reason: "385 of 400 is what an honest leave-one-out gives with 10 components, not 30"),
      Row(
        "Eigenfaces, 10 components, leave-one-out", 0.9625,
        Experiment(.eigen, .count(10), .leaveOneOut),
        reason: "published as 30 components"),
      Row(
        "Fisherfaces, 39 components, 10-fold", 0.955,
        Experiment(.fisher, .all, .foldsByIndex(10)),
        reason: "382 of 400 against 383: one picture"),
    ])

  /// The graph of OpenCV's tutorial: accuracy by training images of each person.
  static let openCVATT = PublishedTable(
    name: "opencv-att", title: "Accuracy by training images of each person, OpenCV's tutorial",
    source: "OpenCV documentation, Face Recognition with OpenCV, figure of small sample sizes",
    faces: att,
    reasons: [
      "The curve is read off a graph, to about 0.01, and the draws of its 10 repetitions are unknown.",
      "The number of Eigenfaces components is not told. All of them find far more people; 8 come "
        + "nearer, and no one number gives the whole curve.",
      "OpenCV's own Fisherfaces find 381 of 400 in ten folds where this program's find 383.",
    ],
    rows: curve(
      "Eigenfaces", .eigen, .all, [0.61, 0.73, 0.80, 0.85, 0.90, 0.93, 0.95, 0.975])
      + curve(
        "Eigenfaces with 8 components", .eigen, .count(8),
        [0.61, 0.73, 0.80, 0.85, 0.90, 0.93, 0.95, 0.975])
      + curve(
        "Fisherfaces", .fisher, .all, [0.635, 0.86, 0.88, 0.91, 0.94, 0.925, 0.925, 0.95]))

  /// Shares by training images of each person, 2 to 9.
  private static func curve(
    _ name: String, _ method: RecognitionMethod, _ components: TrainingSettings.Components,
    _ shares: [Double]
  ) -> [Row] {
    zip(2...9, shares).map { images, share in
      Row(
        "\(name), \(images) images", share, rounding: 0.01,
        Experiment(method, components, .perPerson(images, repeats: 10)), .meanOfRepeats)
    }
  }

  /// Clients of Idiap's world set.
  private static let idiapWorld: Set<Int> = [
    1, 2, 5, 6, 10, 11, 12, 14, 16, 17, 20, 21, 24, 26, 27, 29, 33, 34, 36, 39,
  ]

  /// Half total error rates of Idiap's protocol, under the three ways to join five scores.
  static let idiapATT = PublishedTable(
    name: "idiap-att", title: "Half total error rate on AT&T, Idiap's protocol",
    source: "facereclib 2013 and bob.bio.face 2015, Idiap, baselines on the AT&T database",
    faces: att,
    reasons: [
      "20 clients train, the other 20 enrol 5 pictures and are looked for with 5: 100 genuine and 1,900 "
        + "impostor scores, at the threshold where their own two errors meet.",
      "The published Eigenface figures lie between three ways to join the five scores of a client.",
      "PCA+LDA there keeps 100 components before LDA; Fisherfaces keeps all that vary within people.",
    ],
    rows: [
      (
        "Eigenface 2013, 30 components", 0.082_37, RecognitionMethod.eigen,
        TrainingSettings.Components.count(30)
      ),
      ("Eigenface 2015, 95 % of the variance", 0.083_68, .eigen, .variance(0.95)),
      ("PCA+LDA 2013", 0.1, .fisher, .all), ("PCA+LDA 2015", 0.097_63, .fisher, .all),
    ].flatMap { name, share, method, components in
      [
        (FusionRule.template, "distance to the mean template"),
        (.nearest, "nearest of five"), (.mean, "mean of five"),
      ].map { fuse, words in
        Row(
          "\(name), \(words)", share, rounding: 0.000_005,
          Experiment(
            method, components,
            .enrolment(world: idiapWorld, gallery: [2, 4, 5, 7, 9], probes: [1, 3, 6, 8, 10]),
            fuse: fuse), .halfTotalError)
      }
    })

  /// Rows of the effect of preprocessing, as they are printed in three columns.
  static func preprocessing(
    _ division: PublishedDivision, size: PixelSize,
    _ shares: [(Recipe.Light, eigen: Double, fisher: Double, lbph: Double)]
  ) -> [Row] {
    shares.flatMap { light, eigen, fisher, lbph in
      [(RecognitionMethod.eigen, eigen), (.fisher, fisher), (.lbph, lbph)].map { method, share in
        Row(
          "\(method.title), light \(light.rawValue)", share, rounding: 0.005,
          Experiment(method, .all, division, size: .fixed(size), light: light),
          reason: light == .clahe ? "the clip limit there is 50" : nil)
      }
    }
  }

  /// How uniform-lbp's windows overlap, in words.
  static let windowQuirk =
    "Windows of the folds overlap by one picture, both ends included, so a picture is tested up to "
    + "twice. The last person in the order of names is lost while folders are read."

  /// berak's table with overlapping windows on AT&T.
  static let uniformLBPATT: PublishedTable = {
    let windows = PublishedDivision.overlappingWindows(10, losingLast: true)
    let size = PixelSize(width: 120, height: 120)
    return PublishedTable(
      name: "uniform-lbp-att", title: "Recognisers and preprocessing on AT&T, uniform-lbp",
      source: berak, faces: att,
      reasons: [
        windowQuirk + " 39 people x 19 tests: 741.",
        "The effect of preprocessing is read off a chart, to about 0.005; its picture size is not told.",
        "Its LBP histograms are code of its own; here they are OpenCV's.",
      ],
      rows: [
        Row(
          "2014-11, 120x120: Eigen", 0.974, rounding: 0.000_5,
          Experiment(.eigen, .all, windows, size: .fixed(size)),
          reason: "722 of 741 against 721: one picture"),
        Row(
          "2014-11, 120x120: raw pixels", 0.974, rounding: 0.000_5,
          Experiment(.eigen, .all, windows, size: .fixed(size)),
          reason: "Eigenfaces with all components rank as raw pixels do"),
        Row(
          "2014-11, 120x120: Fisher", 0.947, rounding: 0.000_5,
          Experiment(.fisher, .all, windows, size: .fixed(size)),
          reason: "702 of 741 against 703: one picture"),
      ]
        + preprocessing(
          windows, size: size,
          [
            (.none, 0.973, 0.946, 0.985), (.equalize, 0.960, 0.933, 0.983),
            (.tantriggs, 0.720, 0.719, 0.978), (.clahe, 0.875, 0.906, 0.970),
          ]))
  }()
}
