#define _GNU_SOURCE
#include "CReadlineShim.h"

#include <errno.h>
#include <locale.h>
#include <langinfo.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

// --- Line editor -----------------------------------------------------------------------------

struct frl_matches {
  char **texts;
  size_t count;
  size_t capacity;
  size_t next;
  bool finished;
};

static frl_completer editor_completer;
static void *editor_context;
static bool editor_installed;
static frl_state editor_state;
static char *editor_line;
static struct frl_matches matches;

void frl_matches_add(frl_matches *into, const char *text) {
  if (into->count == into->capacity) {
    size_t capacity = into->capacity == 0 ? 32 : into->capacity * 2;
    char **texts = realloc(into->texts, capacity * sizeof *texts);
    if (texts == NULL) return;
    into->texts = texts;
    into->capacity = capacity;
  }
  char *copy = strdup(text);
  if (copy != NULL) into->texts[into->count++] = copy;
}

void frl_matches_set_finished(frl_matches *into, bool finished) { into->finished = finished; }

// readline frees what this returns, so each text is handed over once.
static char *next_match(const char *text, int state) {
  (void)text;
  (void)state;
  if (matches.next >= matches.count) return NULL;
  char *match = matches.texts[matches.next];
  matches.texts[matches.next++] = NULL;
  return match;
}

static char **complete(const char *text, int start, int end) {
  for (size_t i = 0; i < matches.count; i++) free(matches.texts[i]);
  matches.count = 0;
  matches.next = 0;
  matches.finished = true;
  editor_completer(
      editor_context, rl_line_buffer, start, end, rl_completion_quote_character, &matches);
  // Never fall back to readline's own list of files.
  rl_attempted_completion_over = 1;
  rl_completion_append_character = matches.finished ? ' ' : '\0';
  rl_completion_suppress_quote = matches.finished ? 0 : 1;
  return matches.count == 0 ? NULL : rl_completion_matches(text, next_match);
}

// A blank after a backslash does not end a word.
static int is_escaped(char *line, int index) {
  int backslashes = 0;
  while (index > backslashes && line[index - 1 - backslashes] == '\\') backslashes++;
  return backslashes % 2;
}

static void take_line(char *line) {
  // Removing the handler here, inside the callback, restores the terminal before the command runs.
  rl_callback_handler_remove();
  editor_installed = false;
  editor_line = line;
  editor_state = line == NULL ? FRL_END : FRL_LINE;
}

// Names are UTF-8 whatever the locale says. readline takes its locale from the environment anew for
// every line (8.2), and in the C locale it would count bytes and print octal; so the environment has
// to say it. LC_CTYPE is the only category set.
static void set_utf8_locale(void) {
  setlocale(LC_CTYPE, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return;
  setenv("LC_ALL", "C.UTF-8", 1);
  setlocale(LC_CTYPE, "");
}

void frl_editor_prepare(bool on_stderr, frl_completer completer, void *context) {
  editor_completer = completer;
  editor_context = context;
  rl_readline_name = "facebench";
  rl_instream = stdin;
  rl_outstream = on_stderr ? stderr : stdout;
  rl_catch_signals = 0;
  rl_catch_sigwinch = 0;
  rl_change_environment = 0;
  rl_attempted_completion_function = complete;
  rl_basic_word_break_characters = " \t\n";
  rl_completer_word_break_characters = " \t\n";
  rl_completer_quote_characters = "'\"";
  rl_char_is_quoted_p = is_escaped;
  rl_sort_completion_matches = 1;
  rl_ignore_completion_duplicates = 1;
  set_utf8_locale();
  rl_initialize();
  const char *terminal = getenv("TERM");
  if (terminal == NULL || *terminal == '\0' || strcmp(terminal, "dumb") == 0) {
    rl_variable_bind("enable-bracketed-paste", "off");
  }
}

void frl_editor_begin(const char *prompt) {
  editor_state = FRL_EDITING;
  rl_reset_screen_size();
  rl_callback_handler_install(prompt, take_line);
  editor_installed = true;
}

frl_state frl_editor_read_key(void) {
  if (editor_installed) rl_callback_read_char();
  return editor_state;
}

char *frl_editor_take_line(void) {
  char *line = editor_line;
  editor_line = NULL;
  return line;
}

void frl_editor_discard(void) {
  if (!editor_installed) return;
  rl_free_line_state();
  rl_callback_sigcleanup();
  rl_echo_signal_char(SIGINT);
  rl_crlf();
  rl_replace_line("", 0);
  rl_on_new_line();
  rl_redisplay();
}

void frl_editor_resize(void) {
  if (editor_installed) rl_resize_terminal();
}

void frl_editor_end(void) {
  if (!editor_installed) return;
  rl_callback_handler_remove();
  editor_installed = false;
}

void frl_editor_suspend(void) {
  if (editor_installed && rl_deprep_term_function != NULL) rl_deprep_term_function();
  kill(getpid(), SIGSTOP);
  if (editor_installed) {
    if (rl_prep_term_function != NULL) rl_prep_term_function(1);
    rl_reset_screen_size();
    rl_on_new_line();
    rl_forced_update_display();
  }
}

void frl_history_add(const char *line) { add_history(line); }

void frl_history_limit(int count) { stifle_history(count); }

const char *frl_version(void) { return rl_library_version; }

// --- Signals ---------------------------------------------------------------------------------

static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP};
enum { KINDS = sizeof numbers / sizeof numbers[0] };
static int counts[KINDS];
static int event = -1;

static void note_signal(int number) {
  int saved = errno;
  for (int kind = 0; kind < KINDS; kind++) {
    if (numbers[kind] == number) __atomic_add_fetch(&counts[kind], 1, __ATOMIC_RELAXED);
  }
  eventfd_write(event, 1);
  errno = saved;
}

int frl_signals_install(bool with_suspend) {
  if (event < 0) event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (event < 0) return -1;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_handler = note_signal;
  action.sa_flags = SA_RESTART;
  for (int kind = 0; kind < KINDS; kind++) {
    if (numbers[kind] == SIGTSTP && !with_suspend) continue;
    struct sigaction old;
    // Whoever started us with hang-ups ignored (nohup) wants them ignored.
    if (sigaction(numbers[kind], NULL, &old) == 0 && old.sa_handler == SIG_IGN) continue;
    if (sigaction(numbers[kind], &action, NULL) != 0) return -1;
  }
  signal(SIGPIPE, SIG_IGN);
  // A file over the limit of `ulimit -f` is then an error of its write, not the end of us.
  signal(SIGXFSZ, SIG_IGN);
  // A parent may have started us from a thread with everything blocked.
  sigset_t ours;
  sigemptyset(&ours);
  for (int kind = 0; kind < KINDS; kind++) sigaddset(&ours, numbers[kind]);
  sigprocmask(SIG_UNBLOCK, &ours, NULL);
  return event;
}

int frl_signals_take(frl_signal kind) {
  return __atomic_exchange_n(&counts[kind], 0, __ATOMIC_RELAXED);
}

// --- Small system calls that Swift cannot import ----------------------------------------------

int frl_terminal_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int frl_processors(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return CPU_COUNT(&set);
}
