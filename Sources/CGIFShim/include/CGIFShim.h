// The first frame of a GIF through giflib; linked by the helper only.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Decodes the first frame to grey levels on a white canvas of `width`x`height`, the size in the
/// file's header. `out` has room for width*height. `had_transparency` tells whether the canvas shows.
/// Returns 0, or giflib's error number with its words in `message`.
int fgif_decode_gray(const uint8_t *bytes, size_t count, int width, int height, uint8_t *out,
                     int *had_transparency, char *message, size_t message_size);
