// Products of rows with a few columns, and faces on axes.
#include "fmk_internal.h"

#include <string.h>

#pragma STDC FP_CONTRACT ON

/// Most columns and rows that a group of sums has, with registers of 64 bytes and without.
///
/// Twelve sums, two weights and one value leave one of AVX's sixteen registers free; with three
/// vectors of four rows, compilers send one sum through memory at every step.
#define FMK_PANEL(wide) ((wide) ? (size_t)24 : (size_t)8)
#define FMK_GROUP(wide) ((wide) ? (size_t)4 : (size_t)6)
#define FMK_LANES(wide) ((wide) ? (size_t)8 : (size_t)4)

/// Values of a stretch: that much of a panel fills half of the first cache, and as much of all rows
/// of faces stays in the second. Rows read where they lie are fetched ahead better in longer ones.
#define FMK_STRETCH(wide) ((wide) ? (size_t)84 : (size_t)248)
#define FMK_ROWS_STRETCH(wide) ((wide) ? (size_t)84 : (size_t)496)
enum { fmk_rows = 72, fmk_longest_stretch = 248, fmk_most_sums = 4 * 24 };

/// Adds `length` values of `count` rows, `stride` apart, to their sums on 4 × `vectors` columns of a
/// panel, two vectors at most.
FMK_INLINE void multiply_group(
    const double *rows, size_t stride, size_t length, const double *panel, double *sums,
    size_t sumStride, const int count, const int vectors) {
  quad sum[6][2];
  for (int r = 0; r < count; r++)
    for (int v = 0; v < vectors; v++) sum[r][v] = FMK_LOAD(sums + (size_t)r * sumStride + 4 * v);
  for (size_t p = 0; p < length; p++) {
    quad weight[2];
    for (int v = 0; v < vectors; v++)
      weight[v] = FMK_LOAD(panel + (p * (size_t)vectors + (size_t)v) * 4);
    for (int r = 0; r < count; r++) {
      const quad x = FMK_ALL(rows[(size_t)r * stride + p]);
      for (int v = 0; v < vectors; v++) sum[r][v] = x * weight[v] + sum[r][v];
    }
  }
  for (int r = 0; r < count; r++)
    for (int v = 0; v < vectors; v++) FMK_STORE(sums + (size_t)r * sumStride + 4 * v, sum[r][v]);
}

/// As multiply_group on 8 × `vectors` columns, three vectors at most, on processors with registers of
/// 64 bytes.
///
/// Every column has a sum of its own, so the width of a register changes no bit of it.
FMK_INLINE void multiply_group_wide(
    const double *rows, size_t stride, size_t length, const double *panel, double *sums,
    size_t sumStride, const int count, const int vectors) {
  oct sum[4][3];
  for (int r = 0; r < count; r++)
    for (int v = 0; v < vectors; v++)
      sum[r][v] = *(const oct_loose *)(sums + (size_t)r * sumStride + 8 * v);
  for (size_t p = 0; p < length; p++) {
    oct weight[3];
    for (int v = 0; v < vectors; v++)
      weight[v] = *(const oct_loose *)(panel + (p * (size_t)vectors + (size_t)v) * 8);
    for (int r = 0; r < count; r++) {
      const double value = rows[(size_t)r * stride + p];
      const oct x = {value, value, value, value, value, value, value, value};
      for (int v = 0; v < vectors; v++) sum[r][v] = x * weight[v] + sum[r][v];
    }
  }
  for (int r = 0; r < count; r++)
    for (int v = 0; v < vectors; v++)
      *(oct_loose *)(sums + (size_t)r * sumStride + 8 * v) = sum[r][v];
}

