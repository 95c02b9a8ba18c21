#pragma once

#include "CHDF5Shim.h"
#include "fh5_library.h"

/// A file in memory, or the far end of the process that reads one.
struct fh5_file {
  /// Of the file being written; negative when reading.
  hid_t id;
  /// Socket to the reading process; negative when writing.
  int socket;
  int child;
  /// Slots that the reading process fills with numbers; NULL when writing.
  char *slots;
};

/// Loads HDF5 and switches off its printing, plug-ins and exit handler, once.
///
/// Returns 1, or 0 with words in `problem` (which may be NULL) where the library is absent.
int fh5_prepare(fh5_problem *problem);

/// Puts the innermost words of HDF5's error stack into `problem`; returns 0.
int fh5_failed(fh5_problem *problem, const char *doing);

/// A text type of any length in UTF-8, to be closed by the caller.
hid_t fh5_text_type(void);
