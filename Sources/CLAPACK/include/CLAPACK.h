// OpenBLAS and LAPACKE, which the first call loads: commands that compute nothing need not wait for
// them. OpenBLAS is kept to one thread, the only way it gives the same bytes for any number of jobs.
#pragma once
#include <stdint.h>

/// Chooses OpenBLAS's kernels, before the first call and while there is one thread only.
///
/// Debian 12's OpenBLAS does not know processors that came after it and takes kernels of 2004 for
/// them, four to six times slower. The user's own choice stands. One thread from the start: a pool
/// that nobody will use is not even made. Not by itself before main: Swift's runtime finds the
/// arguments of a statically linked program beside the environment, which this moves.
void fla_kernels_choose(void);

/// c (m×n) = scale · a (m×k) · b (k×n) + kept · c, each row-major with its stride; `a` or `b`
/// transposed where its flag is not 0.
void fla_doubles_multiply(
    int transposeA, int transposeB, int32_t m, int32_t n, int32_t k, double scale, const double *a,
    int32_t strideA, const double *b, int32_t strideB, double kept, double *c, int32_t strideC);

/// c (m×n) = a (m×k) · b (k×n) in single precision.
void fla_floats_multiply(
    int transposeA, int transposeB, int32_t m, int32_t n, int32_t k, const float *a,
    int32_t strideA, const float *b, int32_t strideB, float *c, int32_t strideC);

/// Sum of products of two lists.
double fla_vectors_dot(int32_t count, const double *a, const double *b);

/// Root of the sum of squares.
double fla_vector_norm(int32_t count, const double *a);

/// b += factor · a.
void fla_vector_add(int32_t count, double factor, const double *a, double *b);

/// a *= factor.
void fla_vector_scale(int32_t count, double factor, double *a);

// Symmetric eigenproblems on the lower triangle of column-major matrices, by LAPACK's names; each
// returns LAPACK's `info`, 0 for success.

/// All eigenvalues, rising; `wantsVectors` not 0 leaves the vectors in `cells`.
int fla_dsyevd(int wantsVectors, int32_t size, double *cells, double *values);

/// The tridiagonal form, with the reflectors that lead to it in `cells` and `reflectors`.
int fla_dsytrd(
    int32_t size, double *cells, double *diagonal, double *beside, double *reflectors);

/// Pairs `first` … `last` (from 1, rising) of a tridiagonal matrix, which is overwritten; vectors
/// are columns of `size`, `support` has room for two numbers a vector.
int fla_dstemr(
    int32_t size, double *diagonal, double *beside, int32_t first, int32_t last, int32_t *found,
    double *values, double *vectors, int32_t *support);

/// Turns `count` vectors of the tridiagonal form into vectors of the matrix itself.
int fla_dormtr(
    int32_t size, int32_t count, const double *cells, const double *reflectors, double *vectors);

/// The Cholesky factor of a positive definite matrix, in its place; more than 0: it is none.
int fla_dpotrf(int32_t size, double *cells);

/// Solves for `count` right-hand sides, columns that become the solutions, with the factor `cells`.
int fla_dpotrs(int32_t size, int32_t count, const double *cells, double *sides);

/// Root `index` (from 1, rising) of the secular equation of diag(`diagonal`) + scale · z · zᵀ, for a
/// strictly rising diagonal, |z| = 1 and scale > 0; leaves diagonal[j] − root in `distances`, or for a
/// size of 1 or 2 the eigenvector itself.
int fla_dlaed4(
    int32_t size, int32_t index, const double *diagonal, const double *z, double scale,
    double *distances, double *root);
