#include "occlusion/motion/tracks/track_case.h"

#include <algorithm>

namespace intercusp {
namespace {

Bounds anatomy_bounds(const Solid& solid, const Eigen::Isometry3d& view_from_solid) {
  Bounds bounds;
  for (std::size_t face = 0; face < solid.anatomy_faces; ++face) {
    for (const std::uint32_t vertex : solid.mesh.faces[face])
      bounds.add(view_from_solid * solid.mesh.vertices[vertex]);
  }
  return bounds;
}

Bounds view_bounds(const Solid& solid, const Eigen::Isometry3d& view_from_solid) {
  Bounds bounds;
  for (const Eigen::Vector3d& vertex : solid.mesh.vertices) bounds.add(view_from_solid * vertex);
  return bounds;
}

}  // namespace

Eigen::Vector3d lower_centre(const Solid& lower) {
  return anatomy_bounds(lower, Eigen::Isometry3d::Identity()).centre();
}

std::size_t most_closed_pose(const Track& track, const Eigen::Vector3d& centre, const Eigen::Vector3d& up) {
  const auto height = [&](const TimedPose& pose) { return up.dot(pose.upper_from_lower * centre); };
  const auto highest =
      std::max_element(track.poses.begin(), track.poses.end(),
                       [&](const TimedPose& a, const TimedPose& b) { return height(a) < height(b); });
  return static_cast<std::size_t>(highest - track.poses.begin());
}

View view_over_track(const Bite& bite, const Track& track, const Eigen::Isometry3d& view_from_case,
                     double pixel_mm) {
  const Bounds upper = view_bounds(*bite.upper, view_from_case);
  // The box is that of the first pose's view; its corners move with the jaw.
  const Eigen::Isometry3d first_view_from_lower = view_from_case * track.poses.front().upper_from_lower;
  const Bounds box = view_bounds(*bite.lower, first_view_from_lower);
  Bounds reach;
  for (const TimedPose& pose : track.poses) {
    const Eigen::Isometry3d view_from_first =
        view_from_case * pose.upper_from_lower * first_view_from_lower.inverse(Eigen::Isometry);
    for (int corner = 0; corner < 8; ++corner) {
      const Eigen::Vector3d point((corner & 1) != 0 ? box.max.x() : box.min.x(),
                                  (corner & 2) != 0 ? box.max.y() : box.min.y(),
                                  (corner & 4) != 0 ? box.max.z() : box.min.z());
      reach.add(view_from_first * point);
    }
  }
  return view_of_window(view_from_case, upper.min.cwiseMax(reach.min).head<2>(),
                        upper.max.cwiseMin(reach.max).head<2>(), pixel_mm);
}

}  // namespace intercusp
