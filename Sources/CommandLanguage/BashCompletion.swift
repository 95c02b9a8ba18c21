/// The script that makes bash complete a program's commands.
///
/// It asks the program itself, so that names of datasets and models are offered too and the script
/// never falls behind the declarations.
package enum BashCompletion {
  /// - Parameter program: name of the program; `program --complete-words WORD…` prints candidates
  ///   for the last word, one a line.
  package static func script(program: String) -> String {
    """
    # bash completion of \(program); install with:
    #   \(program) completion bash > ~/.local/share/bash-completion/completions/\(program)
    _\(program)() {
      local word
      COMPREPLY=()
      while IFS= read -r word; do
        COMPREPLY+=("$(printf '%q' "$word")")
      done < <("${COMP_WORDS[0]}" --complete-words "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
      # A folder or a list goes on: no blank after it.
      [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == */ ]] && compopt -o nospace
      return 0
    }
    complete -F _\(program) \(program)

    """
  }
}
