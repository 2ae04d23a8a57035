// The faces about to meet, as named by an item buffer (Myszkowski, Okunev & Kunii 1995, section 7).
#pragma once

#include <Eigen/Core>
#include <functional>

#include "occlusion/case/bite.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp {

//! The collision zone holds clearances up to this, or up to this much above the smallest if that is positive.
constexpr double collision_zone_mm = 1.0;

//! Mean normal of the surface in the collision zone, with the upper's normals reversed. The paper weighs each face by
//! its whole area; here each pixel weighs by the area of the surface under it, so that the result does not depend on
//! the triangulation. Case frame, unit length; zero without such faces or if their normals cancel.
//! \param counts which pixels to use; empty for all of them
[[nodiscard]] Eigen::Vector3d collision_zone_normal(
    const ClearanceMap& items, const Bite& bite, const std::function<bool(std::size_t pixel)>& counts = {});

}  // namespace intercusp
