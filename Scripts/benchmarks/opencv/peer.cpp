// What OpenCV 4.6 itself takes for the rows of Scripts/bench, on the same files. Compiled and called by
// it: `opencv-peer ROW FILE… [--name value…]` prints one JSON object as facebench-benchmarks does.
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <opencv2/core.hpp>
#include <opencv2/face.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/objdetect.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

/// A peer slower than this runs once.
const double patience_ms = 30000;

double wall_ms() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e3 + now.tv_nsec * 1e-6;
}

double cpu_ms() {
  rusage used;
  getrusage(RUSAGE_SELF, &used);
  return (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e3 +
         (used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-3;
}

struct Measurement {
  std::vector<double> wall, cpu;
  std::map<std::string, double> facts;

  void add(double scale, const std::function<void()> &body) {
    const double w = wall_ms(), c = cpu_ms();
    body();
    wall.push_back((wall_ms() - w) * scale);
    cpu.push_back((cpu_ms() - c) * scale);
  }

  /// A warm-up and `runs` runs; only one when that takes longer than anybody waits.
  void repeat(int runs, const std::function<void()> &body, double scale = 1) {
    add(scale, body);
    if (wall[0] / scale > patience_ms) return;
    wall.clear();
    cpu.clear();
    for (int i = 0; i < runs; i++) add(scale, body);
  }

  void print() const {
    auto list = [](const std::vector<double> &values) {
      std::ostringstream text;
      text.precision(9);
      for (size_t i = 0; i < values.size(); i++) text << (i ? "," : "") << values[i];
      return text.str();
    };
    std::printf("{\"wall_ms\":[%s],\"cpu_ms\":[%s],\"facts\":{", list(wall).c_str(),
                list(cpu).c_str());
    const char *comma = "";
    for (const auto &fact : facts) {
      std::printf("%s\"%s\":%g", comma, fact.first.c_str(), fact.second);
      comma = ",";
    }
    std::printf("}}\n");
  }
};

struct Request {
  std::vector<std::string> files;
  std::map<std::string, std::string> settings;

  int integer(const std::string &name, int standard) const {
    auto found = settings.find(name);
    return found == settings.end() ? standard : std::atoi(found->second.c_str());
  }
  std::string word(const std::string &name, const std::string &standard) const {
    auto found = settings.find(name);
    return found == settings.end() ? standard : found->second;
  }
  int runs() const { return integer("runs", 5); }
};

struct Faces {
  std::vector<cv::Mat> images;
  std::vector<int> labels;
};

Faces read_faces(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  char mark[8];
  int32_t numbers[4];
  file.read(mark, 8).read(reinterpret_cast<char *>(numbers), 16);
  if (!file || std::memcmp(mark, "FACES1\n", 7) != 0) throw std::runtime_error("no faces: " + path);
  Faces faces;
  faces.labels.resize(numbers[0]);
  file.read(reinterpret_cast<char *>(faces.labels.data()), numbers[0] * 4L);
  for (int i = 0; i < numbers[0]; i++) {
    cv::Mat image(numbers[2], numbers[1], CV_8UC1);
    file.read(reinterpret_cast<char *>(image.data), image.total());
    faces.images.push_back(image);
  }
  if (!file) throw std::runtime_error("cut off: " + path);
  return faces;
}

std::vector<std::string> read_lines(const std::string &path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);)
    if (!line.empty()) lines.push_back(line);
  return lines;
}

Measurement train(const Request &request,
                  const std::function<cv::Ptr<cv::face::FaceRecognizer>()> &make) {
  const Faces faces = read_faces(request.files.at(0));
  Measurement measurement;
  measurement.repeat(request.runs(), [&] { make()->train(faces.images, faces.labels); });
  return measurement;
}

/// Predicts `probes` one after the other, which is all that OpenCV offers.
void predict_all(const cv::face::FaceRecognizer &model, const std::vector<cv::Mat> &probes) {
  for (const cv::Mat &probe : probes) {
    int label;
    double distance;
    model.predict(probe, label, distance);
  }
}

Measurement eigen_predict(const Request &request, size_t most, bool each) {
  auto model = cv::face::EigenFaceRecognizer::create();
  model->read(request.files.at(0));
  Faces probes = read_faces(request.files.at(1));
  if (probes.images.size() > most) probes.images.resize(most);
  Measurement measurement;
  measurement.repeat(request.runs(), [&] { predict_all(*model, probes.images); },
                     each ? 1.0 / probes.images.size() : 1);
  return measurement;
}

Measurement lbph_predict(const Request &request) {
  const Faces faces = read_faces(request.files.at(0));
  const Faces probes = read_faces(request.files.at(1));
  auto model = cv::face::LBPHFaceRecognizer::create();
  model->train(faces.images, faces.labels);
  Measurement measurement;
  measurement.repeat(request.runs(), [&] { predict_all(*model, probes.images); });
  return measurement;
}

double status_mib(const char *key) {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);)
    if (line.rfind(key, 0) == 0) return std::atof(line.c_str() + std::strlen(key) + 1) / 1024;
  return 0;
}

/// The times of `body`, and the memory that its first run needed.
Measurement with_memory(const Request &request, const std::function<void()> &body) {
  std::ofstream("/proc/self/clear_refs") << "5";
  const double before = status_mib("VmRSS:");
  body();
  Measurement measurement;
  measurement.facts["extra_mib"] = std::max(0.0, status_mib("VmHWM:") - before);
  for (int i = 0; i < request.runs(); i++) measurement.add(1, body);
  return measurement;
}

