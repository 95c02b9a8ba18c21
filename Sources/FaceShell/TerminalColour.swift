import FaceReports

/// Decides for each stream whether it is coloured.
enum TerminalColour {
  /// The colours of `stream` under `choice`.
  ///
  /// `always` and `never` are taken at their word; `auto` colours terminals, and none where the
  /// environment says `TERM=dumb`, no TERM at all, or NO_COLOR (no-color.org).
  static func inks(_ choice: ColorChoice, on stream: StandardStream) -> Inks {
    Inks(
      areOn: isOn(choice, isTerminal: stream.isTerminal, environment: Machine.environment))
  }

  /// The decision itself.
  ///
  /// - Parameter environment: a variable that is set and not empty, else nil.
  static func isOn(
    _ choice: ColorChoice, isTerminal: Bool, environment: (String) -> String?
  ) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto:
      isTerminal && environment("NO_COLOR") == nil && (environment("TERM") ?? "dumb") != "dumb"
    }
  }
}
