// A pose that brings teeth of the same number together, as a start.
#pragma once

#include <Eigen/Geometry>
#include <map>
#include <optional>

#include "occlusion/base/jaw.h"
#include "occlusion/teeth/jaw_scan.h"

namespace intercusp {

//! The middle of each tooth's vertices, by its FDI number.
[[nodiscard]] std::map<int, Eigen::Vector3d> tooth_middles(const JawScan& scan);

//! fixed_from_moving by the middles of teeth that both have (rigid_fit.h). Nothing with fewer than three.
[[nodiscard]] std::optional<Eigen::Isometry3d> tooth_start(const std::map<int, Eigen::Vector3d>& fixed,
                                                           const std::map<int, Eigen::Vector3d>& moving);

//! Whose teeth most numbers are; nothing without numbers.
[[nodiscard]] std::optional<Jaw> jaw_of_numbers(const std::map<int, Eigen::Vector3d>& teeth);

}  // namespace intercusp
