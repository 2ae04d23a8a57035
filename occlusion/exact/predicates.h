// Exact side tests for coordinates in double, by CGAL's filtered predicates
// (Exact_predicates_inexact_constructions_kernel). Only predicates.cpp includes CGAL.
//
// Internal to occlusion/exact.
#pragma once

#include <Eigen/Core>

namespace intercusp::exact {

//! Side of the plane through a, b, c on which `point` lies: +1 where the right-hand normal points, -1 behind,
//! 0 on the plane or if a, b, c are collinear.
[[nodiscard]] int side_of_plane(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c,
                                const Eigen::Vector3d& point);

//! Side of the line from a to b on which `point` lies: +1 left, -1 right, 0 on it or if a equals b.
[[nodiscard]] int side_of_line(const Eigen::Vector2d& a, const Eigen::Vector2d& b,
                               const Eigen::Vector2d& point);

}  // namespace intercusp::exact