/// Adds a stretch of all rows times a stretch of a panel to the sums in its `columns` columns.
FMK_INLINE void multiply_panel(
    const double *rows, size_t rowCount, size_t stride, size_t length, const double *panel,
    size_t columns, double *sums, size_t sumStride, const int wide, const int vectors) {
  const size_t width = (size_t)vectors * FMK_LANES(wide);
  const int whole = columns == width;
  size_t count;
  for (size_t r = 0; r < rowCount; r += count) {
    count = rowCount - r < FMK_GROUP(wide) ? 1 : FMK_GROUP(wide);
    // The last columns do not fill their vectors: the sums of what is not there go nowhere.
    _Alignas(64) double padded[fmk_most_sums] = {0};
    double *own = sums + r * sumStride;
    double *target = whole ? own : padded;
    const size_t targetStride = whole ? sumStride : width;
    if (!whole)
      for (size_t i = 0; i < count; i++)
        memcpy(padded + i * width, own + i * sumStride, columns * sizeof(double));
    const double *group = rows + r * stride;
    if (wide && count > 1)
      multiply_group_wide(group, stride, length, panel, target, targetStride, 4, vectors);
    else if (wide)
      multiply_group_wide(group, stride, length, panel, target, targetStride, 1, vectors);
    else if (count > 1)
      multiply_group(group, stride, length, panel, target, targetStride, 6, vectors);
    else
      multiply_group(group, stride, length, panel, target, targetStride, 1, vectors);
    if (!whole)
      for (size_t i = 0; i < count; i++)
        memcpy(own + i * sumStride, padded + i * width, columns * sizeof(double));
  }
}

/// Adds a stretch of `rows`, `stride` apart, times the stretch of the panels that begins at `first` to
/// the sums.
FMK_INLINE void multiply_stretch(
    const double *rows, size_t rowCount, size_t stride, size_t first, size_t part, size_t length,
    const double *panels, size_t columns, double *sums, const int wide) {
  for (size_t column = 0; column < columns; column += FMK_PANEL(wide)) {
    const size_t left = columns - column;
    const size_t own = left < FMK_PANEL(wide) ? left : FMK_PANEL(wide);
    const size_t vectors = (own + FMK_LANES(wide) - 1) / FMK_LANES(wide);
    const double *panel = panels + column * length + first * vectors * FMK_LANES(wide);
    double *target = sums + column;
    if (vectors == 1)
      multiply_panel(rows, rowCount, stride, part, panel, own, target, columns, wide, 1);
    else if (vectors == 2)
      multiply_panel(rows, rowCount, stride, part, panel, own, target, columns, wide, 2);
    else if (wide)
      multiply_panel(rows, rowCount, stride, part, panel, own, target, columns, wide, 3);
  }
}

FMK_INLINE void rows_multiply(
    const double *rows, size_t rowCount, size_t length, const double *panels, size_t columns,
    double *sums, const int wide) {
  memset(sums, 0, rowCount * columns * sizeof(double));
  for (size_t first = 0; first < length; first += FMK_ROWS_STRETCH(wide)) {
    const size_t left = length - first;
    const size_t part = left < FMK_ROWS_STRETCH(wide) ? left : FMK_ROWS_STRETCH(wide);
    multiply_stretch(
        rows + first, rowCount, length, first, part, length, panels, columns, sums, wide);
  }
}

FMK_INLINE void faces_project(
    const uint8_t *faces, size_t faceCount, size_t pixels, const double *mean,
    const double *panels, size_t axisCount, double *scores, const int wide) {
  _Alignas(64) double centred[fmk_rows * fmk_longest_stretch];
  const size_t stride = FMK_STRETCH(wide);
  memset(scores, 0, faceCount * axisCount * sizeof(double));
  for (size_t face = 0; face < faceCount; face += fmk_rows) {
    const size_t rows = faceCount - face < fmk_rows ? faceCount - face : fmk_rows;
    for (size_t first = 0; first < pixels; first += stride) {
      const size_t part = pixels - first < stride ? pixels - first : stride;
      for (size_t r = 0; r < rows; r++)
        for (size_t p = 0; p < part; p++)
          centred[r * stride + p] =
              (double)faces[(face + r) * pixels + first + p] - mean[first + p];
      multiply_stretch(
          centred, rows, stride, first, part, pixels, panels, axisCount,
          scores + face * axisCount, wide);
    }
  }
}

