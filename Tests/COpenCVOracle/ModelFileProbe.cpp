#include "ModelFileProbe.h"

#include <cstdio>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/face.hpp>
#include <string>
#include <vector>

namespace {

cv::Ptr<cv::face::FaceRecognizer> recogniser(const std::string &kind, int components,
                                             double threshold) {
  if (kind == "eigen") return cv::face::EigenFaceRecognizer::create(components, threshold);
  if (kind == "fisher") return cv::face::FisherFaceRecognizer::create(components, threshold);
  return cv::face::LBPHFaceRecognizer::create(1, 8, 4, 4, threshold);
}

std::vector<cv::Mat> pictures(fcv_probe_faces faces) {
  std::vector<cv::Mat> all;
  for (size_t i = 0; i < faces.count; ++i) {
    const uint8_t *start = faces.pixels + i * static_cast<size_t>(faces.width * faces.height);
    all.push_back(
        cv::Mat(faces.height, faces.width, CV_8UC1, const_cast<uint8_t *>(start)).clone());
  }
  return all;
}

template <typename Body>
int guarded(char *problem, size_t capacity, Body body) noexcept {
  cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
  try {
    body();
    return 1;
  } catch (const std::exception &error) {
    std::snprintf(problem, capacity, "%s", error.what());
  } catch (...) {
    std::snprintf(problem, capacity, "an unknown exception");
  }
  return 0;
}

}  // namespace

int fcv_probe_train(const char *kind, const char *path, fcv_probe_faces faces, const int *labels,
                    int components, double threshold, const char *name, char *problem,
                    size_t capacity) {
  return guarded(problem, capacity, [&] {
    auto model = recogniser(kind, components, threshold);
    model->train(pictures(faces), std::vector<int>(labels, labels + faces.count));
    model->setLabelInfo(1, name);
    model->write(path);
  });
}

int fcv_probe_predict(const char *kind, const char *path, fcv_probe_faces faces, int *labels,
                      double *distances, char *label_text, size_t text_capacity, char *problem,
                      size_t capacity) {
  return guarded(problem, capacity, [&] {
    auto model = recogniser(kind, 0, 0);
    model->read(path);
    std::snprintf(label_text, text_capacity, "%s", model->getLabelInfo(1).c_str());
    std::vector<cv::Mat> all = pictures(faces);
    for (size_t i = 0; i < all.size(); ++i) model->predict(all[i], labels[i], distances[i]);
  });
}
