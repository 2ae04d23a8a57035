#include "occlusion/case/arch_sides.h"

#include "occlusion/case/fdi.h"

namespace intercusp {

ArchSides arch_sides(const Bite& bite, const AnatomicalAxes& axes) {
  Bounds extent;  // along left, anterior
  const auto add = [&](const Solid& solid, const Eigen::Isometry3d& case_from_solid) {
    const Eigen::Vector3d left = case_from_solid.linear().transpose() * axes.left;
    const Eigen::Vector3d anterior = case_from_solid.linear().transpose() * axes.anterior;
    const Eigen::Vector3d& shift = case_from_solid.translation();
    const Eigen::Vector3d offset(axes.left.dot(shift), axes.anterior.dot(shift), 0);
    for (std::size_t face = 0; face < solid.anatomy_faces; ++face) {
      for (const std::uint32_t vertex : solid.mesh.faces[face]) {
        const Eigen::Vector3d& point = solid.mesh.vertices[vertex];
        extent.add(offset + Eigen::Vector3d(left.dot(point), anterior.dot(point), 0));
      }
    }
  };
  add(*bite.upper, Eigen::Isometry3d::Identity());
  add(*bite.lower, bite.upper_from_lower);
  return {.axes = axes,
          .midline_mm = extent.centre().x(),
          .front_mm = extent.max.y() - anterior_depth * extent.size().y()};
}

Sides sides_of(const ArchSides& arch, const Eigen::Vector3d& case_point, int lower_tooth, int upper_tooth) {
  const double from_midline = arch.axes.left.dot(case_point) - arch.midline_mm;
  const int tooth = lower_tooth != 0 ? lower_tooth : upper_tooth;
  const bool anterior =
      tooth != 0 ? is_front_tooth(tooth) : arch.axes.anterior.dot(case_point) > arch.front_mm;
  return {.left = from_midline > 0 ? 1 : (from_midline < 0 ? 0 : 0.5), .anterior = anterior ? 1.0 : 0.0};
}

ArchPart region_of(const Sides& sides) {
  if (2 * sides.anterior > 1) return ArchPart::anterior;
  return 2 * sides.left > 1 ? ArchPart::left_posterior : ArchPart::right_posterior;
}

}  // namespace intercusp
