#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How the numbers of a matrix are set in a model file.
typedef struct {
  /// 1: numbers are parted by a comma and a space, 0: by a space.
  int commas;
  /// 1: whole doubles are written `5.0` (JSON), 0: `5.` (YAML and XML).
  int zero_after_point;
  /// Numbers on a line, at least 1.
  size_t per_line;
  /// Spaces before the first number of each further line.
  size_t indent;
  /// Place of the first number in its matrix, a multiple of `per_line`.
  size_t first;
  /// Numbers of the whole matrix: the last one has no comma.
  size_t total;
} fmt_layout;

/// Longest text of one double, float or integer, separator excluded.
enum { FMT_LONGEST_NUMBER = 27 };

/// Why numbers could not be read.
enum {
  FMT_OK = 0,
  FMT_NOT_A_NUMBER = 1,
  FMT_NOT_FINITE = 2,
  FMT_OUT_OF_RANGE = 3,
  FMT_TOO_MANY = 4,
  FMT_NO_SEPARATOR = 5,
};

/// Writes shortest digits that read back to the same value (C++17 to_chars); returns bytes written.
///
/// `capacity` must be count * (FMT_LONGEST_NUMBER + 2) + (count / per_line + 1) * (indent + 1).
size_t fmt_write_doubles(const double *values, size_t count, const fmt_layout *layout, char *out,
                         size_t capacity);
size_t fmt_write_floats(const float *values, size_t count, const fmt_layout *layout, char *out,
                        size_t capacity);
size_t fmt_write_integers(const int32_t *values, size_t count, const fmt_layout *layout, char *out,
                          size_t capacity);

/// How many numbers `text` holds, by its separators alone: an upper bound until they are read.
size_t fmt_count_numbers(const char *text, size_t length, int commas);

/// Reads numbers, at most `capacity`; `*count` tells how many, `*stopped` where reading ended.
int fmt_read_doubles(const char *text, size_t length, int commas, double *out, size_t capacity,
                     size_t *count, size_t *stopped);
int fmt_read_floats(const char *text, size_t length, int commas, float *out, size_t capacity,
                    size_t *count, size_t *stopped);
int fmt_read_integers(const char *text, size_t length, int commas, int32_t *out, size_t capacity,
                      size_t *count, size_t *stopped);

/// A running gzip compression or decompression of zlib.
typedef struct fmt_gzip fmt_gzip;

/// How far a gzip stream is after a step.
enum { FMT_GZIP_MORE = 0, FMT_GZIP_END = 1, FMT_GZIP_DAMAGED = 2, FMT_GZIP_NO_MEMORY = 3 };

/// A compressor at `level` 1 … 9 whose output holds no clock value; NULL when memory is out.
fmt_gzip *fmt_gzip_compressor(int level);

/// A decompressor; NULL when memory is out.
fmt_gzip *fmt_gzip_decompressor(void);

/// Makes one step; adds to `*consumed` and `*produced`. `finish`: no more input follows.
int fmt_gzip_step(fmt_gzip *stream, const uint8_t *in, size_t in_count, int finish, uint8_t *out,
                  size_t out_count, size_t *consumed, size_t *produced);

/// Begins the next member of a file of several.
int fmt_gzip_next_member(fmt_gzip *stream);

/// Frees a stream; NULL is allowed.
void fmt_gzip_free(fmt_gzip *stream);

#ifdef __cplusplus
}
#endif
