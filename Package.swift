// swift-tools-version: 6.2
import PackageDescription

// The targets, listed in the order data flows: each one imports only targets above it.
// `Scripts/check-imports` compares the imports in the sources with this table.

/// What every Swift target is compiled with.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// For targets whose inner loops make debug tests unbearably slow: optimised in every build.
let optimised: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// The same for number text, which is all loops.
let optimisedCXX: [CXXSetting] = [.unsafeFlags(["-O2"], .when(configuration: .debug))]

/// Debian keeps OpenCV's and HDF5's headers in folders of their own.
let openCVFolder = ["-isystem", "/usr/include/opencv4"]
let openCVHeaders: [CXXSetting] = [.unsafeFlags(openCVFolder)]
/// What the program and libfacebench-opencv.so agree on; a dependency would link it into both.
let engineHeaders: [CXXSetting] =
  openCVHeaders + [
    .headerSearchPath("../COpenCVShim"), .headerSearchPath("../COpenCVShim/include"),
  ]
let hdf5Headers: [CSetting] = [.unsafeFlags(["-isystem", "/usr/include/hdf5/serial"])]

func library(
  _ name: String, _ dependencies: [String] = [], settings: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .byName(name: $0) }, swiftSettings: settings)
}

func shim(
  _ name: String, _ dependencies: [String] = [], c: [CSetting] = [], cxx: [CXXSetting] = [],
  linking libraries: [String]
) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .byName(name: $0) }, cSettings: c,
    cxxSettings: cxx,
    linkerSettings: libraries.map { .linkedLibrary($0) })
}

func tests(_ name: String, _ dependencies: [String], settings: [SwiftSetting] = []) -> Target {
  .testTarget(
    name: name, dependencies: (dependencies + ["TestSupport"]).map { .byName(name: $0) },
    swiftSettings: settings)
}

let shims: [Target] = [
  // OpenBLAS, oneDNN and HDF5 are loaded by their first call, so nothing is linked here.
  shim("CLAPACK", linking: []),
  .systemLibrary(name: "CSQLite"),
  shim("CCrypto", linking: ["crypto"]),
  shim("CDNNL", linking: []),
  shim("CFileSystemShim", linking: []),
  // Inner loops in C: clang compiles them for several processors at once, Swift cannot.
  shim("CMatrixKernels", c: [.unsafeFlags(["-O2"])], linking: ["m"]),
  // The same for the rendered heads: no fused steps, so that every instruction set gives one result.
  shim(
    "CHeadKernels", c: [.unsafeFlags(["-O2", "-ffp-contract=off", "-fno-math-errno"])],
    linking: []),
  // In C, so it sees no more of OpenCV than its version.
  shim("COpenCVShim", c: [.unsafeFlags(openCVFolder)], linking: []),
  // A dynamic library of its own, which COpenCVShim loads when the first picture is worked on.
  shim(
    "COpenCVEngine", cxx: engineHeaders,
    linking: ["opencv_core", "opencv_imgproc", "opencv_objdetect"]),
  shim(
    "COpenCVCodecsShim", cxx: openCVHeaders,
    linking: ["opencv_core", "opencv_imgproc", "opencv_imgcodecs"]),
  // A dynamic library of its own, which the helper loads when it is to read a video.
  shim(
    "COpenCVVideoShim", cxx: openCVHeaders,
    linking: ["opencv_core", "opencv_imgproc", "opencv_videoio"]),
  shim("CGIFShim", linking: ["gif"]),
  shim("CModelText", cxx: optimisedCXX, linking: ["z"]),
  // The filter around processes that read strangers' bytes; the next two shims put it on.
  shim("CSandbox", linking: ["seccomp"]),
  shim("CHDF5Shim", ["CSandbox"], c: hdf5Headers, linking: []),
  shim("CWorkerShim", ["CSandbox"], linking: []),
  shim("CReadlineShim", linking: ["readline"]),
]

