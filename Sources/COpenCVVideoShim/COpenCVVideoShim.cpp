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

int fvd_next(void *video, uint8_t *out, size_t room, int *width, int *height, int *passed_over,
             char *message, size_t size) {
  return guarded(message, size, [&]() -> int {
    // A read fails at the end, and at a damaged frame with more behind it: only going on tells.
    constexpr int most_damaged = 64;
    cv::Mat frame;
    *passed_over = 0;
    while (!static_cast<cv::VideoCapture *>(video)->read(frame) || frame.empty())
      if (++*passed_over > most_damaged) return FVD_END;
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

namespace {

// The controls by the numbers of the header; −1 for any other.
int property_of(int control) noexcept {
  switch (control) {
    case FVD_AUTOMATIC_FOCUS: return cv::CAP_PROP_AUTOFOCUS;
    case FVD_FOCUS: return cv::CAP_PROP_FOCUS;
    case FVD_AUTOMATIC_EXPOSURE: return cv::CAP_PROP_AUTO_EXPOSURE;
    case FVD_EXPOSURE: return cv::CAP_PROP_EXPOSURE;
    default: return -1;
  }
}

}  // namespace

int fvd_control_get(void *video, int control, double *value) {
  char message[2];
  return guarded(message, sizeof message, [&]() -> int {
    const int property = property_of(control);
    if (property < 0) return FVD_NOTHING;
    // OpenCV answers −1 where V4L2 does not know the control.
    *value = static_cast<cv::VideoCapture *>(video)->get(property);
    return *value < 0 ? FVD_NOTHING : FVD_OK;
  });
}

int fvd_control_set(void *video, int control, double value) {
  char message[2];
  return guarded(message, sizeof message, [&]() -> int {
    const int property = property_of(control);
    if (property < 0) return FVD_NOTHING;
    return static_cast<cv::VideoCapture *>(video)->set(property, value) ? FVD_OK : FVD_NOTHING;
  });
}

void fvd_close(void *video) {
  try {
    delete static_cast<cv::VideoCapture *>(video);
  } catch (...) {
  }
}
