#include "COpenCVCodecsShim.h"

#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/core/ocl.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

namespace {

void say(char *message, size_t size, const char *words) noexcept {
  if (message && size > 0) std::snprintf(message, size, "%s", words);
}

// Runs `body` and turns every exception into a status: none may reach Swift.
template <typename Body>
fcc_status guarded(char *message, size_t size, Body body) noexcept {
  say(message, size, "");
  try {
    return body();
  } catch (const cv::Exception &error) {
    say(message, size, error.err.c_str());
  } catch (const std::exception &error) {
    say(message, size, error.what());
  } catch (...) {
    say(message, size, "unknown exception");
  }
  return FCC_FAILED;
}

// Lays colours with alpha over white, in place of the first three channels.
template <typename Level, int full>
cv::Mat over_white(const cv::Mat &picture) {
  cv::Mat flat(picture.size(), CV_MAKETYPE(picture.depth(), 3));
  for (int y = 0; y < picture.rows; ++y) {
    const Level *from = picture.ptr<Level>(y);
    Level *to = flat.ptr<Level>(y);
    for (int x = 0; x < picture.cols; ++x, from += 4, to += 3) {
      const uint64_t alpha = from[3];
      for (int c = 0; c < 3; ++c)
        to[c] = static_cast<Level>((from[c] * alpha + uint64_t(full) * (full - alpha) + full / 2) / full);
    }
  }
  return flat;
}

cv::Mat eight_bits(const cv::Mat &picture) {
  cv::Mat narrow(picture.size(), CV_8UC1);
  for (int y = 0; y < picture.rows; ++y) {
    const uint16_t *from = picture.ptr<uint16_t>(y);
    uint8_t *to = narrow.ptr<uint8_t>(y);
    for (int x = 0; x < picture.cols; ++x) to[x] = static_cast<uint8_t>((from[x] + 128u) / 257u);
  }
  return narrow;
}

cv::Mat gray(cv::Mat picture, fcc_facts *facts) {
  facts->channels = picture.channels();
  facts->had_16_bits = picture.depth() == CV_16U;
  facts->had_alpha = picture.channels() == 4;
  if (picture.channels() == 4)
    picture = picture.depth() == CV_8U ? over_white<uint8_t, 255>(picture)
                                       : over_white<uint16_t, 65535>(picture);
  if (picture.channels() == 3) cv::cvtColor(picture, picture, cv::COLOR_BGR2GRAY);
  return picture.depth() == CV_16U ? eight_bits(picture) : picture;
}

// Undoes an EXIF orientation, writing into `out`, which has the turned size.
void turn(const cv::Mat &picture, int orientation, cv::Mat &out) {
  cv::Mat across;
  switch (orientation) {
    case 2: cv::flip(picture, out, 1); break;
    case 3: cv::flip(picture, out, -1); break;
    case 4: cv::flip(picture, out, 0); break;
    case 5: cv::transpose(picture, out); break;
    case 6: cv::transpose(picture, across), cv::flip(across, out, 1); break;
    case 7: cv::transpose(picture, across), cv::flip(across, out, -1); break;
    case 8: cv::transpose(picture, across), cv::flip(across, out, 0); break;
    default: picture.copyTo(out);
  }
}

}  // namespace

fcc_status fcc_start(char *message, size_t size) {
  return guarded(message, size, [] {
    cv::setNumThreads(1);
    cv::ocl::setUseOpenCL(false);
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    return FCC_OK;
  });
}

fcc_status fcc_warm_up(char *message, size_t size) {
  return guarded(message, size, [] {
    std::vector<uint8_t> file;
    if (!cv::imencode(".jpg", cv::Mat::zeros(8, 8, CV_8UC1), file) ||
        cv::imdecode(file, cv::IMREAD_UNCHANGED).empty())
      return FCC_NOTHING;
    return FCC_OK;
  });
}

fcc_status fcc_decode_gray(const uint8_t *bytes, size_t count, int width, int height,
                           int orientation, uint8_t *out, fcc_facts *facts, char *message,
                           size_t size) {
  return guarded(message, size, [&] {
    const cv::Mat file(1, static_cast<int>(count), CV_8UC1, const_cast<uint8_t *>(bytes));
    // A grey upright picture is decoded where it is wanted; anything else into memory of its own,
    // because the decoder replaces a target of another type.
    cv::Mat picture(height, width, CV_8UC1, out);
    // "Unchanged" is the one mode in which no codec turns, narrows or greys on its own.
    cv::imdecode(file, cv::IMREAD_UNCHANGED, &picture);
    if (picture.empty()) return FCC_NOTHING;
    if (picture.cols != width || picture.rows != height) return FCC_OTHER_SIZE;
    if (picture.depth() != CV_8U && picture.depth() != CV_16U) return FCC_DEPTH;
    if (picture.channels() != 1 && picture.channels() != 3 && picture.channels() != 4)
      return FCC_DEPTH;
    const bool across = orientation >= 5;
    cv::Mat target(across ? width : height, across ? height : width, CV_8UC1, out);
    cv::Mat levels = gray(picture, facts);
    if (levels.data != out || orientation != 1) {
      if (levels.data == out) levels = levels.clone();
      turn(levels, orientation, target);
    }
    if (target.data != out) return FCC_OTHER_SIZE;
    return FCC_OK;
  });
}

fcc_status fcc_encode_png(const uint8_t *pixels, int width, int height, int channels, uint8_t *out,
                          size_t room, size_t *length, char *message, size_t size) {
  return guarded(message, size, [&] {
    cv::Mat picture(height, width, channels == 1 ? CV_8UC1 : CV_8UC3,
                    const_cast<uint8_t *>(pixels));
    cv::Mat reordered;
    if (channels == 3) cv::cvtColor(picture, reordered, cv::COLOR_RGB2BGR);
    std::vector<uint8_t> file;
    // Level and strategy are fixed, so that equal pictures are equal files.
    if (!cv::imencode(".png", channels == 3 ? reordered : picture, file,
                      {cv::IMWRITE_PNG_COMPRESSION, 6, cv::IMWRITE_PNG_STRATEGY,
                       cv::IMWRITE_PNG_STRATEGY_DEFAULT}))
      return FCC_NOTHING;
    if (file.size() > room) return FCC_OTHER_SIZE;
    std::memcpy(out, file.data(), file.size());
    *length = file.size();
    return FCC_OK;
  });
}
