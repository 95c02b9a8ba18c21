// OpenCV's filters and cascades, loaded by the first call. Pixels are borrowed for one call.
// Every function returns 0, or 1 with words about the failure in `message`.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A grey picture: width*height levels without padding.
typedef struct {
  const uint8_t *levels;
  int width;
  int height;
} fcv_picture;

typedef struct {
  int x, y, width, height;
} fcv_box;

/// The version of OpenCV that this was built for, such as "4.6.0"; known without loading it.
const char *fcv_version(void);

/// 0 where the library around OpenCV is loaded; else words about where it was looked for.
int fcv_available(char *message, size_t size);

/// One OpenCV thread (with more, raw boxes come in another order each time) and no log lines.
void fcv_start(void);

/// `averaging`: mean over the covered area; else bilinear.
int fcv_resize(fcv_picture from, int averaging, uint8_t *to, int width, int height, char *message,
               size_t message_size);

int fcv_equalize(fcv_picture from, uint8_t *to, char *message, size_t message_size);

int fcv_clahe(fcv_picture from, double clip_limit, int tiles, uint8_t *to, char *message,
              size_t message_size);

/// Gaussian blur of doubles; kernel radius ceil(3 sigma), borders mirrored without the edge.
int fcv_blur(const double *from, int width, int height, double sigma, double *to, char *message,
             size_t message_size);

/// Samples `from` at matrix*(x, y, 1) for every pixel of `to`, bilinear, the border repeated.
int fcv_warp(fcv_picture from, const double matrix[6], uint8_t *to, int width, int height,
             char *message, size_t message_size);

/// Variance of the 3x3 Laplacian.
int fcv_sharpness(fcv_picture from, double *variance, char *message, size_t message_size);

/// Writes ASCII `text` into red, green, blue levels: white with a black rim, its first letter at x or as
/// far left as it must be to fit, capitals `capital` pixels high above `baseline`.
int fcv_write(uint8_t *levels, int width, int height, const char *text, int x, int baseline,
              int capital, char *message, size_t message_size);

typedef struct fcv_cascade fcv_cascade;

/// Reads a cascade from the XML text at `text`; NULL with a message when it is none.
fcv_cascade *fcv_cascade_read(const char *text, size_t count, char *message, size_t message_size);
void fcv_cascade_free(fcv_cascade *cascade);
void fcv_cascade_window(const fcv_cascade *cascade, int *width, int *height);

/// Every raw hit, not grouped and not clipped to the picture; free `*boxes` with fcv_boxes_free.
/// `max_size` 0 for no limit.
int fcv_cascade_search(fcv_cascade *cascade, fcv_picture picture, double scale, int min_size,
                       int max_size, fcv_box **boxes, size_t *count, char *message,
                       size_t message_size);

/// OpenCV's own grouped search; for tests that compare ours with it.
int fcv_cascade_plain_search(fcv_cascade *cascade, fcv_picture picture, double scale,
                             int neighbors, int min_size, int max_size, fcv_box **boxes,
                             size_t *count, char *message, size_t message_size);
void fcv_boxes_free(fcv_box *boxes);

#ifdef __cplusplus
}
#endif
