// The path of a particle in closed form, with constant velocity or constant acceleration (Knott 2003,
// equations 3.4 and 3.7), and the times at which it meets a surface.
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

constexpr double forever = std::numeric_limits<double>::infinity();  //!< end of an unlimited search

struct Path {
  Eigen::Vector3d start = Eigen::Vector3d::Zero();         //!< at time 0
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();      //!< at time 0
  Eigen::Vector3d acceleration = Eigen::Vector3d::Zero();  //!< constant

  [[nodiscard]] Eigen::Vector3d at(double time_s) const {
    return start + time_s * (velocity + (0.5 * time_s) * acceleration);
  }
  [[nodiscard]] Eigen::Vector3d velocity_at(double time_s) const { return velocity + time_s * acceleration; }
};

//! The path from `time_s` on, with its time measured from there.
[[nodiscard]] inline Path later(const Path& path, double time_s) {
  return {path.at(time_s), path.velocity_at(time_s), path.acceleration};
}

//! The path in another frame.
[[nodiscard]] inline Path moved(const Path& path, const Eigen::Isometry3d& target_from_path) {
  return {target_from_path * path.start, target_from_path.linear() * path.velocity,
          target_from_path.linear() * path.acceleration};
}

struct TimeWindow {
  double from_s = 0, to_s = 0;
};

//! The window from the first to the last time at or after 0 at which the path may be in the box. Empty if it never
//! is, or if it is at rest. The path may leave the box and come back in between.
[[nodiscard]] std::optional<TimeWindow> time_in(const Bounds& box, const Path& path);

//! All stays in the box, separately. A stay also ends where the path turns back along an axis, so that each
//! coordinate is monotonic during a stay. With an acceleration a, a stay in a box of edge d lasts at most
//! sqrt(2·√3·d/|a|).
struct TimeWindows {
  std::array<TimeWindow, 4> at{};
  int count = 0;

  [[nodiscard]] const TimeWindow* begin() const { return at.data(); }
  [[nodiscard]] const TimeWindow* end() const { return at.data() + count; }
};
[[nodiscard]] TimeWindows times_in(const Bounds& box, const Path& path);

constexpr std::uint32_t no_impact_face = 0xffffffffU;  //!< for a quadric, which has no numbered faces

constexpr double beside_mm = 1e-9;  //!< a crossing this close to a face or wall counts as a hit of it

//! An impact of a particle on a collider.
struct Impact {
  double time_s = 0;
  std::uint32_t collider = 0;           //!< index in the given order
  std::uint32_t face = no_impact_face;  //!< face of a mesh, or number of a body's wall
  Eigen::Vector3d point;
  Eigen::Vector3d velocity;  //!< just before the impact
  Eigen::Vector3d normal;    //!< outward unit normal of the collider

  [[nodiscard]] double speed_mm_s() const { return velocity.norm(); }
  [[nodiscard]] bool from_inside() const { return velocity.dot(normal) > 0; }
};

//! The surface that a bouncing particle leaves. The particle lies on it to the last bit, so this impact must
//! not count again.
struct LeftSurface {
  std::uint32_t collider = 0;
  std::uint32_t face = no_impact_face;
};

}  // namespace intercusp
