#include <stdlib.h>

#include "fh5_internal.h"

/// A file in memory grows by this much at a time.
static const size_t growth = 8 << 20;
/// Chunks hold about this many bytes: few enough to fit the default cache of every reader.
static const size_t chunk_bytes = 512 << 10;

fh5_file *fh5_create(fh5_problem *problem) {
  if (!fh5_prepare(problem)) return NULL;
  fh5_file *file = calloc(1, sizeof *file);
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  hid_t creation = H5Pcreate(H5P_FILE_CREATE);
  if (file) {
    file->socket = -1;
    file->child = -1;
  }
  int good = file && access >= 0 && creation >= 0;
  // Without a backing store no write can fail on a full disk inside the library.
  good = good && H5Pset_fapl_core(access, growth, 0) >= 0;
  good = good && H5Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_V18) >= 0;
  good = good && H5Pset_fclose_degree(access, H5F_CLOSE_STRONG) >= 0;
  good = good && H5Pset_obj_track_times(creation, 0) >= 0;
  if (good) {
    file->id = H5Fcreate("model", H5F_ACC_TRUNC, creation, access);
    good = file->id >= 0;
  }
  // Every further call of the library clears its error stack, so words are taken at once.
  if (!good) fh5_failed(problem, "no file in memory could be made");
  if (access >= 0) H5Pclose(access);
  if (creation >= 0) H5Pclose(creation);
  if (!good) {
    free(file);
    return NULL;
  }
  return file;
}

int fh5_make_group(fh5_file *file, const char *path, fh5_problem *problem) {
  hid_t creation = H5Pcreate(H5P_GROUP_CREATE);
  hid_t group = -1;
  if (creation >= 0 && H5Pset_obj_track_times(creation, 0) >= 0) {
    group = H5Gcreate2(file->id, path, H5P_DEFAULT, creation, H5P_DEFAULT);
  }
  int good = group >= 0 && H5Gclose(group) >= 0;
  if (!good) fh5_failed(problem, "no group could be made");
  if (creation >= 0) H5Pclose(creation);
  return good;
}

static int put(fh5_file *file, const char *object, const char *name, hid_t stored, hid_t memory,
               const void *value, fh5_problem *problem) {
  hid_t space = H5Screate(H5S_SCALAR);
  hid_t attribute = -1;
  int good = space >= 0;
  if (good) {
    attribute = H5Acreate_by_name(file->id, object, name, stored, space, H5P_DEFAULT, H5P_DEFAULT,
                                  H5P_DEFAULT);
    good = attribute >= 0 && H5Awrite(attribute, memory, value) >= 0;
  }
  if (!good) fh5_failed(problem, "an attribute could not be written");
  if (attribute >= 0 && H5Aclose(attribute) < 0 && good) {
    good = fh5_failed(problem, "an attribute could not be closed");
  }
  if (space >= 0) H5Sclose(space);
  return good;
}

int fh5_put_text(fh5_file *file, const char *object, const char *name, const char *utf8,
                 fh5_problem *problem) {
  hid_t type = fh5_text_type();
  if (type < 0) return fh5_failed(problem, "no text type could be made");
  int good = put(file, object, name, type, type, &utf8, problem);
  H5Tclose(type);
  return good;
}

int fh5_put_integer(fh5_file *file, const char *object, const char *name, int64_t value,
                    fh5_problem *problem) {
  return put(file, object, name, H5T_STD_I64LE, H5T_NATIVE_INT64, &value, problem);
}

int fh5_put_double(fh5_file *file, const char *object, const char *name, double value,
                   fh5_problem *problem) {
  return put(file, object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &value, problem);
}

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

static int chunked(hid_t creation, int rank, const hsize_t *extent, size_t value_bytes, int gzip) {
  hsize_t chunk[2];
  size_t columns = rank == 2 ? extent[1] : 1;
  size_t most = chunk_bytes / value_bytes;
  size_t wide = smaller(columns, most);
  chunk[0] = smaller(extent[0], most / wide);
  chunk[1] = wide;
  int good = H5Pset_chunk(creation, rank, chunk) >= 0;
  good = good && H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER) >= 0;
  if (gzip > 0) good = good && H5Pset_shuffle(creation) >= 0 && H5Pset_deflate(creation, gzip) >= 0;
  return good && H5Pset_fletcher32(creation) >= 0;
}

static int write_values(fh5_file *file, const char *path, hid_t stored, hid_t memory,
                        const void *values, size_t rows, size_t columns, int gzip,
                        fh5_problem *problem) {
  hsize_t extent[2] = {rows, columns};
  int rank = columns == 0 ? 1 : 2;
  hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  hid_t space = H5Screate_simple(rank, extent, NULL);
  hid_t dataset = -1;
  int good = creation >= 0 && space >= 0 && H5Pset_obj_track_times(creation, 0) >= 0;
  // A list of nothing has no chunks, and no sum can be made over texts of any length.
  int plain = rows == 0 || H5Tget_class(stored) == H5T_STRING;
  if (!plain) good = good && chunked(creation, rank, extent, H5Tget_size(stored), gzip);
  if (good) {
    dataset = H5Dcreate2(file->id, path, stored, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    good = dataset >= 0;
  }
  if (rows > 0) good = good && H5Dwrite(dataset, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
  if (!good) fh5_failed(problem, "a dataset could not be written");
  if (dataset >= 0 && H5Dclose(dataset) < 0 && good) {
    good = fh5_failed(problem, "a dataset could not be closed");
  }
  if (space >= 0) H5Sclose(space);
  if (creation >= 0) H5Pclose(creation);
  return good;
}

int fh5_write_doubles(fh5_file *file, const char *path, const double *values, size_t rows,
                      size_t columns, int gzip, fh5_problem *problem) {
  return write_values(file, path, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, values, rows, columns, gzip,
                      problem);
}

int fh5_write_floats(fh5_file *file, const char *path, const float *values, size_t rows,
                     size_t columns, int gzip, fh5_problem *problem) {
  return write_values(file, path, H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, values, rows, columns, gzip,
                      problem);
}

int fh5_write_integers(fh5_file *file, const char *path, const int32_t *values, size_t rows,
                       fh5_problem *problem) {
  return write_values(file, path, H5T_STD_I32LE, H5T_NATIVE_INT32, values, rows, 0, 0, problem);
}

int fh5_write_texts(fh5_file *file, const char *path, const char *const *utf8, size_t count,
                    fh5_problem *problem) {
  hid_t type = fh5_text_type();
  if (type < 0) return fh5_failed(problem, "no text type could be made");
  int good = write_values(file, path, type, type, utf8, count, 0, 0, problem);
  H5Tclose(type);
  return good;
}

size_t fh5_image_size(fh5_file *file, fh5_problem *problem) {
  ssize_t size = -1;
  if (H5Fflush(file->id, H5F_SCOPE_GLOBAL) >= 0) size = H5Fget_file_image(file->id, NULL, 0);
  if (size <= 0) {
    fh5_failed(problem, "the file in memory could not be finished");
    return 0;
  }
  return (size_t)size;
}

int fh5_image(fh5_file *file, void *out, size_t count, fh5_problem *problem) {
  if (H5Fget_file_image(file->id, out, count) != (ssize_t)count) {
    return fh5_failed(problem, "the file in memory could not be copied");
  }
  return 1;
}
