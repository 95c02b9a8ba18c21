#include "CDNNL.h"

#include <dlfcn.h>
#include <oneapi/dnnl/dnnl.h>
#include <string.h>

/// Makes OpenMP regions entered from this thread run on this thread alone.
///
/// The callers are parallel already, and two pools of threads that wait actively fight each other.
static void stay_on_this_thread(void) {
  // Looked up by name: oneDNN may be built with another runtime than OpenMP.
  void (*set)(int) = NULL;
  *(void **)(&set) = dlsym(RTLD_DEFAULT, "omp_set_num_threads");
  if (set) set(1);
}

int fdn_bytes_multiply(
    const uint8_t *left, size_t leftStride, const int8_t *right, size_t rightStride,
    int transposed, size_t rows, size_t columns, size_t depth, int32_t *products) {
  stay_on_this_thread();
  const int32_t offset = 0;
  return dnnl_gemm_u8s8s32(
      transposed ? 'T' : 'N', transposed ? 'N' : 'T', 'F', (dnnl_dim_t)rows, (dnnl_dim_t)columns, (dnnl_dim_t)depth, 1.0f, left,
      (dnnl_dim_t)leftStride, 0, right, (dnnl_dim_t)rightStride, 0, 0.0f, products,
      (dnnl_dim_t)columns, &offset);
}

int fdn_bytes_are_exact(void) {
  const int isa = (int)dnnl_get_effective_cpu_isa();
  const int wide = (isa & dnnl_cpu_isa_avx512_core_vnni) == dnnl_cpu_isa_avx512_core_vnni;
  const int narrow = (isa & dnnl_cpu_isa_avx2_vnni) == dnnl_cpu_isa_avx2_vnni;
  if (!wide && !narrow) return 0;
  enum { side = 48, depth = 192 };
  uint8_t left[side * depth];
  int8_t right[side * depth];
  int32_t products[side * side];
  memset(left, 255, sizeof left);
  memset(right, -128, sizeof right);
  if (fdn_bytes_multiply(left, depth, right, depth, 0, side, side, depth, products) != 0) return 0;
  for (size_t i = 0; i < side * side; i++)
    if (products[i] != 255 * -128 * depth) return 0;
  return 1;
}
