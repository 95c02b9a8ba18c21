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

/// Reads the next frame as grey levels into `out`; FVD_END after the last.
int fvd_next(void *video, uint8_t *out, size_t room, int *width, int *height, char *message,
             size_t message_size);

void fvd_close(void *video);

#ifdef __cplusplus
}
#endif
