// Depth, intersection and nearness of two solids, without pixels.
//
// Internal to occlusion/several.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "occlusion/several/depth_field.h"
#include "occlusion/several/longest_chord.h"

namespace intercusp {

//! The deepest point of either solid's surface inside the other solid.
struct DeepestPlace {
  double depth_mm = 0;  //!< depth found; 0 if no point lies inside
  double bound_mm = 0;  //!< upper bound of the depth
  Eigen::Vector3d point{0, 0, 0};
  Eigen::Vector3d closest{0, 0, 0};                                //!< closest point of the other surface
  bool on_a = true;                                                //!< whether the point is on a's surface
  std::uint32_t face = no_depth_face, other_face = no_depth_face;  //!< faces of the visible surfaces
};

struct SharedVolume {
  double mm3 = 0;
  double error_mm3 = 0;  //!< from parts that rounding decides
};

struct PairDepth {
  DeepestPlace deepest;
  //! Volume of the intersection, by the divergence theorem over its surface. Empty for bodies, and if import
  //! added faces to either solid, because these bound no overlap.
  std::optional<SharedVolume> shared;
  std::vector<BoundingPart> intersection;  //!< surface of the intersection; empty for bodies
};

//! One of several solids. An analytic box is represented by its mesh, which is exact.
class DepthSolid {
 public:
  DepthSolid(std::shared_ptr<const Solid> solid, std::shared_ptr<const AnalyticBody> body);

  [[nodiscard]] bool is_mesh() const { return !round_; }
  [[nodiscard]] const DepthField& field() const {
    return round_ ? static_cast<const DepthField&>(*round_) : *mesh_;
  }
  [[nodiscard]] const MeshDepth& mesh() const { return *mesh_; }    //!< \pre is_mesh
  [[nodiscard]] const BodyField& round() const { return *round_; }  //!< \pre not is_mesh

 private:
  std::optional<MeshDepth> mesh_;
  std::optional<BodyField> round_;
};

[[nodiscard]] PairDepth pair_depth(const DepthSolid& a, const DepthSolid& b, double depth_tolerance_mm);

//! Whether two anatomical surfaces that do not cross come within a distance.
[[nodiscard]] bool come_within(const DepthSolid& a, const DepthSolid& b, double distance_mm);
[[nodiscard]] bool meshes_come_within(const Solid& a, const Solid& b, double distance_mm);

}  // namespace intercusp
