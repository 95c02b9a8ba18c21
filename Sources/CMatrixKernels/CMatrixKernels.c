#include "CMatrixKernels.h"

#include <float.h>
#include <math.h>
#include <string.h>

#pragma STDC FP_CONTRACT ON

#if defined(__x86_64__)
#define FMK_EVERY_PROCESSOR __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define FMK_EVERY_PROCESSOR
#endif
#define FMK_INLINE static inline __attribute__((always_inline))

/// Four and eight doubles; unaligned in memory.
typedef double quad __attribute__((vector_size(32)));
typedef double quad_loose __attribute__((vector_size(32), aligned(8)));
typedef double oct __attribute__((vector_size(64)));
typedef double oct_loose __attribute__((vector_size(64), aligned(8)));
typedef float quad_floats __attribute__((vector_size(16), aligned(4)));

#define FMK_LOAD(address) (*(const quad_loose *)(address))
#define FMK_STORE(address, value) (*(quad_loose *)(address) = (value))
#define FMK_ALL(x) ((quad){(x), (x), (x), (x)})

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

FMK_EVERY_PROCESSOR
void fmk_bytes_subtract(
    const uint8_t *source, const double *mean, size_t count, double *target) {
  for (size_t i = 0; i < count; i++) target[i] = (double)source[i] - mean[i];
}

/// Adds `length` values of `count` rows, at most six, to their sums on 4 × `vectors` columns of the
/// weights, two vectors at most.
///
/// Twelve sums, two weights and one value leave one of AVX's sixteen registers free; with three
/// vectors of four rows, compilers send one sum through memory at every step.
FMK_INLINE void multiply_rows(
    const double *const row[], size_t length, const double *weights, size_t columns,
    double *const sums[], const int count, const int vectors) {
  quad sum[6][2];
  for (int r = 0; r < count; r++)
    for (int v = 0; v < vectors; v++) sum[r][v] = FMK_LOAD(sums[r] + 4 * v);
  for (size_t p = 0; p < length; p++) {
    quad weight[2];
    for (int v = 0; v < vectors; v++) weight[v] = FMK_LOAD(weights + p * columns + 4 * v);
    for (int r = 0; r < count; r++) {
      const quad x = FMK_ALL(row[r][p]);
      for (int v = 0; v < vectors; v++) sum[r][v] = x * weight[v] + sum[r][v];
    }
  }
  for (int r = 0; r < count; r++)
    for (int v = 0; v < vectors; v++) FMK_STORE(sums[r] + 4 * v, sum[r][v]);
}

/// As multiply_rows for four rows on 8 × `vectors` columns, on processors with registers of 64 bytes.
///
/// Every column has a sum of its own, so the width of a register changes no bit of it.
FMK_INLINE void multiply_4_rows_wide(
    const double *const row[4], size_t length, const double *weights, size_t columns,
    double *const sums[4], const int vectors) {
  oct sum[4][3];
  for (int r = 0; r < 4; r++)
    for (int v = 0; v < vectors; v++) sum[r][v] = *(const oct_loose *)(sums[r] + 8 * v);
  for (size_t p = 0; p < length; p++) {
    oct weight[3];
    for (int v = 0; v < vectors; v++)
      weight[v] = *(const oct_loose *)(weights + p * columns + 8 * v);
    for (int r = 0; r < 4; r++) {
      const double value = row[r][p];
      const oct x = {value, value, value, value, value, value, value, value};
      for (int v = 0; v < vectors; v++) sum[r][v] = x * weight[v] + sum[r][v];
    }
  }
  for (int r = 0; r < 4; r++)
    for (int v = 0; v < vectors; v++) *(oct_loose *)(sums[r] + 8 * v) = sum[r][v];
}

/// As multiply_rows for one row and `wanted` columns: the same sums in the same order.
FMK_INLINE void multiply_1_row(
    const double *row, size_t length, const double *weights, size_t columns, size_t wanted,
    double *sums) {
  for (size_t p = 0; p < length; p++) {
    const double x = row[p];
    const double *weight = weights + p * columns;
    const quad all = FMK_ALL(x);
    size_t j = 0;
    for (; j + 4 <= wanted; j += 4)
      FMK_STORE(sums + j, all * FMK_LOAD(weight + j) + FMK_LOAD(sums + j));
    for (; j < wanted; j++) sums[j] = x * weight[j] + sums[j];
  }
}

/// Values of a stretch: 84 of a block of columns and 84 of 36 rows stay in the first cache. Rows go by
/// six, or by four on processors with registers of 64 bytes.
enum { fmk_stretch = 84, fmk_rows = 36, fmk_most_columns = 24 };

