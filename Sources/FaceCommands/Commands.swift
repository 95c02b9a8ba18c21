package import CommandLanguage

/// A command declaration over the workbench, generic only in its arguments.
package typealias WorkbenchCommand<Arguments: Sendable> =
  CommandSpec<Arguments, Workbench, Outcome>

/// All commands about faces, in the order of the reference page.
package enum Commands {
  package static let all: [Command<Workbench, Outcome>] = [
    recipeShow.erased
  ]

  /// Names that Tab offers for a ``Completion/names(_:)`` kind; none on any error.
  package static func names(of kind: String, in workbench: Workbench) -> [String] {
    []
  }

  /// `OpenCV 4.6.0, HDF5 1.10.8`: the libraries behind this build, as the banner shows them.
  package static func libraryVersions() -> String { "OpenCV 4.6.0, HDF5 1.10.8" }
}
