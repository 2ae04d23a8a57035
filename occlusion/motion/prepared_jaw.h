// What every pose and motion of a jaw can share. Internal to occlusion/motion.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "occlusion/geometry/box_tree.h"
#include "occlusion/geometry/solid.h"
#include "occlusion/motion/edge_neighbours.h"
#include "occlusion/motion/trajectories.h"

namespace intercusp::motion {

//! A connected part of a jaw: a crown, or the gum with its base.
struct JawPart {
  Bounds box;
  std::uint32_t vertex = 0;  //!< a vertex of its anatomy
  bool anatomy = false;
};

//! What is known of the faces of a node of the tree beside their box, in the jaw's frame.
struct NodeShape {
  //! Reach along the six diagonals of the axes (Klosowski 1998), from the box's centre: x+y, x−y, x+z, x−z, y+z, y−z.
  std::array<float, 6> low, high;
  Eigen::Vector3f normal{0, 0, 0};  //!< about the faces' mean; zero: nothing is known
  float offset = 0;         //!< of no point of the faces is normal·(point − centre of the box) above this
  float least_cosine = -1;  //!< between the normal and that of any face
};

//! How far a node's faces may reach along a direction of any length, from its box's centre.
[[nodiscard]] Range reach_along(const Eigen::Vector3d& direction, const Eigen::Vector3d& half,
                                const NodeShape& shape);

struct PreparedJaw {
  explicit PreparedJaw(std::shared_ptr<const Solid> jaw);

  std::shared_ptr<const Solid> solid;
  std::vector<std::array<AcrossEdge, 3>> across;  //!< faces_across; first, as it needs memory for a while
  BoxTree tree;
  std::vector<NodeShape> shapes;  //!< of the tree's nodes
  std::vector<JawPart> parts;
};

}  // namespace intercusp::motion
