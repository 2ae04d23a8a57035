// The greatest depth of parts of one solid's surface inside the other solid, both ways, with a proven bound.
//
// Branch and bound: distance is 1-Lipschitz, and the solids bound the depth over a whole triangle (depth_field.h); if
// both bounds are too loose, the triangle is cut into parts.
//
// Internal to occlusion/several.
#pragma once

#include <optional>
#include <vector>

#include "occlusion/geometry/body_patches.h"
#include "occlusion/several/depth_field.h"

namespace intercusp {

//! A triangle of one solid's surface that may lie inside the other.
struct SearchedPart {
  Triangle corners;
  std::uint32_t face = no_depth_face;
  bool sure = false;  //!< it lies inside; otherwise the side of each point counts
  std::optional<PatchTriangle> curved = std::nullopt;  //!< of a body: the triangle is its chord
};

//! All of a body's surface.
[[nodiscard]] std::vector<SearchedPart> searched_patches(const AnalyticBody& body);

struct DeepestPlace {
  double depth_mm = 0;  //!< the depth found; 0: nothing lies inside
  double bound_mm = 0;  //!< nothing lies deeper
  Eigen::Vector3d point{0, 0, 0};
  Eigen::Vector3d closest{0, 0, 0};                                //!< of the other's surface
  bool on_a = true;                                                //!< whose surface the point is on
  std::uint32_t face = no_depth_face, other_face = no_depth_face;  //!< of the visible surfaces
};

//! \param a_parts of a's surface, in b \param enough_mm depths up to this need no closer bound
[[nodiscard]] DeepestPlace deepest_place(const std::vector<SearchedPart>& a_parts, const DepthField& a,
                                         const std::vector<SearchedPart>& b_parts, const DepthField& b,
                                         double enough_mm);

//! Whether a surface comes within a distance of a body of a formula, or inside it.
[[nodiscard]] bool comes_within(const std::vector<SearchedPart>& parts, const BodyField& body,
                                double distance_mm);

}  // namespace intercusp
