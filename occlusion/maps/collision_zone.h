// The faces that are about to meet, as an item buffer names them (Myszkowski, Okunev & Kunii 1995, section
// 7).
#pragma once

#include <Eigen/Core>
#include <functional>

#include "occlusion/case/bite.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp {

//! The collision zone: clearances of at most this, or of this much more than the least where that is above 0.
constexpr double collision_zone_mm = 1.0;

//! Area-weighted mean of the normals of the faces in the collision zone, the upper's turned round; unit
//! length, case frame; zero where there are none or where they cancel out. \param counts the pixels to look
//! at; empty: all of them
[[nodiscard]] Eigen::Vector3d collision_zone_normal(
    const ClearanceMap& items, const Bite& bite, const std::function<bool(std::size_t pixel)>& counts = {});

}  // namespace intercusp
