#include "CMatrixKernels.h"

#include <string.h>

/// Rows of a panel that are multiplied together: twelve sums, two vectors and one value fill AVX2's
/// sixteen registers.
enum { fmk_short_rows = 6 };

#if defined(__x86_64__)
#define FMK_AVX2 __attribute__((target("avx2")))
#define FMK_INLINE static inline __attribute__((always_inline))

typedef int16_t shorts __attribute__((vector_size(32)));
typedef int32_t ints __attribute__((vector_size(32)));
typedef int32_t ints_loose __attribute__((vector_size(32), aligned(4)));

int fmk_has_short_products(void) { return __builtin_cpu_supports("avx2") != 0; }

/// Adds `count` rows of one panel times another panel; a pair of numbers is one 32-bit word.
FMK_INLINE FMK_AVX2 void multiply_rows(
    const int32_t *left, const int32_t *right, size_t pairs, int32_t *sums, const int count) {
  ints sum[fmk_short_rows][2];
  for (int r = 0; r < count; r++) sum[r][0] = sum[r][1] = (ints){0};
  for (size_t p = 0; p < pairs; p++) {
    const shorts low = (shorts) * (const ints_loose *)(right + p * FMK_SHORT_PANEL);
    const shorts high = (shorts) * (const ints_loose *)(right + p * FMK_SHORT_PANEL + 8);
    for (int r = 0; r < count; r++) {
      const int32_t x = left[p * FMK_SHORT_PANEL + r];
      const shorts pair = (shorts)(ints){x, x, x, x, x, x, x, x};
      sum[r][0] += (ints)__builtin_ia32_pmaddwd256(pair, low);
      sum[r][1] += (ints)__builtin_ia32_pmaddwd256(pair, high);
    }
  }
  for (int r = 0; r < count; r++)
    for (int v = 0; v < 2; v++) *(ints_loose *)(sums + r * FMK_SHORT_PANEL + 8 * v) += sum[r][v];
}

FMK_AVX2
void fmk_shorts_multiply(const int32_t *left, const int32_t *right, size_t pairs, int32_t *sums) {
  int row = 0;
  for (; row + fmk_short_rows <= FMK_SHORT_PANEL; row += fmk_short_rows)
    multiply_rows(left + row, right, pairs, sums + row * FMK_SHORT_PANEL, fmk_short_rows);
  multiply_rows(
      left + row, right, pairs, sums + row * FMK_SHORT_PANEL, FMK_SHORT_PANEL % fmk_short_rows);
}
#else
int fmk_has_short_products(void) { return 0; }

void fmk_shorts_multiply(const int32_t *left, const int32_t *right, size_t pairs, int32_t *sums) {
  for (int r = 0; r < FMK_SHORT_PANEL; r++)
    for (int c = 0; c < FMK_SHORT_PANEL; c++)
      for (size_t p = 0; p < pairs; p++) {
        const int32_t a = left[p * FMK_SHORT_PANEL + r], b = right[p * FMK_SHORT_PANEL + c];
        sums[r * FMK_SHORT_PANEL + c] += (a & 0xffff) * (b & 0xffff) + (a >> 16) * (b >> 16);
      }
}
#endif

static int32_t pair_of(uint8_t first, uint8_t second) {
  return (int32_t)((uint32_t)first | (uint32_t)second << 16);
}

void fmk_shorts_pack_rows(
    const uint8_t *bytes, size_t stride, size_t variables, size_t samples, int32_t *panel) {
  const size_t whole = samples / 2;
  memset(panel, 0, (whole + samples % 2) * FMK_SHORT_PANEL * sizeof(int32_t));
  for (size_t v = 0; v < variables; v++) {
    const uint8_t *row = bytes + v * stride;
    for (size_t p = 0; p < whole; p++)
      panel[p * FMK_SHORT_PANEL + v] = pair_of(row[2 * p], row[2 * p + 1]);
    if (samples % 2) panel[whole * FMK_SHORT_PANEL + v] = row[2 * whole];
  }
}

/// Pairs of two rows; always inlined, so that a whole panel's width is known.
static inline __attribute__((always_inline)) void pack_row(
    const uint8_t *first, const uint8_t *second, const size_t variables, int32_t *words) {
  for (size_t v = 0; v < variables; v++) words[v] = pair_of(first[v], second[v]);
}

void fmk_shorts_pack_columns(
    const uint8_t *bytes, size_t stride, size_t variables, size_t samples, int32_t *panel) {
  const size_t whole = samples / 2;
  memset(panel, 0, (whole + samples % 2) * FMK_SHORT_PANEL * sizeof(int32_t));
  for (size_t p = 0; p < whole; p++) {
    const uint8_t *first = bytes + 2 * p * stride;
    if (variables == FMK_SHORT_PANEL)
      pack_row(first, first + stride, FMK_SHORT_PANEL, panel + p * FMK_SHORT_PANEL);
    else
      pack_row(first, first + stride, variables, panel + p * FMK_SHORT_PANEL);
  }
  if (samples % 2)
    for (size_t v = 0; v < variables; v++)
      panel[whole * FMK_SHORT_PANEL + v] = bytes[2 * whole * stride + v];
}

void fmk_bytes_sum_columns(
    const uint8_t *bytes, size_t stride, size_t columns, size_t rows, uint32_t *sums) {
  for (size_t row = 0; row < rows; row++)
    for (size_t column = 0; column < columns; column++)
      sums[column] += bytes[row * stride + column];
}
