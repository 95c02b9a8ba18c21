#include "COpenCVVideoShim.h"

#include <cstdio>
#include <exception>
#include <memory>

#include <opencv2/core.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>

namespace {

// Runs `body` and turns every exception into a status: none may reach the caller.
template <typename Body>
int guarded(char *message, size_t size, Body body) noexcept {
  if (size > 0) message[0] = 0;
  try {
    return body();
  } catch (const std::exception &error) {
    std::snprintf(message, size, "%s", error.what());
  } catch (...) {
    std::snprintf(message, size, "unknown exception");
  }
  return FVD_FAILED;
}

}  // namespace

int fvd_open(const char *path, int is_camera, void **video, int *width, int *height,
             int64_t *promised_frames, double *frames_per_second, char *message, size_t size) {
  return guarded(message, size, [&]() -> int {
    cv::setNumThreads(1);
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    auto opened = std::make_unique<cv::VideoCapture>();
    // The reader is named, so that no other one takes the path for a pattern or an address.
    if (!opened->open(path, is_camera ? cv::CAP_V4L2 : cv::CAP_FFMPEG)) return FVD_NOTHING;
    *width = static_cast<int>(opened->get(cv::CAP_PROP_FRAME_WIDTH));
    *height = static_cast<int>(opened->get(cv::CAP_PROP_FRAME_HEIGHT));
    const double promised = opened->get(cv::CAP_PROP_FRAME_COUNT);
    *promised_frames = promised > 0 && promised < 1e12 ? static_cast<int64_t>(promised) : -1;
    *frames_per_second = opened->get(cv::CAP_PROP_FPS);
    *video = opened.release();
    return FVD_OK;
  });
}

int fvd_next(void *video, uint8_t *out, size_t room, int *width, int *height, char *message,
             size_t size) {
  return guarded(message, size, [&]() -> int {
    cv::Mat frame;
    if (!static_cast<cv::VideoCapture *>(video)->read(frame) || frame.empty()) return FVD_END;
    if (frame.total() > room) return FVD_TOO_LARGE;
    cv::Mat target(frame.rows, frame.cols, CV_8UC1, out);
    if (frame.type() == CV_8UC3)
      cv::cvtColor(frame, target, cv::COLOR_BGR2GRAY);
    else if (frame.type() == CV_8UC1)
      frame.copyTo(target);
    else
      return FVD_NOTHING;
    *width = frame.cols;
    *height = frame.rows;
    return FVD_OK;
  });
}

void fvd_close(void *video) {
  try {
    delete static_cast<cv::VideoCapture *>(video);
  } catch (...) {
  }
}
