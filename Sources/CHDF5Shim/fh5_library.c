#define FH5_FILLS_TABLE
#include "fh5_library.h"

#include <dlfcn.h>
#include <stddef.h>

fh5_library fh5_hdf5;

/// The library of Debian 12, and the one that its headers belong to wherever they are installed.
static const char *const names[] = {"libhdf5_serial.so.103", "libhdf5_serial.so"};

static int found(void *handle) {
#define FH5_FIND(name) \
  if (!(*(void **)(&fh5_hdf5.name##_) = dlsym(handle, #name))) return 0;
  FH5_NAMES(FH5_FIND)
#undef FH5_FIND
  unsigned major = 0, minor = 0, release = 0;
  fh5_hdf5.H5get_libversion_(&major, &minor, &release);
  // Of another version HDF5 itself would end the program.
  return major == H5_VERS_MAJOR && minor == H5_VERS_MINOR && release == H5_VERS_RELEASE;
}

int fh5_load(void) {
  static int loaded = 0;
  for (size_t i = 0; !loaded && i < sizeof names / sizeof *names; ++i) {
    void *handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    loaded = handle && found(handle);
  }
  return loaded;
}
