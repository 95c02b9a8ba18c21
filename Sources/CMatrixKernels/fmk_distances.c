// Euclidean distances.
#include "fmk_internal.h"

#include <math.h>

#pragma STDC FP_CONTRACT ON

FMK_INLINE double rest_squared(const double *a, const double *b, size_t from, size_t length) {
  double rest = 0;
  for (size_t j = from; j < length; j++) {
    const double gap = a[j] - b[j];
    rest = gap * gap + rest;
  }
  return rest;
}

/// Roots of the sums of four pairs, each folded as FMK_FOLDED does, with what is left beyond `whole`.
FMK_INLINE void distances_store(
    const quad sum[4], const double *probe, const double *templates, size_t templateStride,
    size_t whole, size_t length, double *distances) {
  // Turned, so that a vector holds the first sum of every pair, and so on.
  const quad a = __builtin_shufflevector(sum[0], sum[1], 0, 4, 2, 6);
  const quad b = __builtin_shufflevector(sum[0], sum[1], 1, 5, 3, 7);
  const quad c = __builtin_shufflevector(sum[2], sum[3], 0, 4, 2, 6);
  const quad d = __builtin_shufflevector(sum[2], sum[3], 1, 5, 3, 7);
  const quad low = a + b, high = c + d;
  quad all = __builtin_shufflevector(low, high, 0, 1, 4, 5) +
             __builtin_shufflevector(low, high, 2, 3, 6, 7);
  if (whole < length) {
    quad rest;
    for (int t = 0; t < 4; t++)
      rest[t] = rest_squared(probe, templates + (size_t)t * templateStride, whole, length);
    all += rest;
  }
  FMK_STORE(distances, __builtin_elementwise_sqrt(all));
}

/// Distances of one or two rows to 4 × `fours` rows: eight sums, of which AVX's sixteen registers
/// leave room for the operands. Every pair sums in the same order, whatever else is in the block.
FMK_INLINE void distances_block(
    const double *probes, size_t probeStride, const double *templates, size_t templateStride,
    size_t length, double *distances, size_t stride, const int probeCount, const int fours) {
  const size_t whole = length / 4 * 4;
  quad sum[2][8];
  for (int p = 0; p < probeCount; p++)
    for (int t = 0; t < 4 * fours; t++) sum[p][t] = FMK_ALL(0.0);
  for (size_t j = 0; j < whole; j += 4) {
    quad probe[2];
    for (int p = 0; p < probeCount; p++) probe[p] = FMK_LOAD(probes + (size_t)p * probeStride + j);
    for (int t = 0; t < 4 * fours; t++) {
      const quad near = FMK_LOAD(templates + (size_t)t * templateStride + j);
      for (int p = 0; p < probeCount; p++) {
        const quad gap = probe[p] - near;
        sum[p][t] = gap * gap + sum[p][t];
      }
    }
  }
  for (int p = 0; p < probeCount; p++)
    for (int f = 0; f < fours; f++)
      distances_store(
          sum[p] + 4 * f, probes + (size_t)p * probeStride,
          templates + 4 * (size_t)f * templateStride, templateStride, whole, length,
          distances + (size_t)p * stride + 4 * f);
}

/// The distance of one pair, its sums in the same order as in a block.
FMK_INLINE double distance_single(const double *probe, const double *near, size_t length) {
  const size_t whole = length / 4 * 4;
  quad sum = FMK_ALL(0.0);
  for (size_t j = 0; j < whole; j += 4) {
    const quad gap = FMK_LOAD(probe + j) - FMK_LOAD(near + j);
    sum = gap * gap + sum;
  }
  return sqrt(FMK_FOLDED(sum, rest_squared(probe, near, whole, length)));
}

/// Distances to the templates from `first` on, which do not fill a block.
FMK_INLINE void distances_rest(
    const double *probes, size_t probeCount, size_t probeStride, const double *templates,
    size_t first, size_t templateCount, size_t templateStride, size_t length, double *distances,
    size_t stride) {
  for (size_t p = 0; p < probeCount; p++)
    for (size_t t = first; t < templateCount; t++)
      distances[p * stride + t] =
          distance_single(probes + p * probeStride, templates + t * templateStride, length);
}

