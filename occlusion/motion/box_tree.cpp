#include "occlusion/motion/box_tree.h"

#include <algorithm>
#include <numeric>

namespace intercusp::motion {
namespace {

//! Small leaves, because testing a pair of faces costs about ten times as much as a pair of boxes.
constexpr std::uint32_t leaf_faces = 2;

}  // namespace

struct BoxTree::Builder {
  const Solid& jaw;
  BoxTree& tree;
  std::vector<Eigen::Vector3d> centres;

  [[nodiscard]] Bounds box_of(std::uint32_t begin, std::uint32_t end) const {
    Bounds box;
    for (std::uint32_t i = begin; i < end; ++i) {
      for (const std::uint32_t vertex : jaw.mesh.faces[tree.faces_[i]]) box.add(jaw.mesh.vertices[vertex]);
    }
    return box;
  }

  //! Splits the faces at the median along the longest side of the bounding box of their centres.
  std::uint32_t split(std::uint32_t begin, std::uint32_t end) {
    Bounds spread;
    for (std::uint32_t i = begin; i < end; ++i) spread.add(centres[tree.faces_[i]]);
    Eigen::Index side = 0;
    spread.size().maxCoeff(&side);
    const std::uint32_t middle = begin + (end - begin) / 2;
    const auto first = tree.faces_.begin();
    std::nth_element(first + begin, first + middle, first + end, [&](std::uint32_t a, std::uint32_t b) {
      const double at_a = centres[a][side], at_b = centres[b][side];
      return at_a != at_b ? at_a < at_b : a < b;
    });
    return middle;
  }

  void add(std::uint32_t begin, std::uint32_t end) {
    const std::size_t place = tree.nodes_.size();
    const Bounds box = box_of(begin, end);
    tree.nodes_.push_back({.centre = box.centre(), .half = 0.5 * box.size(), .begin = begin, .end = end});
    if (end - begin <= leaf_faces) return;
    const std::uint32_t middle = split(begin, end);
    add(begin, middle);
    tree.nodes_[place].right = static_cast<std::uint32_t>(tree.nodes_.size());
    add(middle, end);
  }
};

BoxTree::BoxTree(const Solid& jaw) : faces_(jaw.anatomy_faces) {
  if (faces_.empty()) return;
  std::iota(faces_.begin(), faces_.end(), 0U);
  Builder builder{.jaw = jaw, .tree = *this, .centres = {}};
  builder.centres.reserve(faces_.size());
  for (const std::uint32_t face : faces_) {
    const Face& corners = jaw.mesh.faces[face];
    builder.centres.push_back(
        (jaw.mesh.vertices[corners[0]] + jaw.mesh.vertices[corners[1]] + jaw.mesh.vertices[corners[2]]) / 3);
  }
  nodes_.reserve(faces_.size() * 2);
  builder.add(0, static_cast<std::uint32_t>(faces_.size()));
}

}  // namespace intercusp::motion
