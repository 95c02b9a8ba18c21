#define _GNU_SOURCE
#include "CLAPACK.h"

#include <cblas.h>
#include <dlfcn.h>
#include <lapacke.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define FLA_BLAS(X) \
  X(openblas_set_num_threads) X(cblas_dgemm) X(cblas_sgemm) X(cblas_ddot) X(cblas_dnrm2) \
  X(cblas_daxpy) X(cblas_dscal)
#define FLA_LAPACK(X) X(LAPACKE_dsyevd) X(LAPACKE_dsytrd) X(LAPACKE_dstemr) X(LAPACKE_dormtr) \
  X(LAPACKE_dpotrf) X(LAPACKE_dpotrs)

/// The functions in use, each with the type of its header.
static struct {
#define FLA_MEMBER(name) __typeof__(name) *name;
  FLA_BLAS(FLA_MEMBER)
  FLA_LAPACK(FLA_MEMBER)
  /// LAPACK itself, which no header declares; OpenBLAS holds it.
  void (*dlaed4_)(
      const int32_t *, const int32_t *, const double *, const double *, double *, const double *,
      double *, int32_t *);
} library;

/// Ends as the system's own loader would have at the start: nothing can be computed without.
static void missing(const char *what) {
  fprintf(stderr, "facebench: %s\n", what);
  _exit(127);
}

static void *opened(const char *name, int scope) {
  void *handle = dlopen(name, RTLD_NOW | scope);
  if (!handle) missing(dlerror());
  return handle;
}

void fla_kernels_choose(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) {
    setenv("OPENBLAS_CORETYPE", "SkylakeX", 0);
  } else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    setenv("OPENBLAS_CORETYPE", "Haswell", 0);
  }
#endif
  setenv("OPENBLAS_NUM_THREADS", "1", 1);
}

static void load(void) {
  // Visible to LAPACKE, so that its BLAS is this one and kept to one thread.
  void *blas = opened("libopenblas.so.0", RTLD_GLOBAL);
  void *lapack = opened("liblapacke.so.3", RTLD_LOCAL);
#define FLA_FIND_IN(handle, name) \
  if (!(*(void **)(&library.name) = dlsym(handle, #name))) missing(dlerror());
#define FLA_FIND_BLAS(name) FLA_FIND_IN(blas, name)
#define FLA_FIND_LAPACK(name) FLA_FIND_IN(lapack, name)
  FLA_BLAS(FLA_FIND_BLAS)
  FLA_LAPACK(FLA_FIND_LAPACK)
  FLA_FIND_BLAS(dlaed4_)
  library.openblas_set_num_threads(1);
}

static void start(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
}

void fla_doubles_multiply(
    int transposeA, int transposeB, int32_t m, int32_t n, int32_t k, double scale, const double *a,
    int32_t strideA, const double *b, int32_t strideB, double kept, double *c, int32_t strideC) {
  start();
  library.cblas_dgemm(
      CblasRowMajor, transposeA ? CblasTrans : CblasNoTrans, transposeB ? CblasTrans : CblasNoTrans,
      m, n, k, scale, a, strideA, b, strideB, kept, c, strideC);
}

void fla_floats_multiply(
    int transposeA, int transposeB, int32_t m, int32_t n, int32_t k, const float *a,
    int32_t strideA, const float *b, int32_t strideB, float *c, int32_t strideC) {
  start();
  library.cblas_sgemm(
      CblasRowMajor, transposeA ? CblasTrans : CblasNoTrans, transposeB ? CblasTrans : CblasNoTrans,
      m, n, k, 1, a, strideA, b, strideB, 0, c, strideC);
}

double fla_vectors_dot(int32_t count, const double *a, const double *b) {
  start();
  return library.cblas_ddot(count, a, 1, b, 1);
}

double fla_vector_norm(int32_t count, const double *a) {
  start();
  return library.cblas_dnrm2(count, a, 1);
}

void fla_vector_add(int32_t count, double factor, const double *a, double *b) {
  start();
  library.cblas_daxpy(count, factor, a, 1, b, 1);
}

void fla_vector_scale(int32_t count, double factor, double *a) {
  start();
  library.cblas_dscal(count, factor, a, 1);
}

int fla_dsyevd(int wantsVectors, int32_t size, double *cells, double *values) {
  start();
  return library.LAPACKE_dsyevd(
      LAPACK_COL_MAJOR, wantsVectors ? 'V' : 'N', 'L', size, cells, size, values);
}

int fla_dsytrd(
    int32_t size, double *cells, double *diagonal, double *beside, double *reflectors) {
  start();
  return library.LAPACKE_dsytrd(
      LAPACK_COL_MAJOR, 'L', size, cells, size, diagonal, beside, reflectors);
}

int fla_dstemr(
    int32_t size, double *diagonal, double *beside, int32_t first, int32_t last, int32_t *found,
    double *values, double *vectors, int32_t *support) {
  start();
  lapack_logical wantsAccuracy = 1;
  return library.LAPACKE_dstemr(
      LAPACK_COL_MAJOR, 'V', 'I', size, diagonal, beside, 0, 0, first, last, found, values, vectors,
      size, last - first + 1, support, &wantsAccuracy);
}

int fla_dormtr(
    int32_t size, int32_t count, const double *cells, const double *reflectors, double *vectors) {
  start();
  return library.LAPACKE_dormtr(
      LAPACK_COL_MAJOR, 'L', 'L', 'N', size, count, cells, size, reflectors, vectors, size);
}

int fla_dpotrf(int32_t size, double *cells) {
  start();
  return library.LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', size, cells, size);
}

int fla_dpotrs(int32_t size, int32_t count, const double *cells, double *sides) {
  start();
  return library.LAPACKE_dpotrs(LAPACK_COL_MAJOR, 'L', size, count, cells, size, sides, size);
}

int fla_dlaed4(
    int32_t size, int32_t index, const double *diagonal, const double *z, double scale,
    double *distances, double *root) {
  start();
  int32_t info = 0;
  library.dlaed4_(&size, &index, diagonal, z, distances, &scale, root, &info);
  return info;
}
