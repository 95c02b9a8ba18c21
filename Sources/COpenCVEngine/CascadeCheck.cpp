#include "CascadeCheck.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace {

struct Bounds {
  int width, height;
  bool is_lbp;
  /// Numbers of a node: two children, a feature, and a threshold or the 256 bits of a set.
  size_t node_step;
  size_t features;
};

[[noreturn]] void refuse(const std::string &reason) { throw std::runtime_error(reason); }

std::vector<double> numbers(const cv::FileNode &node, const std::string &what) {
  std::vector<double> found;
  for (const cv::FileNode &each : node) {
    if (!each.isInt() && !each.isReal()) refuse(what + " holds something that is no number");
    found.push_back(static_cast<double>(each));
  }
  return found;
}

/// Whether `value` is a whole number of lowest ... highest.
bool is_within(double value, double lowest, double highest) {
  return value >= lowest && value <= highest && value == static_cast<int>(value);
}

void check_tree(const cv::FileNode &tree, const Bounds &bounds, const std::string &place) {
  const std::vector<double> nodes = numbers(tree["internalNodes"], place);
  const std::vector<double> leaves = numbers(tree["leafValues"], place);
  const size_t count = nodes.size() / bounds.node_step;
  if (count == 0 || nodes.size() % bounds.node_step != 0)
    refuse(place + " has " + std::to_string(nodes.size()) + " numbers in its nodes, a multiple of " +
           std::to_string(bounds.node_step) + " is needed");
  if (leaves.size() != count + 1)
    refuse(place + " has " + std::to_string(leaves.size()) + " leaves, " +
           std::to_string(count + 1) + " are needed");
  for (size_t i = 0; i < count; ++i) {
    const double *node = &nodes[i * bounds.node_step];
    // A child is a later node, so that the walk ends, or minus the number of a leaf.
    for (int side = 0; side < 2; ++side)
      if (!is_within(node[side], -static_cast<double>(count), static_cast<double>(count) - 1) ||
          (node[side] > 0 && node[side] <= static_cast<double>(i)))
        refuse(place + " has a node whose child is neither a later node nor a leaf");
    if (!is_within(node[2], 0, static_cast<double>(bounds.features) - 1))
      refuse(place + " asks for a feature that is not among the " +
             std::to_string(bounds.features));
  }
}

void check_lbp(const cv::FileNode &feature, const Bounds &bounds, const std::string &place) {
  const std::vector<double> box = numbers(feature["rect"], place);
  // Nine fields of one size, three across and three down.
  if (box.size() != 4 || !is_within(box[0], 0, bounds.width) ||
      !is_within(box[1], 0, bounds.height) || !is_within(box[2], 1, bounds.width) ||
      !is_within(box[3], 1, bounds.height) || box[0] + 3 * box[2] > bounds.width ||
      box[1] + 3 * box[3] > bounds.height)
    refuse(place + " has no rectangle inside the window");
}

void check_haar(const cv::FileNode &feature, const Bounds &bounds, const std::string &place) {
  const cv::FileNode rects = feature["rects"];
  if (!rects.isSeq() || rects.size() < 1 || rects.size() > 3)
    refuse(place + " has " + std::to_string(rects.size()) + " rectangles, 1 to 3 are needed");
  const bool is_tilted = static_cast<int>(feature["tilted"]) != 0;
  for (const cv::FileNode &rect : rects) {
    const std::vector<double> box = numbers(rect, place);
    bool is_inside = box.size() == 5 && is_within(box[0], 0, bounds.width) &&
                     is_within(box[1], 0, bounds.height) && is_within(box[2], 1, bounds.width) &&
                     is_within(box[3], 1, bounds.height) && box[0] + box[2] <= bounds.width;
    // A tilted one goes down to the right for its width and to the left for its height.
    if (is_inside)
      is_inside = is_tilted ? box[0] >= box[3] && box[1] + box[2] + box[3] <= bounds.height
                            : box[1] + box[3] <= bounds.height;
    if (!is_inside) refuse(place + " has a rectangle that is not inside the window");
  }
}

}  // namespace

void check_cascade(const cv::FileNode &cascade) {
  Bounds bounds;
  bounds.width = static_cast<int>(cascade["width"]);
  bounds.height = static_cast<int>(cascade["height"]);
  if (bounds.width < 4 || bounds.height < 4 || bounds.width > 1024 || bounds.height > 1024)
    refuse("a window of impossible size");
  const cv::FileNode kind = cascade["featureType"];
  const std::string name = kind.isString() ? static_cast<std::string>(kind) : "";
  if (name != "LBP" && name != "HAAR")
    refuse("its features are '" + name.substr(0, 32) + "'; HAAR and LBP are known");
  bounds.is_lbp = name == "LBP";
  const cv::FileNode categories = cascade["featureParams"]["maxCatCount"];
  if (!categories.isInt() || static_cast<int>(categories) != (bounds.is_lbp ? 256 : 0))
    refuse("maxCatCount must be 256 for LBP and 0 for HAAR");
  bounds.node_step = bounds.is_lbp ? 3 + 256 / 32 : 4;
  const cv::FileNode features = cascade["features"], stages = cascade["stages"];
  if (!features.isSeq() || !stages.isSeq()) refuse("it has no list of features or of stages");
  bounds.features = features.size();
  int number = 0;
  for (const cv::FileNode &stage : stages) {
    const std::string place = "stage " + std::to_string(number++);
    const cv::FileNode trees = stage["weakClassifiers"];
    if (!trees.isSeq() || trees.size() == 0) refuse(place + " has no trees");
    int tree = 0;
    for (const cv::FileNode &each : trees)
      check_tree(each, bounds, "tree " + std::to_string(tree++) + " of " + place);
  }
  number = 0;
  for (const cv::FileNode &feature : features) {
    const std::string place = "feature " + std::to_string(number++);
    if (bounds.is_lbp)
      check_lbp(feature, bounds, place);
    else
      check_haar(feature, bounds, place);
  }
}