let libraries: [Target] = [
  library("CooperativeWork"),
  library("NearWords"),
  library("DurableFiles", ["CCrypto"]),
  library(
    "Matrices", ["CooperativeWork", "CLAPACK", "CDNNL", "CMatrixKernels"], settings: optimised),
  library("FaceVocabulary", ["Matrices"], settings: optimised),
  library(
    "SyntheticFaces", ["FaceVocabulary", "Matrices", "CooperativeWork", "CHeadKernels"],
    settings: optimised),
  library("WorkerProtocol", ["FaceVocabulary", "CooperativeWork", "CWorkerShim"]),
  library(
    "FaceImages",
    [
      "WorkerProtocol", "SyntheticFaces", "FaceVocabulary", "NearWords", "CooperativeWork",
      "COpenCVShim",
    ], settings: optimised),
  library(
    "FacePreprocessing", ["FaceImages", "FaceVocabulary", "CooperativeWork"], settings: optimised),
  library("SQLiteStore", ["CSQLite"]),
  library(
    "FaceDatasets",
    [
      "FaceImages", "SQLiteStore", "FaceVocabulary", "Matrices", "DurableFiles", "NearWords",
      "CooperativeWork", "CFileSystemShim",
    ], settings: optimised),
  library("FaceModels", ["FaceVocabulary", "Matrices", "CooperativeWork"], settings: optimised),
  library(
    "FaceModelFiles",
    [
      "FaceModels", "FaceVocabulary", "Matrices", "DurableFiles",
      "CooperativeWork", "CModelText", "CHDF5Shim",
    ], settings: optimised),
  library(
    "FaceEvaluation", ["FaceVocabulary", "Matrices"],
    settings: optimised),
  library(
    "FaceExperiments",
    [
      "FaceEvaluation", "FaceDatasets", "FacePreprocessing", "FaceImages", "FaceModels",
      "FaceVocabulary", "Matrices", "DurableFiles", "NearWords", "CooperativeWork",
    ]),
  library(
    "FaceReports", ["FaceEvaluation", "FaceVocabulary", "CooperativeWork"]),
  library("CommandLanguage", ["NearWords"]),
  library(
    "FaceCommands",
    [
      "FaceReports", "FaceExperiments", "FaceEvaluation", "FaceModelFiles", "FaceModels",
      "FaceDatasets", "FacePreprocessing", "FaceImages", "SyntheticFaces", "FaceVocabulary",
      "Matrices", "WorkerProtocol", "CommandLanguage", "DurableFiles", "NearWords",
      "CooperativeWork",
    ]),
  library("TextNotebooks", ["CommandLanguage"]),
  library(
    "FaceShell",
    [
      "FaceCommands", "FaceReports", "FaceVocabulary", "Matrices", "TextNotebooks",
      "CommandLanguage", "DurableFiles", "NearWords", "CooperativeWork", "CReadlineShim",
    ]),
  library(
    "ForeignFiles",
    ["WorkerProtocol", "FaceVocabulary", "COpenCVCodecsShim", "CGIFShim"],
    settings: optimised),
]

let programs: [Target] = [
  .executableTarget(name: "facebench", dependencies: ["FaceShell"]),
  .executableTarget(name: "facebench-worker", dependencies: ["ForeignFiles"]),
  // What `Scripts/bench` measures inside one process; no part of the product.
  .executableTarget(
    name: "facebench-benchmarks",
    dependencies: [
      "FaceModelFiles", "FaceModels", "FaceEvaluation", "FacePreprocessing", "FaceImages",
      "FaceVocabulary", "Matrices", "CooperativeWork",
    ], path: "Scripts/benchmarks/Ours"),
]

