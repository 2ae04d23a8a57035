// The pose that brings points of one scan to the corresponding points of another.
#pragma once

#include <Eigen/Geometry>
#include <span>

namespace intercusp {

//! A point on both scans, each in the frame of its scan, mm.
struct PointPair {
  Eigen::Vector3d fixed{0, 0, 0}, moving{0, 0, 0};
  bool operator==(const PointPair&) const = default;
};

//! fixed_from_moving with the least sum of squared distances (Umeyama 1991, IEEE TPAMI 13(4), without scale).
//! \pre at least one pair
[[nodiscard]] Eigen::Isometry3d rigid_fit(std::span<const PointPair> pairs);

//! Whether the pairs determine a pose: there are at least three, and on both scans they are
//! further than a millimetre from a line about which the scan could turn.
[[nodiscard]] bool determine_a_pose(std::span<const PointPair> pairs);

}  // namespace intercusp
