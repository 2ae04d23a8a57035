// A binary tree of axis-aligned boxes around the anatomy faces of one jaw, in the jaw's own frame. It is
// built once and serves every pose and motion. Internal to occlusion/motion.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/geometry/solid.h"

namespace intercusp::motion {

class BoxTree {
 public:
  struct Node {
    Eigen::Vector3d centre, half;  //!< of the box, mm
    std::uint32_t begin, end;      //!< range of its faces
    std::uint32_t right = 0;       //!< second child, 0 for a leaf; the first child follows the node
    [[nodiscard]] bool is_leaf() const { return right == 0; }
  };

  explicit BoxTree(const Solid& jaw);

  //! Empty for a jaw without anatomy; otherwise the first node is the root.
  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  [[nodiscard]] std::span<const std::uint32_t> faces(const Node& node) const {
    return std::span(faces_).subspan(node.begin, node.end - node.begin);
  }

 private:
  struct Builder;
  std::vector<std::uint32_t> faces_;
  std::vector<Node> nodes_;
};

}  // namespace intercusp::motion
