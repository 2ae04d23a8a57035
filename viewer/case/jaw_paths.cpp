#include "viewer/case/jaw_paths.h"

namespace intercusp::viewer {

JawPaths paths_of(const TracedJaw& jaw, const Track& track) {
  const AnatomicalAxes& axes = jaw.axes;
  const std::array<Eigen::Vector3d, path_points> points = {jaw.incisal_point, jaw.condyles.right,
                                                           jaw.condyles.left};
  Eigen::Matrix3d patient_from_case;
  patient_from_case << axes.left.transpose(), axes.anterior.transpose(), axes.superior.transpose();
  JawPaths paths;
  for (const TimedPose& pose : track.poses) {
    const Eigen::Isometry3d moved = pose.upper_from_lower * jaw.upper_from_lower.inverse(Eigen::Isometry);
    for (std::size_t i = 0; i < points.size(); ++i)
      paths[i].emplace_back(patient_from_case * (moved * points[i] - points[i]));
  }
  return paths;
}

}  // namespace intercusp::viewer
