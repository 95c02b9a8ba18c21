// OpenCV's picture codecs, behind an exception barrier; linked by the helper only.
// Every function returns an fcc_status and writes words about a failure into `message`.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  FCC_OK = 0,
  /// The codec gave nothing; its words went to standard error.
  FCC_NOTHING = 1,
  /// The decoded picture is not as its header said.
  FCC_OTHER_SIZE = 2,
  /// Levels that are neither 8 nor 16 bits.
  FCC_DEPTH = 3,
  /// An exception; `message` has its words.
  FCC_FAILED = 4,
} fcc_status;

/// What was done on the way to grey levels.
typedef struct {
  int channels;
  int had_16_bits;
  int had_alpha;
} fcc_facts;

/// One thread, no log lines but those of the TIFF reader.
fcc_status fcc_start(char *message, size_t message_size);

/// Decodes a picture of its own, so that the lists of codecs are made: what OpenCV puts off until the
/// first picture takes longer than decoding a hundred faces.
fcc_status fcc_warm_up(char *message, size_t size);

/// Decodes a picture of `width`x`height` and writes its grey levels, turned by `orientation` (1...8),
/// to `out`, which has room for width*height. 16-bit levels are divided by 257 and rounded,
/// transparency is laid over white, colour becomes grey by BT.601 in 15-bit fixed point.
fcc_status fcc_decode_gray(const uint8_t *bytes, size_t count, int width, int height,
                           int orientation, uint8_t *out, fcc_facts *facts, char *message,
                           size_t message_size);

/// Writes a PNG of `pixels` (1 channel grey, 3 channels red, green, blue) to `out`.
fcc_status fcc_encode_png(const uint8_t *pixels, int width, int height, int channels, uint8_t *out,
                          size_t room, size_t *length, char *message, size_t message_size);

#ifdef __cplusplus
}
#endif
