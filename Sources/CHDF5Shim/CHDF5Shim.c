#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fh5_internal.h"

#define FH5_TEXT(x) #x
#define FH5_NUMBER(x) FH5_TEXT(x)
#define FH5_VERSION \
  FH5_NUMBER(H5_VERS_MAJOR) "." FH5_NUMBER(H5_VERS_MINOR) "." FH5_NUMBER(H5_VERS_RELEASE)

int fh5_prepare(fh5_problem *problem) {
  static int prepared = 0;
  // The error stack, and whether it prints itself, belongs to the thread.
  if (prepared) {
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    return 1;
  }
  if (!fh5_load()) {
    if (problem) {
      snprintf(problem->message, sizeof problem->message, "HDF5 " FH5_VERSION " is not installed");
    }
    return 0;
  }
  prepared = 1;
  // We close every file; HDF5's own clean-up at exit has crashed after failed writes.
  H5dont_atexit();
  H5open();
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  // A file must not make the library look for filters in shared objects.
  H5PLset_loading_state(0);
  return 1;
}

const char *fh5_version(void) { return FH5_VERSION; }

static herr_t innermost(unsigned number, const H5E_error2_t *error, void *out) {
  fh5_problem *problem = out;
  (void)number;
  if (error->desc && error->desc[0]) {
    size_t used = strlen(problem->message);
    size_t room = sizeof problem->message - used;
    // The first entries are the innermost; two of them tell what happened.
    if (number < 2) snprintf(problem->message + used, room, "; %s", error->desc);
  }
  return 0;
}

int fh5_failed(fh5_problem *problem, const char *doing) {
  if (problem) {
    snprintf(problem->message, sizeof problem->message, "%s", doing);
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, innermost, problem);
  }
  H5Eclear2(H5E_DEFAULT);
  return 0;
}

hid_t fh5_text_type(void) {
  hid_t type = H5Tcopy(H5T_C_S1);
  if (type >= 0 && (H5Tset_size(type, H5T_VARIABLE) < 0 || H5Tset_cset(type, H5T_CSET_UTF8) < 0)) {
    H5Tclose(type);
    return -1;
  }
  return type;
}
