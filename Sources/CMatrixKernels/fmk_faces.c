// Faces as grey levels: around a mean, mixed, rebuilt.
#include "fmk_internal.h"

#pragma STDC FP_CONTRACT ON

FMK_EVERY_PROCESSOR
void fmk_bytes_subtract(
    const uint8_t *source, const double *mean, size_t count, double *target) {
  for (size_t i = 0; i < count; i++) target[i] = (double)source[i] - mean[i];
}

FMK_EVERY_PROCESSOR
void fmk_face_rebuild(
    const double *mean, const double *axes, size_t pixels, size_t axisCount,
    const double *scores, double *face) {
  const size_t whole = axisCount / 4 * 4;
  for (size_t i = 0; i < pixels; i++) {
    const double *weights = axes + i * axisCount;
    quad sum = FMK_ALL(0.0);
    for (size_t j = 0; j < whole; j += 4)
      sum = FMK_LOAD(weights + j) * FMK_LOAD(scores + j) + sum;
    double rest = 0;
    for (size_t j = whole; j < axisCount; j++) rest = weights[j] * scores[j] + rest;
    face[i] = mean[i] + FMK_FOLDED(sum, rest);
  }
}

FMK_EVERY_PROCESSOR
void fmk_bytes_mix(
    const uint8_t *const *faces, size_t faceCount, const double *weights, size_t pixels,
    double *target) {
  // A stretch of the target stays in the first cache while all faces pass by.
  enum { block = 1024 };
  for (size_t first = 0; first < pixels; first += block) {
    const size_t last = first + block < pixels ? first + block : pixels;
    for (size_t t = 0; t < faceCount; t++) {
      const uint8_t *face = faces[t];
      const double weight = weights[t];
      for (size_t i = first; i < last; i++) target[i] = weight * (double)face[i] + target[i];
    }
  }
}

FMK_EVERY_PROCESSOR
double fmk_face_residual(
    const uint8_t *face, const double *rebuilt, size_t pixels, uint8_t *rounded) {
  // Adding and taking away 1.5·2⁵² rounds to whole numbers, halves to even.
  const double shift = 6755399441055744.0;
  int64_t sum = 0;
  for (size_t i = 0; i < pixels; i++) {
    const double clipped = rebuilt[i] < 0 ? 0 : rebuilt[i] > 255 ? 255 : rebuilt[i];
    const double level = (clipped + shift) - shift;
    const int gap = (int)face[i] - (int)level;
    sum += gap * gap;
    if (rounded) rounded[i] = (uint8_t)level;
  }
  return (double)sum;
}
