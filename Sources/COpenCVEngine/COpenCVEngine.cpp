#include "COpenCVEngine.h"

#include "COpenCVFunctions.h"
#include "CascadeCheck.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/core/ocl.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/objdetect.hpp>

namespace {

void say(char *message, size_t size, const char *words) noexcept {
  if (message && size > 0) std::snprintf(message, size, "%s", words);
}

// Runs `body` and turns every exception into 1: none may reach Swift.
template <typename Body>
int guarded(char *message, size_t size, Body body) noexcept {
  say(message, size, "");
  try {
    body();
    return 0;
  } catch (const cv::Exception &error) {
    say(message, size, error.err.c_str());
  } catch (const std::exception &error) {
    say(message, size, error.what());
  } catch (...) {
    say(message, size, "unknown exception");
  }
  return 1;
}

cv::Mat view(fcv_picture picture) {
  return cv::Mat(picture.height, picture.width, CV_8UC1, const_cast<uint8_t *>(picture.levels));
}

cv::Mat view(uint8_t *levels, int width, int height) {
  return cv::Mat(height, width, CV_8UC1, levels);
}

void hand_out(const std::vector<cv::Rect> &found, fcv_box **boxes, size_t *count) {
  *count = 0;
  *boxes = nullptr;
  if (found.empty()) return;
  auto *copy = static_cast<fcv_box *>(std::malloc(found.size() * sizeof(fcv_box)));
  if (!copy) throw std::bad_alloc();
  for (size_t i = 0; i < found.size(); ++i)
    copy[i] = {found[i].x, found[i].y, found[i].width, found[i].height};
  *boxes = copy;
  *count = found.size();
}

}  // namespace

struct fcv_cascade {
  cv::CascadeClassifier classifier;
};

