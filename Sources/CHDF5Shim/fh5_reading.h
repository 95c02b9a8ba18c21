#pragma once

#include "fh5_internal.h"

/// A file open for reading, in the reading process.
typedef struct {
  hid_t id;
} fh5_read_file;

fh5_read_file *fh5r_open(const char *path, fh5_problem *problem);
int fh5r_has(fh5_read_file *file, const char *path);
int fh5r_describe(fh5_read_file *file, const char *path, fh5_shape *shape, fh5_problem *problem);
/// Numbers of a dataset on their way out, part after part.
typedef struct {
  hid_t dataset;
  hid_t space;
  /// Type of a number in memory.
  hid_t type;
  size_t value_bytes;
  /// A list counts as one column.
  int rank;
  hsize_t rows;
  hsize_t columns;
  /// Rows and columns of a part, and where the next one begins.
  hsize_t part[2];
  hsize_t next[2];
  /// Rows and columns of a chunk and the bytes of its values, where chunks are read as they lie in
  /// the file; 0 bytes where the library reads them.
  hsize_t chunk[2];
  size_t chunk_bytes;
} fh5_numbers;

/// Opens the dataset at `path`, which must hold `count` numbers, for parts of at most `most` bytes.
int fh5r_begin_numbers(fh5_read_file *file, const char *path, hid_t type, size_t value_bytes,
                       size_t count, size_t most, fh5_numbers *numbers, fh5_problem *problem);
/// Reads the next part to `out`, of at most `most` bytes; bytes read, 0 on failure or at the end.
size_t fh5r_next_numbers(fh5_numbers *numbers, void *out, size_t most, fh5_problem *problem);
/// Rows and columns of a piece of at most `most` at `numbers->next`.
void fh5r_extent_of_next(const fh5_numbers *numbers, const hsize_t most[2], hsize_t count[2]);
/// Lets the library read a piece of `count` rows and columns at `numbers->next`.
int fh5r_read_next(fh5_numbers *numbers, const hsize_t count[2], void *out, fh5_problem *problem);
/// Goes past a piece of `count` rows and columns.
void fh5r_step(fh5_numbers *numbers, const hsize_t count[2]);

/// Finds out whether the chunks can be read as they lie in the file, a part having `most` bytes.
void fh5r_find_chunks(fh5_numbers *numbers, hid_t creation, size_t most);
/// As `fh5r_next_numbers`, whole chunks of the file at a time.
size_t fh5r_next_chunks(fh5_numbers *numbers, char *out, size_t most, fh5_problem *problem);
void fh5r_end_numbers(fh5_numbers *numbers);
int fh5r_read_texts(fh5_read_file *file, const char *path, char **out, size_t count, size_t most,
                    fh5_problem *problem);
int fh5r_get_text(fh5_read_file *file, const char *object, const char *name, char **out);
int fh5r_get_integer(fh5_read_file *file, const char *object, const char *name, int64_t *out);
int fh5r_get_double(fh5_read_file *file, const char *object, const char *name, double *out);
int fh5r_root_member(fh5_read_file *file, size_t index, char *out, size_t capacity);

/// What the reading process is asked for.
enum fh5_question {
  FH5_ASK_HAS = 1,
  FH5_ASK_SHAPE,
  FH5_ASK_DOUBLES,
  FH5_ASK_FLOATS,
  FH5_ASK_INTEGERS,
  FH5_ASK_TEXTS,
  FH5_ASK_TEXT,
  FH5_ASK_INTEGER,
  FH5_ASK_DOUBLE,
  FH5_ASK_MEMBER,
};

/// Numbers travel through memory that both processes have: one slot is read while the next is being
/// filled. Two of two megabytes stay in the caches.
enum { FH5_SLOTS = 2, FH5_SLOT_BYTES = 2 << 20 };

/// One question; an answer follows. After numbers were asked for, an answer for every part follows:
/// its bytes lie in the slots, in turn, and one byte back says that they have been taken.
typedef struct {
  int32_t question;
  int32_t unused;
  uint64_t count;
  uint64_t most;
  char object[128];
  char name[64];
} fh5_request;

/// One answer; `bytes` of payload follow.
typedef struct {
  int32_t good;
  int32_t unused;
  uint64_t bytes;
  int64_t integer;
  double real;
  fh5_shape shape;
  fh5_problem problem;
} fh5_answer;

/// Sends or receives all `count` bytes; 1 on success, 0 when the other side is gone.
int fh5_send(int socket, const void *bytes, size_t count);
int fh5_receive(int socket, void *bytes, size_t count);

/// Opens `path`, says whether that went well, and answers until the other side hangs up.
void fh5_serve(int socket, const char *path, char *slots);
