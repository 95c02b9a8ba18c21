// What the inner loops share: how they are compiled for several processors, and vectors.
#pragma once
#include "CMatrixKernels.h"

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

/// The sum of four partial sums and the rest, always in this order.
/// A macro, because passing wide vectors by value changes the calling convention.
#define FMK_FOLDED(sum, rest) ((((sum)[0] + (sum)[1]) + ((sum)[2] + (sum)[3])) + (rest))

#if defined(__x86_64__)
/// Compilers halve such registers unless told, because early processors slowed down for them.
#define FMK_WIDE __attribute__((target("arch=x86-64-v4"), min_vector_width(512)))
#endif

/// Whether registers of 64 bytes can be used.
FMK_INLINE int has_wide_registers(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512cd");
#else
  return 0;
#endif
}
