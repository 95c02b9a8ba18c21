// The kernels for every processor of the kind.
#define FHK_KERNELS fhk_kernels_baseline
#include "fhk_kernels.h"
