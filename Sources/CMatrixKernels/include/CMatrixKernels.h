// Inner loops that Swift cannot compile for several processors at once.
//
// Every result depends on its own operands alone, never on what else is computed in the same
// call: one face gives the same bytes alone and among thousands. Wide registers hold independent
// sums in a fixed order, so processors differ only by fused multiplication.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// target[i] = source[i] - 128.
void fmk_bytes_centre(const uint8_t *source, size_t count, float *target);

/// target[i] = source[i] - 128.
void fmk_bytes_sign(const uint8_t *source, size_t count, int8_t *target);

/// target[i] += source[i].
void fmk_floats_add(const float *source, size_t count, double *target);
void fmk_ints_add(const int32_t *source, size_t count, double *target);

/// Variables of a panel of short integers.
enum { FMK_SHORT_PANEL = 16 };

/// Whether this processor multiplies short integers faster than single-precision numbers.
int fmk_has_short_products(void);

/// Bytes of up to FMK_SHORT_PANEL variables over `samples` samples as a panel: of every two samples
/// both numbers of a variable in one word, the words of the variables beside each other. What is
/// missing, variables or an odd sample's partner, is zero. Variables are rows, or columns.
void fmk_shorts_pack_rows(
    const uint8_t *bytes, size_t stride, size_t variables, size_t samples, int32_t *panel);
void fmk_shorts_pack_columns(
    const uint8_t *bytes, size_t stride, size_t variables, size_t samples, int32_t *panel);

/// sums[i * FMK_SHORT_PANEL + j] += sum of products of variable i of `left` and j of `right` over
/// `pairs` words; exact while the sums stay below 2³¹, which 33,000 bytes cannot reach.
void fmk_shorts_multiply(const int32_t *left, const int32_t *right, size_t pairs, int32_t *sums);

/// sums[i] += sum of column i over `rows` rows, `stride` apart.
void fmk_bytes_sum_columns(
    const uint8_t *bytes, size_t stride, size_t columns, size_t rows, uint32_t *sums);

/// target[i] = source[i] - mean[i].
void fmk_bytes_subtract(
    const uint8_t *source, const double *mean, size_t count, double *target);

/// Numbers in the panels of `length` × `columns` weights.
size_t fmk_panels_count(size_t length, size_t columns);

/// Puts weights (length × columns, row-major) in the order in which the next two functions read them,
/// which is this processor's own: rows of many columns lie so far apart that few of them find room in
/// the first cache.
void fmk_panels_pack(const double *weights, size_t length, size_t columns, double *panels);

/// sums (rowCount × columns) = rows (rowCount × length) · the weights in `panels`, row-major.
void fmk_rows_multiply(
    const double *rows, size_t rowCount, size_t length, const double *panels, size_t columns,
    double *sums);

/// scores (faceCount × axisCount) = (faces − mean) · the axes (pixels × axisCount) in `panels`,
/// row-major.
void fmk_faces_project(
    const uint8_t *faces, size_t faceCount, size_t pixels, const double *mean,
    const double *panels, size_t axisCount, double *scores);

/// As fmk_faces_project for one face and axes that are not packed: the same bytes.
void fmk_face_project(
    const uint8_t *face, size_t pixels, const double *mean, const double *axes, size_t axisCount,
    double *scores);

/// distances[p * stride + t] = Euclidean distance of row p of `probes` to row t of `templates`,
/// both with rows `rowStride` apart of which the first `length` numbers count.
void fmk_distances_euclidean(
    const double *probes, size_t probeCount, size_t probeStride, const double *templates,
    size_t templateCount, size_t templateStride, size_t length, double *distances, size_t stride);

/// Templates that lie side by side in a panel of the next four functions.
enum { FMK_NEAREST_LANES = 16 };

/// rounded = rows − centre in single precision, with the norm of every rounded row and of what rounding
/// took from it.
void fmk_rows_round(
    const double *rows, size_t rowCount, size_t length, const double *centre, float *rounded,
    double *norms, double *errors);

/// Puts rows side by side, FMK_NEAREST_LANES in a panel of `length` steps, the last filled with zeros.
void fmk_floats_interleave(const float *rows, size_t rowCount, size_t length, float *panels);

/// scores[r * lanes + t] = halves[t] − rows[r] · template t, over all `lanes` of the panels.
void fmk_floats_score(
    const float *rows, size_t rowCount, size_t length, const float *panels, const float *halves,
    size_t panelCount, float *scores);

/// The smallest score of at least one panel of one row.
float fmk_floats_least(const float *scores, size_t panelCount);

/// How many scores of one row are at most `limit`; the first `room` positions of such are left, rising.
size_t fmk_floats_within(
    const float *scores, size_t panelCount, float limit, size_t room, int32_t *positions);

/// face[i] = mean[i] + sum over j of axes[i * axisCount + j] * scores[j].
void fmk_face_rebuild(
    const double *mean, const double *axes, size_t pixels, size_t axisCount,
    const double *scores, double *face);

/// target[i] += sum over t of weights[t] * faces[t * pixels + i], t in order.
void fmk_bytes_mix(
    const uint8_t *const *faces, size_t faceCount, const double *weights, size_t pixels,
    double *target);

/// Sum of squared differences of a face from its reconstruction rounded to 0 … 255, halves to
/// even; the rounded face is left in `rounded` unless that is null.
double fmk_face_residual(
    const uint8_t *face, const double *rebuilt, size_t pixels, uint8_t *rounded);

/// fmk_face_residual of `faceCount` rows of faces from what fmk_face_rebuild makes of their rows of
/// scores, the same numbers; the axes are read once for all.
void fmk_faces_residuals(
    const double *mean, const double *axes, size_t pixels, size_t axisCount,
    const double *scores, const uint8_t *faces, size_t faceCount, double *residuals);

/// codes[i] |= bit where the interpolated neighbour of centre[i] is at least as bright, for `rows`
/// rows of `columns` pixels: `stride` apart in the picture, one after the other in `codes`.
///
/// The neighbour is ((w0·corners[0][i] + w1·corners[1][i]) + w2·corners[2][i]) + w3·corners[3][i]
/// in single precision without fused steps, and counts as equal within the single-precision
/// epsilon: OpenCV's `elbp` to the last bit.
void fmk_patterns_add(
    const float *centre, const float *const corners[4], const float weights[4], size_t columns,
    size_t rows, size_t stride, int32_t bit, int32_t *codes);

/// Templates that fmk_distances_chi_square takes at a time.
enum { FMK_HISTOGRAM_LANES = 8 };

/// Interleaves up to FMK_HISTOGRAM_LANES histograms of `bins` shares; missing ones become zeros.
void fmk_histograms_interleave(
    const float *const *histograms, size_t count, size_t bins, float *interleaved);

/// Alternative chi-square 2·Σ(a−b)²/(a+b) of one histogram against FMK_HISTOGRAM_LANES
/// interleaved ones, summed bin by bin in order as OpenCV's compareHist does.
void fmk_distances_chi_square(
    const float *probe, const float *interleaved, size_t bins, double *distances);
