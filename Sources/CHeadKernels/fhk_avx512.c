// The kernels for x86-64-v4.
#include "fhk_internal.h"
#if defined(__x86_64__)
#define FHK_KERNELS fhk_kernels_avx512
#pragma clang attribute push(__attribute__((target("arch=x86-64-v4"))), apply_to = function)
#include "fhk_kernels.h"
#pragma clang attribute pop
#endif
