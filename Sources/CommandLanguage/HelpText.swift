/// Help made from declarations.
package enum HelpText {
  /// `model train NAME --on DATASET [--method eigen|fisher|lbph] …` on one line.
  package static func usageLine(_ declaration: Declaration) -> String {
    let parts = declaration.parameters.map { $0.isRequired ? $0.usage : "[\($0.usage)]" }
    return ([declaration.name] + parts).joined(separator: " ")
  }
}