Measurement model_load(const Request &request) {
  return with_memory(
      request, [&] { cv::face::EigenFaceRecognizer::create()->read(request.files.at(0)); });
}

Measurement model_save(const Request &request) {
  auto model = cv::face::EigenFaceRecognizer::create();
  model->read(request.files.at(0));
  return with_memory(request, [&] { model->write(request.files.at(1)); });
}

/// Runs `body(lane, index)` on `jobs` threads, indices in order.
void in_parallel(int jobs, size_t count, const std::function<void(int, size_t)> &body) {
  std::atomic<size_t> next{0};
  std::vector<std::thread> threads;
  for (int lane = 0; lane < jobs; lane++)
    threads.emplace_back([&, lane] {
      for (size_t i; (i = next++) < count;) body(lane, i);
    });
  for (std::thread &thread : threads) thread.join();
}

/// Four ungrouped searches of every picture, the cost that no sweep can go below.
Measurement detector(const Request &request) {
  cv::setNumThreads(1);
  const int jobs = request.integer("jobs", 2);
  std::vector<cv::Mat> images;
  for (const std::string &line : read_lines(request.files.at(0)))
    images.push_back(cv::imread(line, cv::IMREAD_GRAYSCALE));
  std::stable_sort(images.begin(), images.end(),
                   [](const cv::Mat &a, const cv::Mat &b) { return a.total() > b.total(); });
  const std::string cascade =
      request.word("cascade-file", "/usr/share/opencv4/haarcascades/haarcascade_frontalface_default.xml");
  Measurement measurement;
  measurement.repeat(request.runs(), [&] {
    std::vector<cv::CascadeClassifier> lanes(jobs);
    for (auto &lane : lanes)
      if (!lane.load(cascade)) throw std::runtime_error("no cascade");
    in_parallel(jobs, images.size(), [&](int lane, size_t i) {
      for (double scale : {1.05, 1.1, 1.2, 1.3}) {
        std::vector<cv::Rect> boxes;
        lanes[lane].detectMultiScale(images[i], boxes, scale, 0, 0, cv::Size(24, 24));
      }
    });
  });
  return measurement;
}

/// Writes faces as JPEG files, quality 95: `make-jpegs FACES DIR --count N`.
Measurement make_jpegs(const Request &request) {
  const Faces faces = read_faces(request.files.at(0));
  mkdir(request.files.at(1).c_str(), 0777);
  const int count = request.integer("count", 1000);
  for (int i = 0; i < count; i++)
    cv::imwrite(request.files[1] + "/" + std::to_string(i) + ".jpg",
                faces.images[i % faces.images.size()]);
  return Measurement();
}

/// Writes the listed pictures as graymaps, for who reads no JPEG: `make-graymaps LIST DIR`.
Measurement make_graymaps(const Request &request) {
  mkdir(request.files.at(1).c_str(), 0777);
  int number = 0;
  for (const std::string &line : read_lines(request.files.at(0)))
    cv::imwrite(request.files[1] + "/" + std::to_string(number++) + ".pgm",
                cv::imread(line, cv::IMREAD_GRAYSCALE));
  return Measurement();
}

/// Decoding and the same recipe inside one process.
Measurement decode(const Request &request) {
  cv::setNumThreads(1);
  const int jobs = request.integer("jobs", 2);
  const int count = request.integer("count", 1000);
  Measurement measurement;
  measurement.repeat(request.runs(), [&] {
    in_parallel(jobs, count, [&](int, size_t i) {
      std::ifstream file(request.files[0] + "/" + std::to_string(i) + ".jpg", std::ios::binary);
      const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
      cv::Mat image = cv::imdecode(bytes, cv::IMREAD_UNCHANGED), small, face;
      if (image.channels() == 3) cv::cvtColor(image, image, cv::COLOR_BGR2GRAY);
      cv::resize(image, small, cv::Size(70, 70), 0, 0, cv::INTER_AREA);
      cv::equalizeHist(small, face);
    });
  });
  return measurement;
}

const std::map<std::string, std::function<Measurement(const Request &)>> rows = {
    {"eigen-train",
     [](const Request &r) {
       return train(r, [&] { return cv::face::EigenFaceRecognizer::create(r.integer("components", 80)); });
     }},
    {"fisher-train",
     [](const Request &r) { return train(r, [] { return cv::face::FisherFaceRecognizer::create(); }); }},
    {"lbph-train",
     [](const Request &r) { return train(r, [] { return cv::face::LBPHFaceRecognizer::create(); }); }},
    {"project-and-search", [](const Request &r) { return eigen_predict(r, 1u << 30, false); }},
    {"predict-one", [](const Request &r) { return eigen_predict(r, 200, true); }},
    {"lbph-predict", lbph_predict},
    {"model-load", model_load},
    {"model-save", model_save},
    {"detector-sweep", detector},
    {"decode", decode},
    {"make-jpegs", make_jpegs},
    {"make-graymaps", make_graymaps},
};

}  // namespace

int main(int count, char **words) {
  if (count < 2) return 2;
  // The start-up row: a program that is linked with OpenCV and does nothing with it.
  if (std::string(words[1]) == "--version") {
    std::printf("OpenCV %s\n", cv::getVersionString().c_str());
    return 0;
  }
  Request request;
  for (int i = 2; i < count; i++) {
    const std::string word = words[i];
    if (word.rfind("--", 0) == 0 && i + 1 < count)
      request.settings[word.substr(2)] = words[++i];
    else
      request.files.push_back(word);
  }
  try {
    rows.at(words[1])(request).print();
  } catch (const std::exception &error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}
