#pragma once

#include <opencv2/core/persistence.hpp>

/// Looks through what OpenCV's cascade reader takes unseen and its search trusts: numbers of
/// features, children and leaves, sizes of trees, and rectangles inside the window.
///
/// Throws std::runtime_error with what was found.
void check_cascade(const cv::FileNode &cascade);
