// Products of rows with a few columns, and faces on axes.
#include "fmk_internal.h"

#include <string.h>

#pragma STDC FP_CONTRACT ON

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
