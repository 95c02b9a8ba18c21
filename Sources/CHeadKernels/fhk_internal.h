// Shared by the instruction sets.
#pragma once
#include "CHeadKernels.h"

/// Farther than anything in the scene.
#define FHK_NOWHERE 100.0f

/// The large parts that throw shadows along `light` on points within a ball.
void fhk_field_shadowers(
    const fhk_field *field, fhk_vector center, float radius, fhk_vector light, fhk_mask *mask);

extern const fhk_kernels fhk_kernels_baseline;
#if defined(__x86_64__)
extern const fhk_kernels fhk_kernels_avx2;
extern const fhk_kernels fhk_kernels_avx512;
#endif
