package import CommandLanguage
import FaceDatasets
import FaceExperiments
import FaceImages
import FaceModelFiles
import FaceVocabulary

/// A command declaration over the workbench, generic only in its arguments.
package typealias WorkbenchCommand<Arguments: Sendable> =
  CommandSpec<Arguments, Workbench, Outcome>

/// All commands about faces, in the order of the reference page.
package enum Commands {
  package static let all: [Command<Workbench, Outcome>] =
    [
      datasetSynth.erased, datasetImport.erased, datasetCapture.erased, datasetSweep.erased,
      datasetMirror.erased, datasetList.erased,
      datasetShow.erased, datasetCheck.erased, datasetMerge.erased, datasetRelabel.erased,
      datasetRemove.erased, datasetExport.erased, datasetSheet.erased,
      detectorShow.erased, detectorSet.erased, detectorRun.erased, detectorFeatures.erased,
      recipeShow.erased, recipeSet.erased, recipePreview.erased,
      modelTrain.erased, modelList.erased, modelShow.erased, modelSave.erased, modelLoad.erased,
      modelVerify.erased, modelRemove.erased, modelPredict.erased, modelReconstruct.erased,
      modelSheet.erased, modelAdd.erased, modelForget.erased, modelWatch.erased,
    ] + experiments + [
      settingsShow.erased, settingsSet.erased, doctor.erased,
    ]

  /// Names that Tab offers for a ``Completion/names(_:)`` kind; none on any error.
  package static func names(of kind: String, in workbench: Workbench) -> [String] {
    switch kind {
    case "dataset": (try? workbench.datasets.names()) ?? []
    case "model": workbench.models.names()
    case "cascade": Cascades.installed()
    case "result": workbench.results.knownNames()
    case "subject": subjectNames(in: workbench)
    default: []
    }
  }

  /// People of every dataset of the workspace, each once, sorted by bytes.
  private static func subjectNames(in workbench: Workbench) -> [String] {
    let library = workbench.datasets
    var people: Set<SubjectID> = []
    for name in (try? library.names()) ?? [] {
      guard let subjects = try? library.open(name).subjects() else { continue }
      people.formUnion(subjects.map(\.subject))
    }
    return people.sorted().map(\.name)
  }

  /// `OpenCV 4.6.0, HDF5 1.10.8`: the libraries behind this build, as the banner shows them and results
  /// keep them.
  package static func libraryVersions() -> String {
    "OpenCV \(OpenCVVersion.text), HDF5 \(HDF5Version.text)"
  }
}
