import FaceDatasets
import FaceEvaluation
import FaceModels
import FaceVocabulary

extension PublishedTable {
  private static var yale: Faces {
    var faces = Faces(
      dataset: "Yale face database A, 15 people x 11 pictures",
      offered: "http://vision.ucsd.edu/content/yale-face-database")
    faces.people = 15
    faces.images = 11
    return faces
  }

  private static let alignment =
    "The pictures were turned and cropped by eye positions that are not published: give crops of your "
    + "own; others are only brought to the size."

  /// Wagner's posts on Yale.
  static let bytefishYale: PublishedTable = {
    let size = Recipe.TargetSize.fixed(PixelSize(width: 100, height: 130))
    let runs = PublishedDivision.wholeFolds(5, runs: 10)
    let once = PublishedDivision.wholeFolds(5, runs: 1)
    return PublishedTable(
      name: "bytefish-yale", title: "Eigenfaces and Fisherfaces on Yale by P. Wagner",
      source: wagner,
      faces: yale,
      reasons: [
        alignment,
        "Five folds test two pictures of each person, the eleventh always trains: 150 tests a run. The "
          + "draws are unknown.",
        "Some pictures of the set are copies of each other (no glasses and normal), and stand on both "
          + "sides there; an evaluation of facebench refuses that.",
      ],
      rows: [
        Row(
          "Eigenfaces, 50 components, leave-one-out", 0.8182,
          Experiment(.eigen, .count(50), .leaveOneOut, size: size)),
        Row(
          "Eigenfaces, 50 components, 10 runs of 5-fold", 0.8093, spread: 0.01,
          Experiment(.eigen, .count(50), runs, size: size), .meanOfRepeats),
      ]
        + zip(
          [10, 25, 40, 55, 70, 85, 100], [0.7333, 0.8, 0.8067, 0.82, 0.8267, 0.8133, 0.82]
        ).map { components, share in
          Row(
            "Eigenfaces, \(components) components, one 5-fold", share,
            Experiment(.eigen, .count(components), once, size: size))
        }
        + [
          Row(
            "Fisherfaces, leave-one-out", 0.9636,
            Experiment(.fisher, .all, .leaveOneOut, size: size)),
          Row(
            "Fisherfaces, 10 runs of 5-fold", 0.968, spread: 0.0163,
            Experiment(.fisher, .all, runs, size: size), .meanOfRepeats),
        ])
  }()

  /// berak's table with overlapping windows on Yale: nobody is lost there.
  static let uniformLBPYale: PublishedTable = {
    let windows = PublishedDivision.overlappingWindows(10, losingLast: false)
    let size = PixelSize(width: 120, height: 120)
    return PublishedTable(
      name: "uniform-lbp-yale", title: "Recognisers and preprocessing on Yale, uniform-lbp",
      source: berak, faces: yale,
      reasons: [
        alignment,
        "Windows of the folds overlap by one picture, both ends included: 15 people x 20 tests, 300. "
          + "Nobody is lost here, because the set was read from a list.",
        "The effect of preprocessing is read off a chart, to about 0.005; its picture size is not told.",
      ],
      rows: [
        Row(
          "2014-11, 120x120: Eigen", 0.840, rounding: 0.000_5,
          Experiment(.eigen, .all, windows, size: .fixed(size))),
        Row(
          "2014-11, 120x120: Fisher", 0.857, rounding: 0.000_5,
          Experiment(.fisher, .all, windows, size: .fixed(size))),
      ]
        + preprocessing(
          windows, size: size,
          [
            (.none, 0.823, 0.823, 0.897), (.equalize, 0.803, 0.857, 0.900),
            (.tantriggs, 0.797, 0.827, 0.820), (.clahe, 0.837, 0.933, 0.873),
          ]))
  }()

  private static var lfw: Faces {
    Faces(
      dataset: "Labeled Faces in the Wild, a folder per person",
      offered: "http://vis-www.cs.umass.edu/lfw/")
  }