/// Adds a stretch of `rows` (`stride` apart) times a stretch of the weights to the sums.
///
/// A block of columns is copied together first: rows of many columns lie so far apart that few of
/// them find room in the first cache.
FMK_INLINE void multiply_stretch(
    const double *rows, size_t rowCount, size_t stride, size_t length, const double *weights,
    size_t columns, double *sums, const int wide) {
  if (rowCount < 4) {
    // Nothing to share: one face must not wait for copies.
    for (size_t r = 0; r < rowCount; r++)
      multiply_1_row(rows + r * stride, length, weights, columns, columns, sums + r * columns);
    return;
  }
  _Alignas(64) double packed[fmk_stretch * fmk_most_columns];
  size_t column = 0;
  while (column + 4 <= columns) {
    const size_t left = columns - column;
    const size_t step = wide && left >= 8 ? 8 : 4;
    const size_t most = step == 8 ? 3 : 2;
    const size_t vectors = left / step < most ? left / step : most;
    const size_t width = vectors * step;
    for (size_t p = 0; p < length; p++)
      for (size_t v = 0; v < width; v += 4)
        FMK_STORE(packed + p * width + v, FMK_LOAD(weights + p * columns + column + v));
    for (size_t r = 0; r < rowCount;) {
      const size_t most_rows = step == 8 ? 4 : 6;
      const size_t group = rowCount - r < most_rows ? 1 : most_rows;
      const double *row[6];
      double *sum[6];
      for (size_t i = 0; i < group; i++) {
        row[i] = rows + (r + i) * stride;
        sum[i] = sums + (r + i) * columns + column;
      }
      if (group == 4 && vectors == 3)
        multiply_4_rows_wide(row, length, packed, 24, sum, 3);
      else if (group == 4 && vectors == 2)
        multiply_4_rows_wide(row, length, packed, 16, sum, 2);
      else if (group == 4)
        multiply_4_rows_wide(row, length, packed, 8, sum, 1);
      else if (group == 6 && vectors == 2)
        multiply_rows(row, length, packed, 8, sum, 6, 2);
      else if (group == 6)
        multiply_rows(row, length, packed, 4, sum, 6, 1);
      else
        multiply_1_row(row[0], length, packed, width, width, sum[0]);
      r += group;
    }
    column += width;
  }
  if (column < columns)
    for (size_t r = 0; r < rowCount; r++)
      multiply_1_row(
          rows + r * stride, length, weights + column, columns, columns - column,
          sums + r * columns + column);
}

FMK_INLINE void rows_multiply(
    const double *rows, size_t rowCount, size_t length, const double *weights, size_t columns,
    double *sums, const int wide) {
  memset(sums, 0, rowCount * columns * sizeof(double));
  for (size_t first = 0; first < length; first += fmk_stretch) {
    const size_t part = length - first < fmk_stretch ? length - first : fmk_stretch;
    multiply_stretch(
        rows + first, rowCount, length, part, weights + first * columns, columns, sums, wide);
  }
}

FMK_INLINE void faces_project(
    const uint8_t *faces, size_t faceCount, size_t pixels, const double *mean,
    const double *axes, size_t axisCount, double *scores, const int wide) {
  _Alignas(64) double centred[fmk_rows * fmk_stretch];
  memset(scores, 0, faceCount * axisCount * sizeof(double));
  for (size_t face = 0; face < faceCount; face += fmk_rows) {
    const size_t rows = faceCount - face < fmk_rows ? faceCount - face : fmk_rows;
    for (size_t first = 0; first < pixels; first += fmk_stretch) {
      const size_t part = pixels - first < fmk_stretch ? pixels - first : fmk_stretch;
      for (size_t r = 0; r < rows; r++)
        for (size_t p = 0; p < part; p++)
          centred[r * fmk_stretch + p] =
              (double)faces[(face + r) * pixels + first + p] - mean[first + p];
      multiply_stretch(
          centred, rows, fmk_stretch, part, axes + first * axisCount, axisCount,
          scores + face * axisCount, wide);
    }
  }
}

FMK_EVERY_PROCESSOR
static void rows_multiply_narrow(
    const double *rows, size_t rowCount, size_t length, const double *weights, size_t columns,
    double *sums) {
  rows_multiply(rows, rowCount, length, weights, columns, sums, 0);
}

FMK_EVERY_PROCESSOR
static void faces_project_narrow(
    const uint8_t *faces, size_t faceCount, size_t pixels, const double *mean,
    const double *axes, size_t axisCount, double *scores) {
  faces_project(faces, faceCount, pixels, mean, axes, axisCount, scores, 0);
}

#if defined(__x86_64__)
/// Compilers halve such registers unless told, because early processors slowed down for them.
#define FMK_WIDE __attribute__((target("arch=x86-64-v4"), min_vector_width(512)))

FMK_WIDE
static void rows_multiply_wide(
    const double *rows, size_t rowCount, size_t length, const double *weights, size_t columns,
    double *sums) {
  rows_multiply(rows, rowCount, length, weights, columns, sums, 1);
}

FMK_WIDE
static void faces_project_wide(
    const uint8_t *faces, size_t faceCount, size_t pixels, const double *mean,
    const double *axes, size_t axisCount, double *scores) {
  faces_project(faces, faceCount, pixels, mean, axes, axisCount, scores, 1);
}

static int has_wide_registers(void) {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512cd");
}
#endif

void fmk_rows_multiply(
    const double *rows, size_t rowCount, size_t length, const double *weights, size_t columns,
    double *sums) {
#if defined(__x86_64__)
  if (has_wide_registers())
    return rows_multiply_wide(rows, rowCount, length, weights, columns, sums);
#endif
  rows_multiply_narrow(rows, rowCount, length, weights, columns, sums);
}

void fmk_faces_project(
    const uint8_t *faces, size_t faceCount, size_t pixels, const double *mean,
    const double *axes, size_t axisCount, double *scores) {
#if defined(__x86_64__)
  if (has_wide_registers())
    return faces_project_wide(faces, faceCount, pixels, mean, axes, axisCount, scores);
#endif
  faces_project_narrow(faces, faceCount, pixels, mean, axes, axisCount, scores);
}

/// The sum of four partial sums and the rest, always in this order.
/// A macro, because passing wide vectors by value changes the calling convention.
#define FMK_FOLDED(sum, rest) ((((sum)[0] + (sum)[1]) + ((sum)[2] + (sum)[3])) + (rest))

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
