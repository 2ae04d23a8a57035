// A binary tree of boxes about the anatomy of one jaw, in the jaw's own frame: made once, asked for every
// pose and every motion. Internal to occlusion/motion.
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
    std::uint32_t begin, end;      //!< of the faces in it
    std::uint32_t right = 0;       //!< the second child; the first follows the node; 0: a leaf
    [[nodiscard]] bool is_leaf() const { return right == 0; }
  };

  explicit BoxTree(const Solid& jaw);

  //! Without anatomy there is none. The first is the root.
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
