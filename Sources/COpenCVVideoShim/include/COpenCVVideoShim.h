// OpenCV's video readers. Built as a library of its own, libfacebench-video.so, which the helper
// loads when it is to read a video: these readers double the time that a helper needs to start.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { FVD_OK = 0, FVD_NOTHING = 1, FVD_END = 2, FVD_TOO_LARGE = 3, FVD_FAILED = 4 };

/// Opens `path`, which the caller chose (never a user's string). `promised_frames` is −1 where the
/// container says nothing.
int fvd_open(const char *path, int is_camera, void **video, int *width, int *height,
             int64_t *promised_frames, double *frames_per_second, char *message,
             size_t message_size);

/// Reads the next frame as grey levels into `out`; FVD_END after the last. `passed_over` counts the
/// frames before it that could not be decoded.
int fvd_next(void *video, uint8_t *out, size_t room, int *width, int *height, int *passed_over,
             char *message, size_t message_size);

enum {
  FVD_AUTOMATIC_FOCUS = 0,
  FVD_FOCUS = 1,
  FVD_AUTOMATIC_EXPOSURE = 2,
  FVD_EXPOSURE = 3
};

/// The value of a control of a camera; FVD_NOTHING where it has none.
int fvd_control_get(void *video, int control, double *value);

/// Sets a control of a camera; FVD_NOTHING where it has none or refuses the value.
int fvd_control_set(void *video, int control, double value);

void fvd_close(void *video);

#ifdef __cplusplus
}
#endif
