// The boxes around a jaw's anatomy that a search for contact descends. Internal to occlusion/motion.
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

//! The shape of a node's faces in addition to their box, in the jaw's frame.
struct NodeShape {
  //! Reach along the six diagonals of the axes (Klosowski 1998), from the box's centre: x+y, x−y, x+z, x−z, y+z, y−z.
  std::array<float, 6> low, high;
  Eigen::Vector3f normal{0, 0, 0};  //!< roughly the faces' mean; zero: unknown
  float offset = 0;  //!< upper bound of normal·(point − centre of the box) for all points of the faces
  float least_cosine = -1;  //!< between the normal and that of any face
};

//! How far a node's faces may reach along a direction of any length, from its box's centre.
[[nodiscard]] Reach reach_along(const Eigen::Vector3d& direction, const Eigen::Vector3d& half,
                                const NodeShape& shape);

//! A binary tree. A search visits a few per cent of a jaw, so only boxes down to bundles of faces are built at once;
//! the boxes of a bundle are built on first use, by any thread.
class JawTree {
 public:
  //! \param jaw must outlive this
  explicit JawTree(const Solid& jaw);

  [[nodiscard]] bool empty() const { return top_.tree.nodes().empty(); }
  static constexpr std::uint32_t root = 0;
  //! Every node has a number below this.
  [[nodiscard]] std::size_t numbers() const {
    return top_.tree.nodes().size() + bundle_nodes * bundles_.size();
  }

  [[nodiscard]] const BoxTree::Node& node(std::uint32_t number) const;
  [[nodiscard]] const NodeShape& shape(std::uint32_t number) const;
  //! Empty for a leaf.
  [[nodiscard]] std::optional<std::array<std::uint32_t, 2>> children(std::uint32_t number) const;
  [[nodiscard]] std::span<const std::uint32_t> faces(std::uint32_t number) const;

 private:
  //! A pair of faces costs about ten times as much to test as a pair of boxes.
  static constexpr std::uint32_t leaf_faces = 2;
  static constexpr std::uint32_t bundle_faces = 64, bundle_nodes = bundle_faces / leaf_faces * 2;

  struct Boxes {
    BoxTree tree;
    std::vector<NodeShape> shapes;  //!< of the tree's nodes
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
  Boxes top_;  //!< each of its leaves is a bundle; all but the last are full
  mutable std::vector<Bundle> bundles_;
  mutable std::mutex keeping_;
};

}  // namespace intercusp::motion
