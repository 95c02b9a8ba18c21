#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

#include "CModelText.h"

struct fmt_gzip {
  z_stream stream;
  bool compressing;
};

namespace {

/// windowBits: 15 is zlib's largest window, 16 more asks for gzip's header and trailer.
constexpr int gzip_window = 15 + 16;

fmt_gzip *made(bool compressing, int level) noexcept {
  fmt_gzip *stream = new (std::nothrow) fmt_gzip();
  if (!stream) return nullptr;
  stream->compressing = compressing;
  int status = compressing ? deflateInit2(&stream->stream, level, Z_DEFLATED, gzip_window, 8,
                                          Z_DEFAULT_STRATEGY)
                           : inflateInit2(&stream->stream, gzip_window);
  if (status != Z_OK) {
    delete stream;
    return nullptr;
  }
  return stream;
}

}  // namespace

fmt_gzip *fmt_gzip_compressor(int level) { return made(true, level); }

fmt_gzip *fmt_gzip_decompressor(void) { return made(false, 0); }

int fmt_gzip_step(fmt_gzip *stream, const uint8_t *in, size_t in_count, int finish, uint8_t *out,
                  size_t out_count, size_t *consumed, size_t *produced) {
  z_stream &z = stream->stream;
  constexpr size_t most = std::numeric_limits<uInt>::max();
  z.next_in = const_cast<Bytef *>(in);
  z.avail_in = static_cast<uInt>(std::min(in_count, most));
  z.next_out = out;
  z.avail_out = static_cast<uInt>(std::min(out_count, most));
  int flush = finish && in_count <= most ? Z_FINISH : Z_NO_FLUSH;
  int status = stream->compressing ? deflate(&z, flush) : inflate(&z, Z_NO_FLUSH);
  *consumed += static_cast<size_t>(z.next_in - in);
  *produced += static_cast<size_t>(z.next_out - out);
  switch (status) {
    case Z_STREAM_END:
      return FMT_GZIP_END;
    case Z_OK:
    case Z_BUF_ERROR:
      return FMT_GZIP_MORE;
    case Z_MEM_ERROR:
      return FMT_GZIP_NO_MEMORY;
    default:
      return FMT_GZIP_DAMAGED;
  }
}

int fmt_gzip_next_member(fmt_gzip *stream) {
  return inflateReset(&stream->stream) == Z_OK ? FMT_GZIP_MORE : FMT_GZIP_DAMAGED;
}

void fmt_gzip_free(fmt_gzip *stream) {
  if (!stream) return;
  if (stream->compressing) {
    deflateEnd(&stream->stream);
  } else {
    inflateEnd(&stream->stream);
  }
  delete stream;
}
