// Everything in this file runs in the reading process (see fh5_client.c), never in ours.

#include <stdlib.h>
#include <string.h>

#include "fh5_reading.h"

fh5_read_file *fh5r_open(const char *path, fh5_problem *problem) {
  if (!fh5_prepare(problem)) return NULL;
  fh5_read_file *file = calloc(1, sizeof *file);
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  int good = file && access >= 0;
  good = good && H5Pset_fapl_sec2(access) >= 0;
  good = good && H5Pset_fclose_degree(access, H5F_CLOSE_STRONG) >= 0;
  // Files are replaced, never changed in place, so a reader needs no lock; on network disks that
  // offer none, asking for one would fail.
  good = good && H5Pset_file_locking(access, 0, 1) >= 0;
  if (good) {
    file->id = H5Fopen(path, H5F_ACC_RDONLY, access);
    good = file->id >= 0;
  }
  if (!good) fh5_failed(problem, "it could not be opened");
  if (access >= 0) H5Pclose(access);
  if (!good) {
    free(file);
    return NULL;
  }
  return file;
}

int fh5r_has(fh5_read_file *file, const char *path) {
  // Every part must be a hard link: soft and external ones lead elsewhere.
  char part[256];
  size_t length = strlen(path);
  if (length >= sizeof part) return 0;
  for (size_t i = 1; i <= length; ++i) {
    if (i < length && path[i] != '/') continue;
    memcpy(part, path, i);
    part[i] = 0;
    H5L_info_t link;
    if (H5Lexists(file->id, part, H5P_DEFAULT) <= 0 ||
        H5Lget_info(file->id, part, &link, H5P_DEFAULT) < 0 || link.type != H5L_TYPE_HARD) {
      H5Eclear2(H5E_DEFAULT);
      return 0;
    }
  }
  return 1;
}

static int known_filters(hid_t creation, int *compressed) {
  int count = H5Pget_nfilters(creation);
  if (count < 0) return 0;
  for (int i = 0; i < count; ++i) {
    unsigned flags, configuration, values[8];
    size_t value_count = 8;
    H5Z_filter_t filter = H5Pget_filter2(creation, (unsigned)i, &flags, &value_count, values, 0,
                                         NULL, &configuration);
    if (filter == H5Z_FILTER_DEFLATE) {
      *compressed = 1;
    } else if (filter != H5Z_FILTER_FLETCHER32 && filter != H5Z_FILTER_SHUFFLE) {
      return 0;
    }
  }
  return 1;
}

static int kind_of(hid_t type, size_t *value_bytes) {
  *value_bytes = H5Tget_size(type);
  switch (H5Tget_class(type)) {
    case H5T_INTEGER:
      return *value_bytes <= 8 ? FH5_INTEGERS : FH5_OTHER;
    case H5T_FLOAT:
      return *value_bytes <= 8 ? FH5_REALS : FH5_OTHER;
    case H5T_STRING:
      return H5Tis_variable_str(type) > 0 ? FH5_TEXTS : FH5_OTHER;
    default:
      return FH5_OTHER;
  }
}

int fh5r_describe(fh5_read_file *file, const char *path, fh5_shape *shape, fh5_problem *problem) {
  memset(shape, 0, sizeof *shape);
  H5O_info_t object;
  if (!fh5r_has(file, path) || H5Oget_info_by_name(file->id, path, &object, H5P_DEFAULT) < 0 ||
      object.type != H5O_TYPE_DATASET) {
    return fh5_failed(problem, "it is not a dataset");
  }
  hid_t dataset = H5Dopen2(file->id, path, H5P_DEFAULT);
  if (dataset < 0) return fh5_failed(problem, "the dataset could not be opened");
  hid_t type = H5Dget_type(dataset);
  hid_t space = H5Dget_space(dataset);
  hid_t creation = H5Dget_create_plist(dataset);
  const char *wrong = NULL;
  if (type < 0 || space < 0 || creation < 0) {
    wrong = "the dataset's header is damaged";
  } else {
    hsize_t extent[2] = {0, 0};
    shape->rank = H5Sget_simple_extent_ndims(space);
    if (shape->rank < 0 || shape->rank > 2) {
      wrong = "the dataset has more than two dimensions";
    } else if (shape->rank > 0 && H5Sget_simple_extent_dims(space, extent, NULL) < 0) {
      wrong = "the dataset's extent is damaged";
    } else if (H5Pget_layout(creation) == H5D_VIRTUAL || H5Pget_external_count(creation) != 0) {
      wrong = "the dataset keeps its values in other files";
    } else if (!known_filters(creation, &shape->compressed)) {
      wrong = "the dataset is packed in a way that is not read here";
    } else {
      shape->extent[0] = extent[0];
      shape->extent[1] = extent[1];
      shape->kind = kind_of(type, &shape->value_bytes);
      shape->stored_bytes = H5Dget_storage_size(dataset);
    }
  }
  if (creation >= 0) H5Pclose(creation);
  if (space >= 0) H5Sclose(space);
  if (type >= 0) H5Tclose(type);
  H5Dclose(dataset);
  return wrong ? fh5_failed(problem, wrong) : 1;
}

