// Data that all poses and motions of a jaw share. Internal to occlusion/motion.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "occlusion/geometry/solid.h"
#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/motion/jaw_tree.h"

namespace intercusp::motion {

//! The face across an edge, and its corner opposite that edge.
struct AcrossEdge {
  std::uint32_t face : 30;  //!< 30 bits suffice: more faces would not fit into memory
  std::uint32_t corner : 2;
};

//! For each face and each of its edges (edge i starts at corner i). An edge with no face across it, or with
//! more than one, refers to the face itself.
[[nodiscard]] std::vector<std::array<AcrossEdge, 3>> faces_across(const TriangleMesh& mesh);

//! A connected part of a jaw: a crown, or the gum with its base.
struct JawPart {
  Bounds box;
  std::uint32_t vertex = 0;  //!< a vertex of its anatomy
  bool anatomy = false;
};

struct PreparedJaw {
  explicit PreparedJaw(std::shared_ptr<const Solid> jaw);

  std::shared_ptr<const Solid> solid;
  //! faces_across. It comes first because building it needs temporary memory.
  std::vector<std::array<AcrossEdge, 3>> across;
  JawTree tree;
  std::vector<JawPart> parts;
};

//! Whether the jaws' anatomies overlap by more than the depth tolerance. Fast if the jaws are apart or
//! overlap deeply.
//! \throw std::runtime_error if Embree has no device
[[nodiscard]] bool overlap(const PreparedJaw& upper, const PreparedJaw& lower,
                           const Eigen::Isometry3d& upper_from_lower);

//! A face of a jaw's anatomy near a point.
struct NearFace {
  std::uint32_t face;
  Eigen::Vector3d closest;  //!< closest point of the face
};

//! The faces within a distance of a point.
//! \param point in the jaw's own frame
[[nodiscard]] std::vector<NearFace> faces_near(const PreparedJaw& jaw, const Eigen::Vector3d& point,
                                               double radius_mm);

//! The closest face; empty beyond the radius.
//! \param point in the jaw's own frame
[[nodiscard]] std::optional<NearFace> closest_within(const PreparedJaw& jaw, const Eigen::Vector3d& point,
                                                     double radius_mm);

//! Whether the vector from a point to its closest point of a surface is parallel to a normal there. This
//! holds unless the closest point is on an edge.
[[nodiscard]] bool is_straight_along(const Eigen::Vector3d& normal, const Eigen::Vector3d& way);

}  // namespace intercusp::motion
