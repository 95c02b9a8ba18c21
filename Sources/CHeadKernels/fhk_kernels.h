// The kernels; included once for each instruction set, which FHK_KERNELS names.
#include "fhk_internal.h"

#pragma STDC FP_CONTRACT OFF
// Vectors are handed over by address, or inlined: no call depends on how they are passed.
#pragma clang diagnostic ignored "-Wpsabi"

#include "fhk_lanes.h"
#include "fhk_field.h"
#include "fhk_paint.h"

const fhk_kernels FHK_KERNELS = {sample, approach, march, shade};