  /// scikit-learn's example, with the nearest neighbour in place of its support vector machine.
  static let scikitLearnLFW: PublishedTable = {
    var faces = lfw
    faces.dataset = "Labeled Faces in the Wild, funneled, 250x250, a folder per person"
    faces.selection = .people(withAtLeast: 70)
    faces.people = 7
    faces.pictures = 1288
    // What fetch_lfw_people cuts out, before it is brought to 0.4 of its size.
    faces.crop = PixelRect(x: 78, y: 70, width: 94, height: 125)
    let experiment = Experiment(
      .eigen, .count(150), .random(share: 0.25, repeats: 1, people: nil),
      size: .fixed(PixelSize(width: 37, height: 50)))
    return PublishedTable(
      name: "sklearn-lfw", title: "Seven people of LFW, scikit-learn's example",
      source: "scikit-learn 0.17 to 0.18, Faces recognition example using eigenfaces and SVMs",
      faces: faces,
      reasons: [
        "There a support vector machine decides between whitened projections; here the nearest face "
          + "does, which finds fewer.",
        "The random quarter that was tested is another one.",
      ],
      rows: [
        Row("precision", 0.80, rounding: 0.005, experiment, .precision),
        Row("recall", 0.80, rounding: 0.005, experiment, .recall),
        Row("F1", 0.80, rounding: 0.005, experiment, .f1),
      ])
  }()

  /// CMU's study of classifying LFW with OpenCV's recognisers.
  static let openFaceLFW: PublishedTable = {
    var faces = lfw
    faces.dataset =
      "Labeled Faces in the Wild, aligned with dlib to 96x96 grey, a folder per person"
    faces.selection = .mostPhotographed(people: 100, images: 20)
    faces.people = 100
    faces.size = PixelSize(width: 96, height: 96)
    let shares: [(RecognitionMethod, [Double])] = [
      (.eigen, [0.26, 0.21, 0.18, 0.135]), (.fisher, [0.73, 0.38, 0.18, 0.065]),
      (.lbph, [0.52, 0.445, 0.345, 0.265]),
    ]
    return PublishedTable(
      name: "openface-lfw", title: "Up to 100 people of LFW, CMU OpenFace's classification study",
      source: "github.com/cmusatyalab/openface, LFW classification study with OpenCV 2.4",
      faces: faces,
      reasons: [
        "The figures are read off a graph, to about 0.01, and the ten draws of a tenth are others.",
        "The faces must be aligned with dlib as there; facebench does not do that.",
      ],
      rows: shares.flatMap { method, values in
        zip([10, 25, 50, 100] as [Int], values).map { people, share in
          Row(
            "\(method.title), \(people) people", share, rounding: 0.01,
            Experiment(
              method, .all, .random(share: 0.1, repeats: 10, people: people),
              size: .fixed(PixelSize(width: 96, height: 96))), .meanOfRepeats)
        }
      })
  }()

  /// The oldest entry of LFW's own list.
  static let pairsLFW: PublishedTable = {
    var faces = lfw
    faces.dataset = "Labeled Faces in the Wild: its folder 'lfw', and pairs.txt beside it"
    // Ten sets of 300 genuine and 300 impostor pairs: Huang et al., UMass 07-49, 2007, §III.
    faces.pairs = 6000
    faces.size = PixelSize(width: 250, height: 250)
    let experiment = Experiment(
      .eigen, .count(200), .pairs, size: .fixed(PixelSize(width: 64, height: 64)))
    return PublishedTable(
      name: "lfw-pairs", title: "LFW's ten folds of pairs, Eigenfaces",
      source:
        "vis-www.cs.umass.edu/lfw/results.html, Eigenfaces (Turk and Pentland), and its ROC file",
      faces: faces,
      reasons: [
        "Number of axes, crop and size are not published; here 200 axes of the whole picture at 64x64.",
        "± is the standard error of the mean over folds.",
      ],
      rows: [
        Row("accuracy", 0.6002, spread: 0.0079, experiment, .pairAccuracy),
        Row("best accuracy of the ROC file", 0.611, rounding: 0.000_5, experiment, .pairAccuracy),
        Row("EER of the ROC file", 0.395, rounding: 0.000_5, experiment, .pairEqualError),
        Row("AUC of the ROC file", 0.648, rounding: 0.000_5, experiment, .pairArea),
      ])
  }()
}
