import DurableFiles

extension Workbench {
  /// What a command keeps its work in.
  enum Room: Sendable {
    /// A dataset, which may be there already.
    case dataset(String)
    case models
    case results
  }

  /// Refuses to work for a room that nothing can be saved in: an hour's work must not end in that.
  ///
  /// - Throws: ``CommandError/notWritable(folder:code:)``.
  func requireWritable(_ room: Room) throws(CommandError) {
    let place =
      switch room {
      case .dataset(let name): "\(folder)/datasets/\(name)"
      case .models: "\(folder)/models"
      case .results: "\(folder)/results"
      }
    do throws(SystemCode) {
      try Folders.checkWritable(place)
    } catch {
      throw .notWritable(folder: place, code: error)
    }
  }
}