/// Rows and columns of a part of at most `most` bytes: whole rows of chunks where they fit.
///
/// Returns the bytes of a row of chunks where parts cut through chunks, else 0.
static size_t cut(fh5_numbers *numbers, hid_t creation, size_t most) {
  const hsize_t fits = most / numbers->value_bytes;
  const int wide = numbers->columns > fits;
  hsize_t chunk[2] = {1, 1};
  if (H5Pget_layout(creation) == H5D_CHUNKED) H5Pget_chunk(creation, 2, chunk);
  numbers->part[0] = wide ? 1 : fits / (numbers->columns > 0 ? numbers->columns : 1);
  numbers->part[1] = wide ? fits : numbers->columns;
  if (numbers->part[0] >= chunk[0] && chunk[0] > 0) {
    numbers->part[0] -= numbers->part[0] % chunk[0];
    return 0;
  }
  const hsize_t across = chunk[1] > 0 ? (numbers->columns + chunk[1] - 1) / chunk[1] : 0;
  return chunk[0] * across * chunk[1] * numbers->value_bytes;
}

/// Most bytes of chunks that are kept unpacked until the parts have passed through them.
static const size_t most_cached = 64 << 20;

/// Opens the dataset again so that a row of chunks of `bytes` is unpacked once, not for every part.
static void keep_chunks(fh5_read_file *file, const char *path, size_t bytes, fh5_numbers *numbers) {
  hid_t access = H5Pcreate(H5P_DATASET_ACCESS);
  if (access >= 0 && bytes <= most_cached && H5Pset_chunk_cache(access, 12421, bytes, 1.0) >= 0) {
    hid_t again = H5Dopen2(file->id, path, access);
    if (again >= 0) {
      H5Dclose(numbers->dataset);
      numbers->dataset = again;
    }
  }
  if (access >= 0) H5Pclose(access);
}

int fh5r_begin_numbers(fh5_read_file *file, const char *path, hid_t type, size_t value_bytes,
                       size_t count, size_t most, fh5_numbers *numbers, fh5_problem *problem) {
  memset(numbers, 0, sizeof *numbers);
  numbers->type = type;
  numbers->value_bytes = value_bytes;
  numbers->dataset = H5Dopen2(file->id, path, H5P_DEFAULT);
  numbers->space = numbers->dataset < 0 ? -1 : H5Dget_space(numbers->dataset);
  hid_t creation = numbers->dataset < 0 ? -1 : H5Dget_create_plist(numbers->dataset);
  hsize_t extent[2] = {1, 1};
  hssize_t there = numbers->space < 0 ? -1 : H5Sget_simple_extent_npoints(numbers->space);
  numbers->rank = numbers->space < 0 ? -1 : H5Sget_simple_extent_ndims(numbers->space);
  int good = there >= 0 && (size_t)there == count && creation >= 0 && numbers->rank >= 0 &&
             numbers->rank <= 2;
  if (good && numbers->rank > 0) {
    good = H5Sget_simple_extent_dims(numbers->space, extent, NULL) >= 0;
  }
  if (good) {
    numbers->rows = extent[0];
    numbers->columns = extent[1];
    size_t bytes = cut(numbers, creation, most);
    // The library keeps a megabyte by itself.
    if (bytes > 1 << 20) keep_chunks(file, path, bytes, numbers);
    fh5r_find_chunks(numbers, creation, most);
  } else {
    fh5_failed(problem, "the values could not be read");
  }
  if (creation >= 0) H5Pclose(creation);
  return good;
}

static hsize_t smaller(hsize_t a, hsize_t b) { return a < b ? a : b; }

void fh5r_extent_of_next(const fh5_numbers *numbers, const hsize_t most[2], hsize_t count[2]) {
  count[0] = smaller(most[0], numbers->rows - numbers->next[0]);
  count[1] = smaller(most[1], numbers->columns - numbers->next[1]);
}

int fh5r_read_next(fh5_numbers *numbers, const hsize_t count[2], void *out, fh5_problem *problem) {
  hid_t memory = H5Screate_simple(2, count, NULL);
  int good = memory >= 0;
  if (good && numbers->rank > 0) {
    good = H5Sselect_hyperslab(numbers->space, H5S_SELECT_SET, numbers->next, NULL, count, NULL) >= 0;
  }
  good = good && H5Dread(numbers->dataset, numbers->type, memory, numbers->space, H5P_DEFAULT,
                         out) >= 0;
  // The next call clears what the library says.
  if (!good) fh5_failed(problem, "the values could not be read");
  if (memory >= 0) H5Sclose(memory);
  return good;
}

void fh5r_step(fh5_numbers *numbers, const hsize_t count[2]) {
  numbers->next[1] += count[1];
  if (numbers->next[1] >= numbers->columns) {
    numbers->next[1] = 0;
    numbers->next[0] += count[0];
  }
}

