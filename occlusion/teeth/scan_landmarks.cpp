#include "occlusion/teeth/scan_landmarks.h"

#include <utility>

#include "occlusion/case/teeth.h"
#include "occlusion/teeth/jaw_scan.h"

namespace intercusp {

std::optional<AnatomicalAxes> axes_of(const FoundTeeth& found) {
  if (found.up.isZero()) return std::nullopt;
  const Eigen::Vector3d superior = found.jaw == Jaw::upper ? Eigen::Vector3d(-found.up) : found.up;
  return AnatomicalAxes{superior, found.front, superior.cross(found.front)};
}

std::vector<ToothLandmark> landmarks_of_scan(std::span<const Eigen::Vector3d> vertices,
                                             std::span<const Face> faces, const FoundTeeth& found) {
  const std::optional<AnatomicalAxes> axes = axes_of(found);
  if (!axes) return {};
  WeldedScan scan = welded(vertices, faces);
  std::vector<int> labels = welded_labels(found.labels, scan.of_vertex, scan.mesh.vertices.size());
  Solid jaw = solid_of(std::move(scan.mesh));
  jaw.labels = std::move(labels);
  for (const FoundTooth& tooth : found.teeth)
    jaw.estimated_teeth.push_back({tooth.fdi, tooth.confidence, tooth.sure});
  const Eigen::Isometry3d here = Eigen::Isometry3d::Identity();
  return find_landmarks(jaw, tooth_axes(jaw, face_teeth(jaw), here, *axes, found.jaw), here);
}

void measure_widths(FoundTeeth& found, std::span<const ToothLandmark> landmarks) {
  for (FoundTooth& tooth : found.teeth)
    if (const auto width = crown_width(landmarks, tooth.fdi)) tooth.mesiodistal_mm = width->mm;
}

}  // namespace intercusp
