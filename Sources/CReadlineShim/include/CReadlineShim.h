// GNU readline and the signals of a prompt, behind one C file: readline keeps its state in globals
// that Swift must not see. Everything here is called on one thread, the one that owns the prompt.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- Line editor -----------------------------------------------------------------------------

/// Candidates for one completion, filled by the completer.
typedef struct frl_matches frl_matches;

/// Adds a candidate that replaces the word under the cursor; the text is copied.
void frl_matches_add(frl_matches *matches, const char *text);
/// Whether a blank (and a closing quote) follows when one candidate is left; true at first.
void frl_matches_set_finished(frl_matches *matches, bool finished);

/// Offers candidates for the word at `start` ..< `end` of `line`, in bytes; `quote` is the open
/// quote before the word, or 0.
typedef void (*frl_completer)(
    void *context, const char *line, int start, int end, int quote, frl_matches *matches);

/// Sets LC_CTYPE only, reads inputrc, and makes readline leave signals and the environment alone.
/// Its output goes to standard output, or to standard error with `on_stderr`.
void frl_editor_prepare(bool on_stderr, frl_completer completer, void *context);

/// What the editor holds after a key.
typedef enum frl_state { FRL_EDITING = 0, FRL_LINE = 1, FRL_END = 2 } frl_state;

/// Shows the prompt, after telling readline the size of the terminal.
void frl_editor_begin(const char *prompt);
/// Reads one key from standard input, which must be readable.
frl_state frl_editor_read_key(void);
/// The finished line, which the caller frees with `free`; NULL when there is none.
char *frl_editor_take_line(void);
/// Drops what was typed and shows a fresh prompt, as after Ctrl-C.
void frl_editor_discard(void);
/// Takes the changed size of the terminal over.
void frl_editor_resize(void);
/// Gives the terminal back; safe to call at any time.
void frl_editor_end(void);
/// Gives the terminal back, stops the process until it is continued, and shows the line again.
void frl_editor_suspend(void);

void frl_history_add(const char *line);
/// Keeps the last `count` lines.
void frl_history_limit(int count);
/// `8.2`: the version of the library in use.
const char *frl_version(void);

// --- Signals ---------------------------------------------------------------------------------

/// Signals that are turned into counts and one readable descriptor.
typedef enum frl_signal {
  FRL_INTERRUPT = 0,
  FRL_TERMINATE = 1,
  FRL_HANGUP = 2,
  FRL_RESIZE = 3,
  FRL_SUSPEND = 4
} frl_signal;

/// Installs the handlers, ignores SIGPIPE (writes then fail with EPIPE), and returns an event
/// descriptor that becomes readable after each signal; −1 with errno on failure.
int frl_signals_install(bool with_suspend);
/// How often the signal came since it was asked last.
int frl_signals_take(frl_signal signal);

// --- Small system calls that Swift cannot import ----------------------------------------------

/// Columns of the terminal behind a descriptor; 0 where there is none.
int frl_terminal_columns(int descriptor);
/// Processors this process may run on; 1 where the system does not say.
int frl_processors(void);

#ifdef __cplusplus
}
#endif
