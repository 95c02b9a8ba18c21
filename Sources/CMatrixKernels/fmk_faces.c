// Faces as grey levels: around a mean, mixed, rebuilt.
#include "fmk_internal.h"

#include <string.h>

#pragma STDC FP_CONTRACT ON

/// Rebuilds `count` faces, a number the compiler knows, from rows of scores; `stride` doubles lie
/// between faces. Each sum is taken in an order of its own axes alone, whatever `count` is.
FMK_INLINE void faces_rebuild(
    const double *mean, const double *axes, size_t pixels, size_t axisCount,
    const double *scores, size_t count, double *faces, size_t stride) {
  const size_t whole = axisCount / 4 * 4;
  for (size_t i = 0; i < pixels; i++) {
    const double *weights = axes + i * axisCount;
    quad sums[4];
    for (size_t t = 0; t < count; t++) sums[t] = FMK_ALL(0.0);
    for (size_t j = 0; j < whole; j += 4)
      for (size_t t = 0; t < count; t++)
        sums[t] = FMK_LOAD(weights + j) * FMK_LOAD(scores + t * axisCount + j) + sums[t];
    for (size_t t = 0; t < count; t++) {
      double rest = 0;
      for (size_t j = whole; j < axisCount; j++)
        rest = weights[j] * scores[t * axisCount + j] + rest;
      faces[t * stride + i] = mean[i] + FMK_FOLDED(sums[t], rest);
    }
  }
}

/// fmk_face_residual of a stretch: a whole number, so that stretches add up without rounding.
FMK_INLINE double face_residual(
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

FMK_EVERY_PROCESSOR
void fmk_bytes_subtract(
    const uint8_t *source, const double *mean, size_t count, double *target) {
  for (size_t i = 0; i < count; i++) target[i] = (double)source[i] - mean[i];
}

FMK_EVERY_PROCESSOR
void fmk_face_rebuild(
    const double *mean, const double *axes, size_t pixels, size_t axisCount,
    const double *scores, double *face) {
  faces_rebuild(mean, axes, pixels, axisCount, scores, 1, face, pixels);
}

/// Faces that take a row of the axes at a time: their sums fill the registers.
enum { rebuilt_together = 4, rebuilt_stretch = 64 };

FMK_EVERY_PROCESSOR
void fmk_faces_residuals(
    const double *mean, const double *axes, size_t pixels, size_t axisCount,
    const double *scores, const uint8_t *faces, size_t faceCount, double *residuals) {
  memset(residuals, 0, faceCount * sizeof(double));
  double rebuilt[rebuilt_together * rebuilt_stretch];
  // A stretch of the axes stays in the cache while all faces pass by.
  for (size_t first = 0; first < pixels; first += rebuilt_stretch) {
    const size_t count = pixels - first < rebuilt_stretch ? pixels - first : rebuilt_stretch;
    const double *weights = axes + first * axisCount;
    size_t t = 0;
    for (; t + rebuilt_together <= faceCount; t += rebuilt_together) {
      faces_rebuild(mean + first, weights, count, axisCount, scores + t * axisCount,
                    rebuilt_together, rebuilt, rebuilt_stretch);
      for (size_t u = 0; u < rebuilt_together; u++)
        residuals[t + u] += face_residual(
            faces + (t + u) * pixels + first, rebuilt + u * rebuilt_stretch, count, NULL);
    }
    for (; t < faceCount; t++) {
      faces_rebuild(mean + first, weights, count, axisCount, scores + t * axisCount, 1, rebuilt,
                    rebuilt_stretch);
      residuals[t] += face_residual(faces + t * pixels + first, rebuilt, count, NULL);
    }
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
  return face_residual(face, rebuilt, pixels, rounded);
}
