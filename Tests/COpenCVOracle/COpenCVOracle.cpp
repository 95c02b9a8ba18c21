#include "COpenCVOracle.h"

#include <cstdio>
#include <exception>
#include <opencv2/core.hpp>
#include <opencv2/core/utility.hpp>
#include <opencv2/face.hpp>
#include <string>
#include <vector>

namespace {

std::vector<cv::Mat> pictures(const uint8_t *faces, size_t count, int width, int height) {
  std::vector<cv::Mat> result;
  for (size_t i = 0; i < count; i++) {
    const uint8_t *start = faces + i * static_cast<size_t>(width) * static_cast<size_t>(height);
    result.push_back(cv::Mat(height, width, CV_8UC1, const_cast<uint8_t *>(start)).clone());
  }
  return result;
}

/// Keeps the distances in the order of the faces; `getResults` sorts or loses it.
class EveryDistance : public cv::face::PredictCollector {
 public:
  explicit EveryDistance(double *target) : target_(target) {}
  void init(size_t) override { next_ = 0; }
  bool collect(int, double distance) override {
    target_[next_++] = distance;
    return true;
  }

 private:
  double *target_;
  size_t next_ = 0;
};

template <typename Body>
int guarded(char *message, Body body) noexcept {
  try {
    cv::setNumThreads(1);
    body();
    return 0;
  } catch (const cv::Exception &error) {
    std::snprintf(message, FCO_MESSAGE_BYTES, "%s", error.what());
  } catch (const std::exception &error) {
    std::snprintf(message, FCO_MESSAGE_BYTES, "%s", error.what());
  } catch (...) {
    std::snprintf(message, FCO_MESSAGE_BYTES, "unknown exception");
  }
  return -1;
}

void measure(
    cv::face::FaceRecognizer &recognizer, const std::vector<cv::Mat> &probes, size_t count,
    double *distances) {
  for (size_t i = 0; i < probes.size(); i++) {
    cv::Ptr<EveryDistance> collector = cv::makePtr<EveryDistance>(distances + i * count);
    recognizer.predict(probes[i], collector);
  }
}

}  // namespace

const char *fco_version(void) {
  static const std::string version = cv::getVersionString();
  return version.c_str();
}

int fco_subspace_train(
    int fisher, const uint8_t *faces, const int32_t *labels, size_t count, int width, int height,
    int components, const uint8_t *probes, size_t probeCount, double *axes, double *eigenvalues,
    size_t *axisCount, double *distances, char *message) {
  return guarded(message, [&] {
    cv::Ptr<cv::face::BasicFaceRecognizer> recognizer;
    if (fisher)
      recognizer = cv::face::FisherFaceRecognizer::create(components);
    else
      recognizer = cv::face::EigenFaceRecognizer::create(components);
    recognizer->train(
        pictures(faces, count, width, height), std::vector<int>(labels, labels + count));
    const cv::Mat vectors = recognizer->getEigenVectors();
    const cv::Mat values = recognizer->getEigenValues();
    *axisCount = static_cast<size_t>(vectors.cols);
    for (int row = 0; row < vectors.rows; row++)
      for (int column = 0; column < vectors.cols; column++)
        axes[row * vectors.cols + column] = vectors.at<double>(row, column);
    for (int i = 0; i < vectors.cols; i++) eigenvalues[i] = values.at<double>(i);
    measure(*recognizer, pictures(probes, probeCount, width, height), count, distances);
  });
}

int fco_lbph_train(
    const uint8_t *faces, const int32_t *labels, size_t count, int width, int height, int radius,
    int neighbors, int gridX, int gridY, const uint8_t *probes, size_t probeCount,
    float *histograms, double *distances, char *message) {
  return guarded(message, [&] {
    auto recognizer =
        cv::face::LBPHFaceRecognizer::create(radius, neighbors, gridX, gridY);
    recognizer->train(
        pictures(faces, count, width, height), std::vector<int>(labels, labels + count));
    const std::vector<cv::Mat> rows = recognizer->getHistograms();
    size_t next = 0;
    for (const cv::Mat &row : rows)
      for (int bin = 0; bin < row.cols; bin++) histograms[next++] = row.at<float>(0, bin);
    measure(*recognizer, pictures(probes, probeCount, width, height), count, distances);
  });
}

int fco_label_predict(
    int method, const uint8_t *faces, const int32_t *labels, size_t count, int width, int height,
    int components, const uint8_t *probe, int32_t *label, double *distance, char *message) {
  return guarded(message, [&] {
    cv::Ptr<cv::face::FaceRecognizer> recognizer;
    if (method == 0)
      recognizer = cv::face::EigenFaceRecognizer::create(components);
    else if (method == 1)
      recognizer = cv::face::FisherFaceRecognizer::create(components);
    else
      recognizer = cv::face::LBPHFaceRecognizer::create();
    recognizer->train(
        pictures(faces, count, width, height), std::vector<int>(labels, labels + count));
    int found = -1;
    recognizer->predict(pictures(probe, 1, width, height)[0], found, *distance);
    *label = found;
  });
}
