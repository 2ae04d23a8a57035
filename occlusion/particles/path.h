// The path of a particle in closed form, and where it meets a surface: constant velocity or constant acceleration (Knott 2003, equations 3.4 and
// 3.7).
//
// Times are seconds, lengths mm, so speeds are mm/s and accelerations mm/s².
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

constexpr double forever = std::numeric_limits<double>::infinity();  //!< as the end of a search

struct Path {
  Eigen::Vector3d start = Eigen::Vector3d::Zero();         //!< at time 0
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();      //!< at time 0
  Eigen::Vector3d acceleration = Eigen::Vector3d::Zero();  //!< all the time

  [[nodiscard]] Eigen::Vector3d at(double time_s) const {
    return start + time_s * (velocity + (0.5 * time_s) * acceleration);
  }
  [[nodiscard]] Eigen::Vector3d velocity_at(double time_s) const { return velocity + time_s * acceleration; }
};

//! The path with its clock started `time_s` later.
[[nodiscard]] inline Path later(const Path& path, double time_s) {
  return {path.at(time_s), path.velocity_at(time_s), path.acceleration};
}

//! The path seen from another frame.
[[nodiscard]] inline Path moved(const Path& path, const Eigen::Isometry3d& target_from_path) {
  return {target_from_path * path.start, target_from_path.linear() * path.velocity,
          target_from_path.linear() * path.acceleration};
}

struct TimeWindow {
  double from_s = 0, to_s = 0;
};

//! From the first to the last time of 0 or more at which the path may be in the box; empty if it never is, or at rest.
//! The path may leave the box and come back in between.
[[nodiscard]] std::optional<TimeWindow> time_in(const Bounds& box, const Path& path);

//! Each stay in the box separately. A stay also ends where the path turns back along an axis, so that each coordinate
//! is monotonic during a stay: an acceleration a leaves a box of edge d after sqrt(2·√3·d/|a|) at the latest.
struct TimeWindows {
  std::array<TimeWindow, 4> at{};
  int count = 0;

  [[nodiscard]] const TimeWindow* begin() const { return at.data(); }
  [[nodiscard]] const TimeWindow* end() const { return at.data() + count; }
};
[[nodiscard]] TimeWindows times_in(const Bounds& box, const Path& path);

constexpr std::uint32_t no_impact_face = 0xffffffffU;  //!< of a quadric, which has one face

constexpr double beside_mm = 1e-9;  //!< a crossing so close to a face or wall counts for it

//! A particle meets a collider.
struct Impact {
  double time_s = 0;
  std::uint32_t collider = 0;           //!< in the order given
  std::uint32_t face = no_impact_face;  //!< of a mesh; of a body the number of its wall
  Eigen::Vector3d point;
  Eigen::Vector3d velocity;  //!< just before
  Eigen::Vector3d normal;    //!< of the collider, unit length, outward

  [[nodiscard]] double speed_mm_s() const { return velocity.norm(); }
  [[nodiscard]] bool from_inside() const { return velocity.dot(normal) > 0; }
};

//! The wall that a bouncing particle leaves: the particle lies on it to the last bit, so this impact does not count
//! again.
struct LeftSurface {
  std::uint32_t collider = 0;
  std::uint32_t face = no_impact_face;
};

}  // namespace intercusp
