// Heights of crowns above the gum.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

namespace intercusp {

//! From the lowest to the highest vertices of each crown, a fiftieth of them apart at either end, mm; 0 for a crown without
//! vertices.
//! \param crown of each vertex, an index below `count`, or negative
//! \param up unit, towards the opposite jaw
[[nodiscard]] std::vector<double> crown_heights_mm(std::span<const Eigen::Vector3d> vertices,
                                                   std::span<const int> crown, std::size_t count,
                                                   const Eigen::Vector3d& up);

}  // namespace intercusp