FMK_EVERY_PROCESSOR
static void distances_narrow(
    const double *probes, size_t probeCount, size_t probeStride, const double *templates,
    size_t templateCount, size_t templateStride, size_t length, double *distances, size_t stride) {
  const size_t fours = templateCount / 4 * 4, eights = templateCount / 8 * 8;
  size_t p = 0;
  for (; p + 2 <= probeCount; p += 2)
    for (size_t t = 0; t < fours; t += 4)
      distances_block(
          probes + p * probeStride, probeStride, templates + t * templateStride, templateStride,
          length, distances + p * stride + t, stride, 2, 1);
  for (; p < probeCount; p++) {
    const double *probe = probes + p * probeStride;
    size_t t = 0;
    for (; t < eights; t += 8)
      distances_block(
          probe, probeStride, templates + t * templateStride, templateStride, length,
          distances + p * stride + t, stride, 1, 2);
    for (; t < fours; t += 4)
      distances_block(
          probe, probeStride, templates + t * templateStride, templateStride, length,
          distances + p * stride + t, stride, 1, 1);
  }
  distances_rest(
      probes, probeCount, probeStride, templates, fours, templateCount, templateStride, length,
      distances, stride);
}

#if defined(__x86_64__)
/// Probes of a wide block, and numbers of a probe for which there is room.
enum { fmk_wide_probes = 6, fmk_wide_length = 1024 };

/// Six probes against four templates: two probes share a register of 64 bytes, four numbers each, so
/// that a pair's sums are those of `distances_block`.
FMK_INLINE void distances_wide_block(
    const double *packed, const double *templates, size_t templateStride, size_t whole,
    oct sum[3][4]) {
  for (int p = 0; p < 3; p++)
    for (int t = 0; t < 4; t++) sum[p][t] = (oct){0, 0, 0, 0, 0, 0, 0, 0};
  for (size_t j = 0; j < whole; j += 4) {
    oct probe[3];
    for (size_t p = 0; p < 3; p++)
      probe[p] = *(const oct_loose *)(packed + (j * 3 + p * 4) * 2);
    for (int t = 0; t < 4; t++) {
      const quad four = FMK_LOAD(templates + (size_t)t * templateStride + j);
      const oct near = __builtin_shufflevector(four, four, 0, 1, 2, 3, 0, 1, 2, 3);
      for (int p = 0; p < 3; p++) {
        const oct gap = probe[p] - near;
        sum[p][t] = gap * gap + sum[p][t];
      }
    }
  }
}

FMK_WIDE
static void distances_wide(
    const double *probes, size_t probeCount, size_t probeStride, const double *templates,
    size_t templateCount, size_t templateStride, size_t length, double *distances, size_t stride) {
  double packed[fmk_wide_probes * fmk_wide_length];
  const size_t whole = length / 4 * 4;
  const size_t fours = templateCount / 4 * 4;
  size_t p = 0;
  for (; length <= fmk_wide_length && p + fmk_wide_probes <= probeCount; p += fmk_wide_probes) {
    for (size_t j = 0; j < whole; j += 4)
      for (size_t i = 0; i < fmk_wide_probes; i++)
        FMK_STORE(
            packed + (j * fmk_wide_probes + i * 4),
            FMK_LOAD(probes + (p + i) * probeStride + j));
    for (size_t t = 0; t < fours; t += 4) {
      const double *near = templates + t * templateStride;
      oct sum[3][4];
      distances_wide_block(packed, near, templateStride, whole, sum);
      for (int i = 0; i < fmk_wide_probes; i++) {
        quad own[4];
        for (int k = 0; k < 4; k++)
          own[k] = i % 2 == 0 ? __builtin_shufflevector(sum[i / 2][k], sum[i / 2][k], 0, 1, 2, 3)
                              : __builtin_shufflevector(sum[i / 2][k], sum[i / 2][k], 4, 5, 6, 7);
        const size_t row = p + (size_t)i;
        distances_store(
            own, probes + row * probeStride, near, templateStride, whole, length,
            distances + row * stride + t);
      }
    }
  }
  distances_rest(
      probes, p, probeStride, templates, fours, templateCount, templateStride, length,
      distances, stride);
  if (p < probeCount)
    distances_narrow(
        probes + p * probeStride, probeCount - p, probeStride, templates, templateCount,
        templateStride, length, distances + p * stride, stride);
}
#endif

void fmk_distances_euclidean(
    const double *probes, size_t probeCount, size_t probeStride, const double *templates,
    size_t templateCount, size_t templateStride, size_t length, double *distances, size_t stride) {
#if defined(__x86_64__)
  if (has_wide_registers())
    return distances_wide(
        probes, probeCount, probeStride, templates, templateCount, templateStride, length,
        distances, stride);
#endif
  distances_narrow(
      probes, probeCount, probeStride, templates, templateCount, templateStride, length, distances,
      stride);
}