let testTargets: [Target] = [
  .target(
    name: "TestSupport", dependencies: ["FaceVocabulary", "Matrices"], path: "Tests/TestSupport"),
  // OpenCV's own recognisers, the oracle; nothing outside the tests links them.
  .target(
    name: "COpenCVOracle", path: "Tests/COpenCVOracle", cxxSettings: openCVHeaders,
    linkerSettings: [
      "opencv_core", "opencv_imgproc", "opencv_objdetect", "opencv_face",
    ].map { .linkedLibrary($0) }),
  // A camera for machines without one: a dynamic library that a test preloads into the program, and
  // that nothing links.
  .target(
    name: "CCameraDriver", path: "Tests/CCameraDriver", cSettings: [.unsafeFlags(["-O2"])]),
  tests("CooperativeWorkTests", ["CooperativeWork"]),
  tests("DurableFilesTests", ["DurableFiles"]),
  tests("MatricesTests", ["Matrices"], settings: optimised),
  tests("FaceVocabularyTests", ["FaceVocabulary"]),
  tests(
    "SyntheticFacesTests",
    [
      "SyntheticFaces", "FaceModels", "FaceImages", "FaceVocabulary", "Matrices",
      "CooperativeWork",
    ], settings: optimised),
  tests("WorkerProtocolTests", ["WorkerProtocol"]),
  tests(
    "ForeignFilesTests",
    [
      "ForeignFiles", "FaceImages", "WorkerProtocol", "FaceVocabulary", "CooperativeWork",
      "SyntheticFaces", "facebench-worker",
    ]),
  tests(
    "FaceImagesTests",
    ["FaceImages", "SyntheticFaces", "FaceVocabulary", "CooperativeWork", "facebench-worker"]),
  tests(
    "FacePreprocessingTests",
    [
      "FacePreprocessing", "FaceImages", "FaceVocabulary", "CooperativeWork", "facebench-worker",
    ]),
  tests("SQLiteStoreTests", ["SQLiteStore"]),
  tests(
    "FaceDatasetsTests",
    [
      "FaceDatasets", "FaceImages", "FaceVocabulary", "Matrices", "DurableFiles",
      "CooperativeWork", "SQLiteStore", "SyntheticFaces", "facebench-worker",
    ]),
  tests("FaceModelsTests", ["FaceModels"], settings: optimised),
  tests("FaceModelFilesTests", ["FaceModelFiles", "facebench-worker"]),
  tests("FaceEvaluationTests", ["FaceEvaluation"], settings: optimised),
  tests("FaceExperimentsTests", ["FaceExperiments", "facebench-worker"]),
  tests("FaceReportsTests", ["FaceReports"]),
  tests("CommandLanguageTests", ["CommandLanguage"]),
  tests("FaceCommandsTests", ["FaceCommands", "facebench-worker"]),
  tests("TextNotebooksTests", ["TextNotebooks"]),
  tests(
    "OracleTests", ["FaceModels", "FaceModelFiles", "FaceImages", "COpenCVOracle"],
    settings: optimised),
  tests(
    "ShellTests",
    ["FaceShell", "facebench", "facebench-worker", "SyntheticFaces", "FaceVocabulary"]),
  tests("NotebookTests", ["FaceShell", "facebench", "facebench-worker"]),
]

/// `FACEBENCH_ONLY=FaceModelsTests,OracleTests swift test` builds those tests and what they need.
func closure(of roots: Set<String>, in targets: [Target]) -> [Target] {
  var wanted = roots
  var grew = true
  while grew {
    let needed = targets.filter { wanted.contains($0.name) }.flatMap { target in
      target.dependencies.compactMap { dependency -> String? in
        if case .byNameItem(let name, _) = dependency { return name }
        return nil
      }
    }
    if wanted.contains("facebench-worker") { wanted.insert("COpenCVVideoShim") }
    if wanted.contains("FaceImages") { wanted.insert("COpenCVEngine") }
    grew = !wanted.isSuperset(of: needed)
    wanted.formUnion(needed)
  }
  return targets.filter { wanted.contains($0.name) }
}

var targets = shims + libraries + programs + testTargets
if let only = Context.environment["FACEBENCH_ONLY"], !only.isEmpty {
  targets = closure(of: Set(only.split(separator: ",").map(String.init)), in: targets)
}
let namesInC = Set(shims.map(\.name) + ["COpenCVOracle", "CCameraDriver"])
for target in targets where !namesInC.contains(target.name) {
  target.swiftSettings = strict + (target.swiftSettings ?? [])
}

/// Libraries that are loaded when their duty begins.
let loadedLater = [
  "facebench-video": "COpenCVVideoShim", "facebench-opencv": "COpenCVEngine",
  "facebench-test-camera": "CCameraDriver",
]
let package = Package(
  name: "facebench",
  products: loadedLater.sorted { $0.key < $1.key }.compactMap { name, target in
    targets.contains { $0.name == target }
      ? .library(name: name, type: .dynamic, targets: [target]) : nil
  },
  targets: targets,
  cLanguageStandard: .c17,
  cxxLanguageStandard: .cxx17
)
