// A binary tree of axis-aligned boxes around faces of a mesh, in the frame of its vertices. Built once, it
// serves every pose, motion and path.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

class BoxTree {
 public:
  struct Node {
    Eigen::Vector3f rounded_centre, rounded_half;
    std::uint32_t begin, end;  //!< range of its faces
    std::uint32_t right = 0;   //!< second child, 0 for a leaf; the first child follows the node
    [[nodiscard]] bool is_leaf() const { return right == 0; }

    //! Centre and half size of the box, mm. The box exceeds its faces by the rounding of single precision.
    [[nodiscard]] Eigen::Vector3d centre() const { return rounded_centre.cast<double>(); }
    [[nodiscard]] Eigen::Vector3d half() const { return rounded_half.cast<double>(); }
  };

  //! \param faces of the mesh; the tree reorders them
  //! \param leaf_faces greatest number of faces in a leaf, at least 1
  BoxTree(const TriangleMesh& mesh, std::span<const std::uint32_t> faces, std::uint32_t leaf_faces);

  //! Empty without faces; otherwise the first node is the root.
  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  [[nodiscard]] std::span<const std::uint32_t> faces(const Node& node) const {
    return std::span(faces_).subspan(node.begin, node.end - node.begin);
  }
  //! \pre the node is not a leaf
  [[nodiscard]] std::pair<const Node*, const Node*> children(const Node& node) const {
    return {&node + 1, &nodes_[node.right]};
  }

 private:
  struct Builder;
  std::vector<std::uint32_t> faces_;
  std::vector<Node> nodes_;
};

}  // namespace intercusp
