#include "CGIFShim.h"

#include <gif_lib.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const uint8_t *next;
  size_t left;
} source;

static int read_bytes(GifFileType *file, GifByteType *into, int wanted) {
  source *from = file->UserData;
  size_t count = wanted < 0 ? 0 : (size_t)wanted;
  if (count > from->left) count = from->left;
  memcpy(into, from->next, count);
  from->next += count;
  from->left -= count;
  return (int)count;
}

// The same fixed-point BT.601 weights as every other colour picture gets.
static uint8_t gray(GifColorType color) {
  return (uint8_t)((color.Red * 9798u + color.Green * 19235u + color.Blue * 3735u + 16384u) >> 15);
}

// Reads one frame line by line; the palette and all places are checked before use.
static int read_frame(GifFileType *file, int transparent, int width, int height, uint8_t *out,
                      int *had_transparency) {
  if (DGifGetImageDesc(file) == GIF_ERROR) return file->Error;
  const GifImageDesc *frame = &file->Image;
  const ColorMapObject *colors = frame->ColorMap ? frame->ColorMap : file->SColorMap;
  if (!colors) return D_GIF_ERR_NO_COLOR_MAP;
  if (frame->Width <= 0 || frame->Height <= 0 || frame->Left < 0 || frame->Top < 0 ||
      frame->Left + frame->Width > width || frame->Top + frame->Height > height)
    return D_GIF_ERR_IMAGE_DEFECT;
  uint8_t levels[256] = {0};
  for (int i = 0; i < colors->ColorCount && i < 256; ++i) levels[i] = gray(colors->Colors[i]);
  *had_transparency = frame->Width != width || frame->Height != height;
  memset(out, 255, (size_t)width * (size_t)height);
  GifPixelType *line = malloc((size_t)frame->Width);
  if (!line) return D_GIF_ERR_NOT_ENOUGH_MEM;
  static const int starts[] = {0, 4, 2, 1}, steps[] = {8, 8, 4, 2};
  int failure = 0;
  for (int pass = 0; pass < (frame->Interlace ? 4 : 1) && !failure; ++pass) {
    const int first = frame->Interlace ? starts[pass] : 0, step = frame->Interlace ? steps[pass] : 1;
    for (int y = first; y < frame->Height; y += step) {
      if (DGifGetLine(file, line, frame->Width) == GIF_ERROR) {
        failure = file->Error ? file->Error : D_GIF_ERR_IMAGE_DEFECT;
        break;
      }
      uint8_t *row = out + (size_t)(frame->Top + y) * (size_t)width + frame->Left;
      for (int x = 0; x < frame->Width; ++x) {
        if (line[x] == transparent)
          *had_transparency = 1;
        else
          row[x] = levels[line[x]];
      }
    }
  }
  free(line);
  return failure;
}

int fgif_decode_gray(const uint8_t *bytes, size_t count, int width, int height, uint8_t *out,
                     int *had_transparency, char *message, size_t message_size) {
  source from = {bytes, count};
  int failure = 0;
  GifFileType *file = DGifOpen(&from, read_bytes, &failure);
  if (file) {
    int transparent = NO_TRANSPARENT_COLOR;
    failure = file->SWidth == width && file->SHeight == height ? 0 : D_GIF_ERR_IMAGE_DEFECT;
    bool done = false;
    while (!failure && !done) {
      GifRecordType record;
      if (DGifGetRecordType(file, &record) == GIF_ERROR) {
        failure = file->Error;
      } else if (record == IMAGE_DESC_RECORD_TYPE) {
        failure = read_frame(file, transparent, width, height, out, had_transparency);
        done = true;
      } else if (record == EXTENSION_RECORD_TYPE) {
        int code;
        GifByteType *block;
        if (DGifGetExtension(file, &code, &block) == GIF_ERROR) failure = file->Error;
        while (!failure && block) {
          if (code == GRAPHICS_EXT_FUNC_CODE && block[0] == 4 && (block[1] & 1))
            transparent = block[4];
          if (DGifGetExtensionNext(file, &block) == GIF_ERROR) failure = file->Error;
        }
      } else if (record == TERMINATE_RECORD_TYPE) {
        failure = D_GIF_ERR_NO_IMAG_DSCR;
      }
    }
    int ignored;
    DGifCloseFile(file, &ignored);
  }
  const char *words = failure ? GifErrorString(failure) : "";
  snprintf(message, message_size, "%s", words ? words : "unknown error");
  return failure;
}
