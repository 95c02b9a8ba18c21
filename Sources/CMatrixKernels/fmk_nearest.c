// Products in single precision that tell which templates may be nearest.
#include "fmk_internal.h"

#include <math.h>

#pragma STDC FP_CONTRACT ON

/// Eight floats; unaligned in memory.
typedef float eight __attribute__((vector_size(32)));
typedef float eight_loose __attribute__((vector_size(32), aligned(4)));

#define FMK_EIGHT(address) (*(const eight_loose *)(address))

FMK_EVERY_PROCESSOR
void fmk_rows_round(
    const double *rows, size_t rowCount, size_t length, const double *centre, float *rounded,
    double *norms, double *errors) {
  for (size_t r = 0; r < rowCount; r++) {
    const double *row = rows + r * length;
    float *target = rounded + r * length;
    quad square = FMK_ALL(0.0), lost = FMK_ALL(0.0);
    const size_t whole = length / 4 * 4;
    for (size_t j = 0; j < whole; j += 4) {
      const quad gap = FMK_LOAD(row + j) - FMK_LOAD(centre + j);
      const quad_floats near = __builtin_convertvector(gap, quad_floats);
      const quad kept = __builtin_convertvector(near, quad);
      *(quad_floats *)(target + j) = near;
      square = kept * kept + square;
      lost = (gap - kept) * (gap - kept) + lost;
    }
    double squareRest = 0, lostRest = 0;
    for (size_t j = whole; j < length; j++) {
      const double gap = row[j] - centre[j];
      target[j] = (float)gap;
      const double kept = (double)target[j];
      squareRest = kept * kept + squareRest;
      lostRest = (gap - kept) * (gap - kept) + lostRest;
    }
    norms[r] = sqrt(FMK_FOLDED(square, squareRest));
    errors[r] = sqrt(FMK_FOLDED(lost, lostRest));
  }
}

void fmk_floats_interleave(const float *rows, size_t rowCount, size_t length, float *panels) {
  for (size_t first = 0; first < rowCount; first += FMK_NEAREST_LANES) {
    for (size_t j = 0; j < length; j++)
      for (size_t lane = 0; lane < FMK_NEAREST_LANES; lane++)
        *panels++ = first + lane < rowCount ? rows[(first + lane) * length + j] : 0;
  }
}

/// halves − products of six rows, or one, with a panel: twelve sums in AVX's sixteen registers.
FMK_INLINE void score_group(
    const float *rows, size_t length, const float *panel, const float *halves, float *scores,
    size_t stride, const int count) {
  eight sum[6][2];
  for (int r = 0; r < count; r++) sum[r][0] = sum[r][1] = (eight){0};
  for (size_t j = 0; j < length; j++) {
    const eight low = FMK_EIGHT(panel + j * FMK_NEAREST_LANES);
    const eight high = FMK_EIGHT(panel + j * FMK_NEAREST_LANES + 8);
    for (int r = 0; r < count; r++) {
      const float value = rows[(size_t)r * length + j];
      const eight x = {value, value, value, value, value, value, value, value};
      sum[r][0] = x * low + sum[r][0];
      sum[r][1] = x * high + sum[r][1];
    }
  }
  for (int r = 0; r < count; r++) {
    float *target = scores + (size_t)r * stride;
    *(eight_loose *)target = FMK_EIGHT(halves) - sum[r][0];
    *(eight_loose *)(target + 8) = FMK_EIGHT(halves + 8) - sum[r][1];
  }
}

FMK_EVERY_PROCESSOR
void fmk_floats_score(
    const float *rows, size_t rowCount, size_t length, const float *panels, const float *halves,
    size_t panelCount, float *scores) {
  const size_t stride = panelCount * FMK_NEAREST_LANES;
  for (size_t first = 0; first < stride; first += FMK_NEAREST_LANES) {
    const float *panel = panels + first * length;
    size_t r = 0;
    for (; r + 6 <= rowCount; r += 6)
      score_group(
          rows + r * length, length, panel, halves + first, scores + r * stride + first, stride,
          6);
    for (; r < rowCount; r++)
      score_group(
          rows + r * length, length, panel, halves + first, scores + r * stride + first, stride,
          1);
  }
}

FMK_EVERY_PROCESSOR
float fmk_floats_least(const float *scores, size_t panelCount) {
  eight low = FMK_EIGHT(scores), high = FMK_EIGHT(scores + 8);
  for (size_t i = 1; i < panelCount; i++) {
    low = __builtin_elementwise_min(low, FMK_EIGHT(scores + i * FMK_NEAREST_LANES));
    high = __builtin_elementwise_min(high, FMK_EIGHT(scores + i * FMK_NEAREST_LANES + 8));
  }
  low = __builtin_elementwise_min(low, high);
  float least = low[0];
  for (int i = 1; i < 8; i++) least = low[i] < least ? low[i] : least;
  return least;
}

FMK_EVERY_PROCESSOR
size_t fmk_floats_within(
    const float *scores, size_t panelCount, float limit, size_t room, int32_t *positions) {
  size_t found = 0;
  for (size_t first = 0; first < panelCount * FMK_NEAREST_LANES; first += FMK_NEAREST_LANES) {
    int any = 0;
    for (size_t i = 0; i < FMK_NEAREST_LANES; i++) any |= scores[first + i] <= limit;
    if (!any) continue;
    for (size_t i = first; i < first + FMK_NEAREST_LANES; i++) {
      if (!(scores[i] <= limit)) continue;
      if (found < room) positions[found] = (int32_t)i;
      found++;
    }
  }
  return found;
}
