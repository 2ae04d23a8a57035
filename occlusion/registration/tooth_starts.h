// A pose that brings teeth with equal numbers together, as a start.
#pragma once

#include <Eigen/Geometry>
#include <map>
#include <optional>

#include "occlusion/base/jaw.h"
#include "occlusion/teeth/jaw_scan.h"

namespace intercusp {

//! The middle of each tooth's vertices, by its FDI number.
[[nodiscard]] std::map<int, Eigen::Vector3d> tooth_middles(const JawScan& scan);

//! fixed_from_moving from the middles of teeth that both scans have (rigid_fit.h). Empty with fewer than
//! three such teeth.
[[nodiscard]] std::optional<Eigen::Isometry3d> tooth_start(const std::map<int, Eigen::Vector3d>& fixed,
                                                           const std::map<int, Eigen::Vector3d>& moving);

//! The jaw to which most numbers belong; empty without numbers.
[[nodiscard]] std::optional<Jaw> jaw_of_numbers(const std::map<int, Eigen::Vector3d>& teeth);

}  // namespace intercusp
