// Bytes made numbers, and sums of their products.
#include "fmk_internal.h"

FMK_EVERY_PROCESSOR
void fmk_bytes_centre(const uint8_t *source, size_t count, float *target) {
  for (size_t i = 0; i < count; i++) target[i] = (float)((int)source[i] - 128);
}

FMK_EVERY_PROCESSOR
void fmk_floats_add(const float *source, size_t count, double *target) {
  for (size_t i = 0; i < count; i++) target[i] += (double)source[i];
}

FMK_EVERY_PROCESSOR
void fmk_ints_add(const int32_t *source, size_t count, double *target) {
  for (size_t i = 0; i < count; i++) target[i] += (double)source[i];
}

void fmk_bytes_sign(const uint8_t *source, size_t count, int8_t *target) {
  for (size_t i = 0; i < count; i++) target[i] = (int8_t)((int)source[i] - 128);
}
