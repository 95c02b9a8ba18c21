#pragma once

#include "fh5_internal.h"

/// A file open for reading, in the reading process.
typedef struct {
  hid_t id;
} fh5_read_file;

fh5_read_file *fh5r_open(const char *path, fh5_problem *problem);
int fh5r_has(fh5_read_file *file, const char *path);
int fh5r_describe(fh5_read_file *file, const char *path, fh5_shape *shape, fh5_problem *problem);
int fh5r_read_doubles(fh5_read_file *file, const char *path, double *out, size_t count,
                      fh5_problem *problem);
int fh5r_read_floats(fh5_read_file *file, const char *path, float *out, size_t count,
                     fh5_problem *problem);
int fh5r_read_integers(fh5_read_file *file, const char *path, int32_t *out, size_t count,
                       fh5_problem *problem);
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

/// One question; an answer follows.
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
void fh5_serve(int socket, const char *path);
