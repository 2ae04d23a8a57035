// The boxes around a jaw's anatomy through which a search for contact descends. Internal to occlusion/motion.
#pragma once

#include <Eigen/Core>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/geometry/box_tree.h"
#include "occlusion/geometry/solid.h"
#include "occlusion/motion/trajectories.h"

namespace intercusp::motion {

//! The shape of a node's faces, which bounds them more closely than the box. In the jaw's frame.
struct NodeShape {
  //! Reach along the six diagonals of the axes (Klosowski 1998), from the box's centre: x+y, x−y, x+z, x−z, y+z, y−z.
  std::array<float, 6> low, high;
  Eigen::Vector3f normal{0, 0, 0};  //!< roughly the mean of the faces' normals; zero: unknown
  float offset = 0;  //!< upper bound of normal·(point − centre of the box) for all points of the faces
  float least_cosine = -1;  //!< lower bound of the cosine between the normal and that of any face
};

//! Bounds of how far a node's faces reach along a direction of any length, measured from the centre of its
//! box.
[[nodiscard]] Reach reach_along(const Eigen::Vector3d& direction, const Eigen::Vector3d& half,
                                const NodeShape& shape);

//! A binary tree. A search visits a few per cent of a jaw. The constructor therefore builds only the boxes
//! down to bundles of faces. Any thread builds the boxes of a bundle when they are first used.
class JawTree {
 public:
  //! \param jaw must outlive this object
  explicit JawTree(const Solid& jaw);

  [[nodiscard]] bool empty() const { return top_.tree.nodes().empty(); }
  static constexpr std::uint32_t root = 0;
  //! All numbers of nodes are below this.
  [[nodiscard]] std::size_t numbers() const {
    return top_.tree.nodes().size() + bundle_nodes * bundles_.size();
  }

  [[nodiscard]] const BoxTree::Node& node(std::uint32_t number) const;
  [[nodiscard]] const NodeShape& shape(std::uint32_t number) const;
  //! The children of a node; empty for a leaf.
  [[nodiscard]] std::optional<std::array<std::uint32_t, 2>> children(std::uint32_t number) const;
  [[nodiscard]] std::span<const std::uint32_t> faces(std::uint32_t number) const;

 private:
  //! Testing a pair of faces costs about ten times as much as testing a pair of boxes.
  static constexpr std::uint32_t leaf_faces = 2;
  static constexpr std::uint32_t bundle_faces = 64, bundle_nodes = bundle_faces / leaf_faces * 2;

  struct Boxes {
    BoxTree tree;
    std::vector<NodeShape> shapes;  //!< shapes of the tree's nodes
  };
  struct Bundle {
    std::atomic<const Boxes*> made = nullptr;
    std::unique_ptr<const Boxes> boxes;
  };
  struct NumberedNode {
    const Boxes& boxes;
    std::uint32_t node;
    std::uint32_t first;  //!< number of the first node of these boxes
  };

  [[nodiscard]] NumberedNode place(std::uint32_t number) const;
  [[nodiscard]] const Boxes& bundle(std::uint32_t index) const;
  [[nodiscard]] std::uint32_t first_of_bundle(std::uint32_t index) const {
    return static_cast<std::uint32_t>(top_.tree.nodes().size()) + bundle_nodes * index;
  }

  const Solid& jaw_;
  Boxes top_;  //!< each leaf is a bundle; all bundles but the last are full
  mutable std::vector<Bundle> bundles_;
  mutable std::mutex keeping_;
};

}  // namespace intercusp::motion
