#pragma once

#include <hdf5.h>

#include "CHDF5Shim.h"

/// A file in memory, or the far end of the process that reads one.
struct fh5_file {
  /// Of the file being written; negative when reading.
  hid_t id;
  /// Socket to the reading process; negative when writing.
  int socket;
  int child;
};

/// Switches off HDF5's printing, plug-ins and exit handler, once.
void fh5_prepare(void);

/// Puts the innermost words of HDF5's error stack into `problem`; returns 0.
int fh5_failed(fh5_problem *problem, const char *doing);

/// A text type of any length in UTF-8, to be closed by the caller.
hid_t fh5_text_type(void);
