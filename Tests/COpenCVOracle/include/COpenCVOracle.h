// OpenCV's own recognisers, for comparison with ours.
//
// Nothing throws across this line: every call returns 0, or −1 with the reason in `message`.
#pragma once

#include "ModelFileProbe.h"
#include <stddef.h>
#include <stdint.h>

enum { FCO_MESSAGE_BYTES = 256 };

#ifdef __cplusplus
extern "C" {
#endif

/// The version that the library says it has.
const char *fco_version(void);

/// Trains Eigenfaces (`fisher` 0) or Fisherfaces on `count` faces with `components` (0 for all),
/// then measures the distances of `probeCount` probes to every face.
///
/// `axes` takes up to pixels × count numbers, row-major pixels × `*axisCount`, `eigenvalues` up to
/// count, `distances` probeCount × count.
int fco_subspace_train(
    int fisher, const uint8_t *faces, const int32_t *labels, size_t count, int width, int height,
    int components, const uint8_t *probes, size_t probeCount, double *axes, double *eigenvalues,
    size_t *axisCount, double *distances, char message[FCO_MESSAGE_BYTES]);

/// Trains LBPH on `count` faces and measures the distances of `probeCount` probes to every face.
///
/// `histograms` takes count × gridX·gridY·2^neighbors shares, `distances` probeCount × count.
int fco_lbph_train(
    const uint8_t *faces, const int32_t *labels, size_t count, int width, int height, int radius,
    int neighbors, int gridX, int gridY, const uint8_t *probes, size_t probeCount,
    float *histograms, double *distances, char message[FCO_MESSAGE_BYTES]);

/// The label OpenCV's `predict` gives one probe with a recogniser trained on `count` faces;
/// method 0 Eigenfaces, 1 Fisherfaces, 2 LBPH with its defaults.
int fco_label_predict(
    int method, const uint8_t *faces, const int32_t *labels, size_t count, int width, int height,
    int components, const uint8_t *probe, int32_t *label, double *distance,
    char message[FCO_MESSAGE_BYTES]);

#ifdef __cplusplus
}
#endif