size_t fh5r_next_numbers(fh5_numbers *numbers, void *out, size_t most, fh5_problem *problem) {
  if (numbers->columns == 0 || numbers->next[0] >= numbers->rows) return 0;
  if (numbers->chunk_bytes > 0) return fh5r_next_chunks(numbers, out, most, problem);
  hsize_t count[2];
  fh5r_extent_of_next(numbers, numbers->part, count);
  if (!fh5r_read_next(numbers, count, out, problem)) return 0;
  fh5r_step(numbers, count);
  return count[0] * count[1] * numbers->value_bytes;
}

void fh5r_end_numbers(fh5_numbers *numbers) {
  if (numbers->space >= 0) H5Sclose(numbers->space);
  if (numbers->dataset >= 0) H5Dclose(numbers->dataset);
}

int fh5r_read_texts(fh5_read_file *file, const char *path, char **out, size_t count, size_t most,
                   fh5_problem *problem) {
  memset(out, 0, count * sizeof *out);
  if (count == 0) return 1;
  hid_t dataset = H5Dopen2(file->id, path, H5P_DEFAULT);
  if (dataset < 0) return fh5_failed(problem, "the dataset could not be opened");
  hid_t space = H5Dget_space(dataset);
  hid_t type = H5Dget_type(dataset);
  hid_t memory = type < 0 ? -1 : H5Tcopy(type);
  hsize_t needed = 0;
  int good = space >= 0 && memory >= 0 && H5Sget_simple_extent_npoints(space) == (hssize_t)count;
  good = good && H5Dvlen_get_buf_size(dataset, memory, space, &needed) >= 0 && needed <= most;
  good = good && H5Dread(dataset, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, out) >= 0;
  if (!good) fh5_failed(problem, "the texts could not be read");
  if (memory >= 0) H5Tclose(memory);
  if (type >= 0) H5Tclose(type);
  if (space >= 0) H5Sclose(space);
  H5Dclose(dataset);
  return good;
}

/// Opens a scalar attribute of a hard-linked object; its type comes with it.
static hid_t opened(fh5_read_file *file, const char *object, const char *name, hid_t *type) {
  if (strcmp(object, "/") != 0 && !fh5r_has(file, object)) return -1;
  hid_t attribute = -1;
  if (H5Aexists_by_name(file->id, object, name, H5P_DEFAULT) > 0) {
    attribute = H5Aopen_by_name(file->id, object, name, H5P_DEFAULT, H5P_DEFAULT);
  }
  if (attribute >= 0) {
    hid_t space = H5Aget_space(attribute);
    *type = H5Aget_type(attribute);
    int good = space >= 0 && *type >= 0 && H5Sget_simple_extent_npoints(space) == 1;
    if (space >= 0) H5Sclose(space);
    if (good) return attribute;
    if (*type >= 0) H5Tclose(*type);
    H5Aclose(attribute);
  }
  H5Eclear2(H5E_DEFAULT);
  return -1;
}

static int closed(hid_t attribute, hid_t type, int good) {
  H5Tclose(type);
  H5Aclose(attribute);
  H5Eclear2(H5E_DEFAULT);
  return good;
}

int fh5r_get_text(fh5_read_file *file, const char *object, const char *name, char **out) {
  hid_t type;
  hid_t attribute = opened(file, object, name, &type);
  if (attribute < 0) return 0;
  int good = 0;
  *out = NULL;
  if (H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) > 0) {
    good = H5Aread(attribute, type, out) >= 0 && *out;
  } else if (H5Tget_class(type) == H5T_STRING && H5Tget_size(type) < 65536) {
    // Other programs write texts of fixed length.
    size_t size = H5Tget_size(type);
    *out = H5allocate_memory(size + 1, 1);
    good = *out && H5Aread(attribute, type, *out) >= 0;
    if (!good) {
      H5free_memory(*out);
      *out = NULL;
    }
  }
  return closed(attribute, type, good);
}

int fh5r_get_integer(fh5_read_file *file, const char *object, const char *name, int64_t *out) {
  hid_t type;
  hid_t attribute = opened(file, object, name, &type);
  if (attribute < 0) return 0;
  int good = H5Tget_class(type) == H5T_INTEGER && H5Aread(attribute, H5T_NATIVE_INT64, out) >= 0;
  return closed(attribute, type, good);
}

int fh5r_get_double(fh5_read_file *file, const char *object, const char *name, double *out) {
  hid_t type;
  hid_t attribute = opened(file, object, name, &type);
  if (attribute < 0) return 0;
  H5T_class_t kind = H5Tget_class(type);
  int good = (kind == H5T_FLOAT || kind == H5T_INTEGER) &&
             H5Aread(attribute, H5T_NATIVE_DOUBLE, out) >= 0;
  return closed(attribute, type, good);
}

int fh5r_root_member(fh5_read_file *file, size_t index, char *out, size_t capacity) {
  ssize_t length = H5Lget_name_by_idx(file->id, "/", H5_INDEX_NAME, H5_ITER_INC, index, out,
                                      capacity, H5P_DEFAULT);
  H5Eclear2(H5E_DEFAULT);
  return length > 0;
}
