// Local binary patterns and their histograms.
#include "fmk_internal.h"

#include <float.h>
#include <math.h>

#pragma STDC FP_CONTRACT ON

FMK_EVERY_PROCESSOR
void fmk_patterns_add(
    const float *centre, const float *const corners[4], const float weights[4], size_t columns,
    size_t rows, size_t stride, int32_t bit, int32_t *codes) {
#pragma STDC FP_CONTRACT OFF
  const float w0 = weights[0], w1 = weights[1], w2 = weights[2], w3 = weights[3];
  for (size_t row = 0; row < rows; row++) {
    const float *c0 = corners[0] + row * stride, *c1 = corners[1] + row * stride;
    const float *c2 = corners[2] + row * stride, *c3 = corners[3] + row * stride;
    const float *middle = centre + row * stride;
    int32_t *target = codes + row * columns;
    for (size_t i = 0; i < columns; i++) {
      const float level = ((w0 * c0[i] + w1 * c1[i]) + w2 * c2[i]) + w3 * c3[i];
      const int brighter = level > middle[i] || fabsf(level - middle[i]) < FLT_EPSILON;
      target[i] |= brighter ? bit : 0;
    }
  }
}

void fmk_histograms_interleave(
    const float *const *histograms, size_t count, size_t bins, float *interleaved) {
  if (count == FMK_HISTOGRAM_LANES) {
    const float *h0 = histograms[0], *h1 = histograms[1], *h2 = histograms[2];
    const float *h3 = histograms[3], *h4 = histograms[4], *h5 = histograms[5];
    const float *h6 = histograms[6], *h7 = histograms[7];
    for (size_t bin = 0; bin < bins; bin++) {
      float *to = interleaved + bin * FMK_HISTOGRAM_LANES;
      *(quad_floats *)to = (quad_floats){h0[bin], h1[bin], h2[bin], h3[bin]};
      *(quad_floats *)(to + 4) = (quad_floats){h4[bin], h5[bin], h6[bin], h7[bin]};
    }
    return;
  }
  for (size_t bin = 0; bin < bins; bin++)
    for (size_t lane = 0; lane < FMK_HISTOGRAM_LANES; lane++)
      interleaved[bin * FMK_HISTOGRAM_LANES + lane] = lane < count ? histograms[lane][bin] : 0;
}

FMK_EVERY_PROCESSOR
void fmk_distances_chi_square(
    const float *probe, const float *interleaved, size_t bins, double *distances) {
  quad low = FMK_ALL(0.0), high = FMK_ALL(0.0);
  for (size_t bin = 0; bin < bins; bin++) {
    const float share = probe[bin];
    const quad_floats b0 = *(const quad_floats *)(interleaved + bin * FMK_HISTOGRAM_LANES);
    const quad_floats b1 = *(const quad_floats *)(interleaved + bin * FMK_HISTOGRAM_LANES + 4);
    if (share == 0) {
      // (0−b)²/(0+b) is b, and exactly so: the square of a float is exact as a double.
      low += __builtin_convertvector(b0, quad);
      high += __builtin_convertvector(b1, quad);
    } else {
      // Differences and sums are floats, as in compareHist; a + b > 0 because a > 0.
      const quad_floats a = {share, share, share, share};
      const quad gap0 = __builtin_convertvector(a - b0, quad);
      const quad gap1 = __builtin_convertvector(a - b1, quad);
      low += gap0 * gap0 / __builtin_convertvector(a + b0, quad);
      high += gap1 * gap1 / __builtin_convertvector(a + b1, quad);
    }
  }
  for (int lane = 0; lane < 4; lane++) {
    distances[lane] = 2 * low[lane];
    distances[lane + 4] = 2 * high[lane];
  }
}
