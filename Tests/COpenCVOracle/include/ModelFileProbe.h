#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Faces of one size and what is known of them, all row-major.
typedef struct {
  const uint8_t *pixels;
  size_t count;
  int width;
  int height;
} fcv_probe_faces;

/// Trains OpenCV's recogniser of that kind ("eigen", "fisher", "lbph") and lets OpenCV save it.
/// `name` becomes the text of label 1. Returns 1, or 0 with the words of the exception.
int fcv_probe_train(const char *kind, const char *path, fcv_probe_faces faces, const int *labels,
                    int components, double threshold, const char *name, char *problem,
                    size_t capacity);

/// Lets OpenCV load the file and predict every face; `label_text` gets the text of label 1.
int fcv_probe_predict(const char *kind, const char *path, fcv_probe_faces faces, int *labels,
                      double *distances, char *label_text, size_t text_capacity, char *problem,
                      size_t capacity);

#ifdef __cplusplus
}
#endif
