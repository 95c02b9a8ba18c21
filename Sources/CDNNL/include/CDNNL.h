// Exact products of bytes through oneDNN, which is loaded by the first call.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// 1 when oneDNN is installed and this processor multiplies bytes without saturation (VNNI and its
/// like), else 0.
///
/// Older instructions add pairs of products in 16 bits and clip them. The answer comes from the
/// processor's features and from a trial with the largest bytes.
int fdn_bytes_are_exact(void);

/// products (rows × columns, row-major) = Σ left (0 … 255) × right (−128 … 127) over `depth`
/// values, on the calling thread alone.
///
/// Row-major operands `leftStride` and `rightStride` values apart: rows × depth and
/// columns × depth, or depth × rows and depth × columns when `transposed` is not 0. `depth` must
/// be at most 65,000, so that 32 bits hold every sum. Returns oneDNN's status, 0 for success.
int fdn_bytes_multiply(
    const uint8_t *left, size_t leftStride, const int8_t *right, size_t rightStride,
    int transposed, size_t rows, size_t columns, size_t depth, int32_t *products);
