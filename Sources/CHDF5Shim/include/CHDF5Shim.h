#pragma once

#include <stddef.h>
#include <stdint.h>

// HDF5 through plain functions: its types and properties are macros that Swift cannot import.
//
// The library keeps global state: callers hold one lock around every call.
//
// Writing happens in our process, on memory of our own. Reading happens in a child process that is
// made for one file: damaged and crafted files have crashed the library or kept it busy for ever,
// and then only the child is lost.

/// An HDF5 file being made in memory or open for reading.
typedef struct fh5_file fh5_file;

/// What went wrong, in HDF5's words.
typedef struct {
  char message[256];
} fh5_problem;

/// The version that this was built for, such as "1.10.8"; a library of another one is never loaded.
const char *fh5_version(void);

/// Fletcher's sum of `count` bytes, as HDF5 stores it behind a chunk.
uint32_t fh5_fletcher32(const void *values, size_t count);

// MARK: writing. Every function returns 1 on success and fills `problem` otherwise.

/// A file in memory that any HDF5 from 1.8 on can read; NULL on failure.
fh5_file *fh5_create(fh5_problem *problem);

int fh5_make_group(fh5_file *file, const char *path, fh5_problem *problem);
int fh5_put_text(fh5_file *file, const char *object, const char *name, const char *utf8,
                 fh5_problem *problem);
int fh5_put_integer(fh5_file *file, const char *object, const char *name, int64_t value,
                    fh5_problem *problem);
int fh5_put_double(fh5_file *file, const char *object, const char *name, double value,
                   fh5_problem *problem);

/// Writes a matrix in chunks with Fletcher32 sums; `columns` 0 makes a list of `rows`.
/// `gzip` 1 … 9 compresses (with byte shuffling), 0 does not.
int fh5_write_doubles(fh5_file *file, const char *path, const double *values, size_t rows,
                      size_t columns, int gzip, fh5_problem *problem);
int fh5_write_floats(fh5_file *file, const char *path, const float *values, size_t rows,
                     size_t columns, int gzip, fh5_problem *problem);
int fh5_write_integers(fh5_file *file, const char *path, const int32_t *values, size_t rows,
                       fh5_problem *problem);
int fh5_write_texts(fh5_file *file, const char *path, const char *const *utf8, size_t count,
                    fh5_problem *problem);

/// Bytes of the finished file, or 0 on failure.
size_t fh5_image_size(fh5_file *file, fh5_problem *problem);

/// Copies the finished file to `out`.
int fh5_image(fh5_file *file, void *out, size_t count, fh5_problem *problem);

// MARK: reading

/// Starts a child process that opens the file for reading only; NULL on failure.
///
/// The child has ten seconds of processor time, `memory` bytes beyond what we use, and can write
/// to no file. Plug-in filters are switched off. A child that dies fails every later call.
fh5_file *fh5_open(const char *path, size_t memory, fh5_problem *problem);

/// What kind of values a dataset holds.
enum { FH5_OTHER = 0, FH5_INTEGERS = 1, FH5_REALS = 2, FH5_TEXTS = 3 };

/// A dataset as its header tells it.
typedef struct {
  int kind;
  /// 0, 1 or 2.
  int rank;
  uint64_t extent[2];
  /// Bytes of one value in the file.
  size_t value_bytes;
  /// Bytes that the file really holds for it, before decompression.
  uint64_t stored_bytes;
  /// 1 when compressed.
  int compressed;
} fh5_shape;

/// Whether a hard link of that name is there.
int fh5_has(fh5_file *file, const char *path);

/// Tells the shape of a dataset; refuses values kept in other files and filters we do not write.
int fh5_describe(fh5_file *file, const char *path, fh5_shape *shape, fh5_problem *problem);

/// Read a whole dataset; `count` must be the number of values its shape tells.
int fh5_read_doubles(fh5_file *file, const char *path, double *out, size_t count,
                     fh5_problem *problem);
int fh5_read_floats(fh5_file *file, const char *path, float *out, size_t count,
                    fh5_problem *problem);
int fh5_read_integers(fh5_file *file, const char *path, int32_t *out, size_t count,
                      fh5_problem *problem);

/// Reads a list of texts; each is freed with `fh5_free_text`. `most` bounds the bytes of all.
int fh5_read_texts(fh5_file *file, const char *path, char **out, size_t count, size_t most,
                   fh5_problem *problem);

/// Read one attribute; return 1 when it is there and of that kind, 0 otherwise.
int fh5_get_text(fh5_file *file, const char *object, const char *name, char **out);
int fh5_get_integer(fh5_file *file, const char *object, const char *name, int64_t *out);
int fh5_get_double(fh5_file *file, const char *object, const char *name, double *out);

/// The name of the `index`-th member of the root; 0 when there are fewer.
int fh5_root_member(fh5_file *file, size_t index, char *out, size_t capacity);

void fh5_free_text(char *text);

/// Closes a file and everything opened in it; NULL is allowed.
void fh5_close(fh5_file *file);
