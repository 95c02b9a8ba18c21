#include "CDNNL.h"

#include <dlfcn.h>
#include <oneapi/dnnl/dnnl.h>
#include <pthread.h>
#include <string.h>

#define FDN_TEXT(x) #x
#define FDN_NUMBER(x) FDN_TEXT(x)

/// What is called of oneDNN. Loading it drags in OpenCL and OpenMP, so only who multiplies pays.
static struct {
  __typeof__(dnnl_gemm_u8s8s32) *multiply;
  __typeof__(dnnl_get_effective_cpu_isa) *processor;
  /// NULL where oneDNN is built with another runtime than OpenMP.
  void (*set_threads)(int);
} onednn;

static void load(void) {
  void *library = dlopen("libdnnl.so." FDN_NUMBER(DNNL_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  *(void **)(&onednn.set_threads) = dlsym(library, "omp_set_num_threads");
  *(void **)(&onednn.processor) = dlsym(library, "dnnl_get_effective_cpu_isa");
  *(void **)(&onednn.multiply) = dlsym(library, "dnnl_gemm_u8s8s32");
}

/// Whether oneDNN is here; loads it the first time.
static int is_loaded(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return onednn.multiply && onednn.processor;
}

int fdn_bytes_multiply(
    const uint8_t *left, size_t leftStride, const int8_t *right, size_t rightStride,
    int transposed, size_t rows, size_t columns, size_t depth, int32_t *products) {
  if (!is_loaded()) return dnnl_unimplemented;
  // OpenMP regions entered from this thread run on this thread alone: the callers are parallel
  // already, and two pools of threads that wait actively fight each other.
  if (onednn.set_threads) onednn.set_threads(1);
  const int32_t offset = 0;
  return onednn.multiply(
      transposed ? 'T' : 'N', transposed ? 'N' : 'T', 'F', (dnnl_dim_t)rows, (dnnl_dim_t)columns, (dnnl_dim_t)depth, 1.0f, left,
      (dnnl_dim_t)leftStride, 0, right, (dnnl_dim_t)rightStride, 0, 0.0f, products,
      (dnnl_dim_t)columns, &offset);
}

int fdn_bytes_are_exact(void) {
  if (!is_loaded()) return 0;
  const int isa = (int)onednn.processor();
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