FMK_EVERY_PROCESSOR
static void rows_multiply_narrow(
    const double *rows, size_t rowCount, size_t length, const double *panels, size_t columns,
    double *sums) {
  rows_multiply(rows, rowCount, length, panels, columns, sums, 0);
}

FMK_EVERY_PROCESSOR
static void faces_project_narrow(
    const uint8_t *faces, size_t faceCount, size_t pixels, const double *mean,
    const double *panels, size_t axisCount, double *scores) {
  faces_project(faces, faceCount, pixels, mean, panels, axisCount, scores, 0);
}

#if defined(__x86_64__)
FMK_WIDE
static void rows_multiply_wide(
    const double *rows, size_t rowCount, size_t length, const double *panels, size_t columns,
    double *sums) {
  rows_multiply(rows, rowCount, length, panels, columns, sums, 1);
}

FMK_WIDE
static void faces_project_wide(
    const uint8_t *faces, size_t faceCount, size_t pixels, const double *mean,
    const double *panels, size_t axisCount, double *scores) {
  faces_project(faces, faceCount, pixels, mean, panels, axisCount, scores, 1);
}
#endif

size_t fmk_panels_count(size_t length, size_t columns) {
  const size_t lanes = FMK_LANES(has_wide_registers());
  return length * ((columns + lanes - 1) / lanes * lanes);
}

void fmk_panels_pack(const double *weights, size_t length, size_t columns, double *panels) {
  const int wide = has_wide_registers();
  for (size_t column = 0; column < columns; column += FMK_PANEL(wide)) {
    const size_t left = columns - column;
    const size_t own = left < FMK_PANEL(wide) ? left : FMK_PANEL(wide);
    const size_t width = (own + FMK_LANES(wide) - 1) / FMK_LANES(wide) * FMK_LANES(wide);
    for (size_t p = 0; p < length; p++, panels += width) {
      for (size_t i = 0; i < own; i++) panels[i] = weights[p * columns + column + i];
      for (size_t i = own; i < width; i++) panels[i] = 0;
    }
  }
}

void fmk_rows_multiply(
    const double *rows, size_t rowCount, size_t length, const double *panels, size_t columns,
    double *sums) {
#if defined(__x86_64__)
  if (has_wide_registers())
    return rows_multiply_wide(rows, rowCount, length, panels, columns, sums);
#endif
  rows_multiply_narrow(rows, rowCount, length, panels, columns, sums);
}

void fmk_faces_project(
    const uint8_t *faces, size_t faceCount, size_t pixels, const double *mean,
    const double *panels, size_t axisCount, double *scores) {
#if defined(__x86_64__)
  if (has_wide_registers())
    return faces_project_wide(faces, faceCount, pixels, mean, panels, axisCount, scores);
#endif
  faces_project_narrow(faces, faceCount, pixels, mean, panels, axisCount, scores);
}

/// The sums of a batch in the same order, read from the axes as they lie.
FMK_EVERY_PROCESSOR
void fmk_face_project(
    const uint8_t *face, size_t pixels, const double *mean, const double *axes, size_t axisCount,
    double *scores) {
  memset(scores, 0, axisCount * sizeof(double));
  for (size_t p = 0; p < pixels; p++) {
    const double x = (double)face[p] - mean[p];
    const double *weight = axes + p * axisCount;
    const quad all = FMK_ALL(x);
    size_t j = 0;
    for (; j + 4 <= axisCount; j += 4)
      FMK_STORE(scores + j, all * FMK_LOAD(weight + j) + FMK_LOAD(scores + j));
    for (; j < axisCount; j++) scores[j] = x * weight[j] + scores[j];
  }
}