namespace {

// Once a process: every thread makes a detector of its own, and cv::setNumThreads replaces what
// another thread may be replacing.
void start(void) {
  static const bool is_done = [] {
    try {
      cv::setNumThreads(1);
      cv::ocl::setUseOpenCL(false);
      cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    } catch (...) {
    }
    return true;
  }();
  (void)is_done;
}

int resize(fcv_picture from, int averaging, uint8_t *to, int width, int height, char *message,
               size_t size) {
  return guarded(message, size, [&] {
    cv::Mat target = view(to, width, height);
    cv::resize(view(from), target, target.size(), 0, 0,
               averaging ? cv::INTER_AREA : cv::INTER_LINEAR);
  });
}

int equalize(fcv_picture from, uint8_t *to, char *message, size_t size) {
  return guarded(message, size, [&] {
    cv::Mat target = view(to, from.width, from.height);
    cv::equalizeHist(view(from), target);
  });
}

int clahe(fcv_picture from, double clip_limit, int tiles, uint8_t *to, char *message,
              size_t size) {
  return guarded(message, size, [&] {
    cv::Mat target = view(to, from.width, from.height);
    cv::createCLAHE(clip_limit, cv::Size(tiles, tiles))->apply(view(from), target);
  });
}

int blur(const double *from, int width, int height, double sigma, double *to, char *message,
             size_t size) {
  return guarded(message, size, [&] {
    const cv::Mat source(height, width, CV_64FC1, const_cast<double *>(from));
    cv::Mat target(height, width, CV_64FC1, to);
    const int side = 2 * static_cast<int>(std::ceil(3 * sigma)) + 1;
    cv::GaussianBlur(source, target, cv::Size(side, side), sigma, sigma, cv::BORDER_REFLECT_101);
  });
}

int warp(fcv_picture from, const double matrix[6], uint8_t *to, int width, int height,
             char *message, size_t size) {
  return guarded(message, size, [&] {
    const cv::Mat map(2, 3, CV_64FC1, const_cast<double *>(matrix));
    cv::Mat target = view(to, width, height);
    cv::warpAffine(view(from), target, map, target.size(),
                   cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
  });
}

int sharpness(fcv_picture from, double *variance, char *message, size_t size) {
  return guarded(message, size, [&] {
    cv::Mat edges;
    cv::Laplacian(view(from), edges, CV_64F);
    cv::Scalar mean, deviation;
    cv::meanStdDev(edges, mean, deviation);
    *variance = deviation[0] * deviation[0];
  });
}

int write(uint8_t *levels, int width, int height, const char *text, int x, int baseline,
          int capital, char *message, size_t size) {
  return guarded(message, size, [&] {
    cv::Mat target(height, width, CV_8UC3, levels);
    // A capital of this font is 21 pixels high at scale 1.
    const double scale = capital / 21.0;
    const int line = std::max(1, capital / 9);
    const cv::Size extent =
        cv::getTextSize(text, cv::FONT_HERSHEY_SIMPLEX, scale, 3 * line, nullptr);
    const cv::Point place(std::max(0, std::min(x, width - extent.width)), baseline);
    cv::putText(target, text, place, cv::FONT_HERSHEY_SIMPLEX, scale, cv::Scalar(0, 0, 0),
                line + 2 * std::max(1, line), cv::LINE_AA);
    cv::putText(target, text, place, cv::FONT_HERSHEY_SIMPLEX, scale, cv::Scalar(255, 255, 255),
                line, cv::LINE_AA);
  });
}

fcv_cascade *cascade_read(const char *text, size_t count, char *message, size_t size) {
  fcv_cascade *result = nullptr;
  guarded(message, size, [&] {
    start();
    auto cascade = std::make_unique<fcv_cascade>();
    cv::FileStorage storage(std::string(text, count),
                            cv::FileStorage::READ | cv::FileStorage::MEMORY);
    const cv::FileNode root = storage.isOpened() ? storage.getFirstTopLevelNode() : cv::FileNode();
    const bool is_cascade =
        root.isMap() && root["stageType"].isString() && root["featureParams"].isMap();
    if (is_cascade) check_cascade(root);
    if (!is_cascade || !cascade->classifier.read(root) || cascade->classifier.empty())
      throw std::runtime_error("no cascade of the format that opencv_traincascade writes");
    result = cascade.release();
  });
  return result;
}

void cascade_free(fcv_cascade *cascade) {
  try {
    delete cascade;
  } catch (...) {
  }
}

void cascade_window(const fcv_cascade *cascade, int *width, int *height) {
  *width = *height = 0;
  try {
    const cv::Size window = cascade->classifier.getOriginalWindowSize();
    *width = window.width;
    *height = window.height;
  } catch (...) {
  }
}

int cascade_search(fcv_cascade *cascade, fcv_picture picture, double scale, int min_size,
                       int max_size, fcv_box **boxes, size_t *count, char *message, size_t size) {
  return guarded(message, size, [&] {
    std::vector<cv::Rect> found;
    // The inner classifier does not clip; the outer one cuts boxes at the border before anybody can
    // group them, and cut boxes group differently.
    cascade->classifier.cc->detectMultiScale(view(picture), found, scale, 0, 0,
                                             cv::Size(min_size, min_size),
                                             cv::Size(max_size, max_size));
    hand_out(found, boxes, count);
  });
}

int cascade_plain_search(fcv_cascade *cascade, fcv_picture picture, double scale,
                             int neighbors, int min_size, int max_size, fcv_box **boxes,
                             size_t *count, char *message, size_t size) {
  return guarded(message, size, [&] {
    std::vector<cv::Rect> found;
    cascade->classifier.detectMultiScale(view(picture), found, scale, neighbors, 0,
                                         cv::Size(min_size, min_size),
                                         cv::Size(max_size, max_size));
    hand_out(found, boxes, count);
  });
}

void boxes_free(fcv_box *boxes) { std::free(boxes); }

}  // namespace

const fcv_functions *fcv_engine(void) {
  static const fcv_functions functions = {sizeof(fcv_functions),
                                          start,
                                          resize,
                                          equalize,
                                          clahe,
                                          blur,
                                          warp,
                                          sharpness,
                                          write,
                                          cascade_read,
                                          cascade_free,
                                          cascade_window,
                                          cascade_search,
                                          cascade_plain_search,
                                          boxes_free};
  return &functions;
}
