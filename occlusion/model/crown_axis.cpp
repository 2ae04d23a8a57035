#include "occlusion/model/crown_axis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace intercusp {
namespace {

using Eigen::Vector3d;

std::optional<Vector3d> middle_of(const ModelTooth& tooth, std::initializer_list<LandmarkName> names) {
  Vector3d sum = Vector3d::Zero();
  double count = 0;
  for (const LandmarkName name : names) {
    if (!tooth.at(name)) continue;
    sum += *tooth.at(name);
    ++count;
  }
  if (count == 0) return std::nullopt;
  return Vector3d(sum / count);
}

//! Middle of what bites.
std::optional<Vector3d> top_of(const ModelTooth& tooth) {
  using enum LandmarkName;
  if (is_front_tooth(tooth.fdi)) return middle_of(tooth, {incisal_middle, cusp});
  const auto buccal = middle_of(tooth, {cusp_b, cusp_mb, cusp_db, cusp_d}),
             lingual = middle_of(tooth, {cusp_l, cusp_ml, cusp_dl});
  if (!buccal || !lingual) return std::nullopt;
  return Vector3d(0.5 * (*buccal + *lingual));
}

//! How far the crown leans buccally against its axis, as a tangent.
double buccal_lean(const ModelTooth& tooth) {
  const std::optional<Vector3d> top = top_of(tooth);
  const auto &facial = tooth.at(LandmarkName::gum_facial), &lingual = tooth.at(LandmarkName::gum_lingual);
  if (!top || !facial || !lingual) return 0;
  const Vector3d way = *top - 0.5 * (*facial + *lingual);
  const double up_mm = tooth.occlusal.dot(way);
  return up_mm > 0 ? tooth.buccal.dot(way) / up_mm : 0;
}

//! How far the midline of the outline, seen from the lip, leans mesially, as a tangent.
double mesial_lean(const ToothAxes& axes, const Solid& jaw, const Eigen::Isometry3d& case_from_jaw) {
  constexpr std::size_t slices = 10;
  constexpr double from = 0.35, to = 0.75;  // shares of the height: between papillae and rounded corners
  const Eigen::Isometry3d tooth_from_jaw = axes.tooth_from_case() * case_from_jaw;
  constexpr double unbounded = std::numeric_limits<double>::infinity();
  std::array<double, slices> low, high;
  low.fill(unbounded);
  high.fill(-unbounded);
  for (const std::uint32_t face : axes.faces) {
    for (const std::uint32_t corner : jaw.mesh.faces[face]) {
      const Vector3d p = tooth_from_jaw * jaw.mesh.vertices[corner];
      const double share = (p.z() / axes.height_mm + 0.5 - from) / (to - from);
      if (share < 0 || share >= 1) continue;
      const auto slice = static_cast<std::size_t>(share * slices);
      low[slice] = std::min(low[slice], p.x());
      high[slice] = std::max(high[slice], p.x());
    }
  }
  double n = 0, sum_z = 0, sum_x = 0, sum_zz = 0, sum_zx = 0;
  for (std::size_t i = 0; i < slices; ++i) {
    if (low[i] > high[i]) continue;
    const double z = (from + (to - from) * (static_cast<double>(i) + 0.5) / slices) * axes.height_mm,
                 x = 0.5 * (low[i] + high[i]);
    n += 1, sum_z += z, sum_x += x, sum_zz += z * z, sum_zx += z * x;
  }
  const double spread = n * sum_zz - sum_z * sum_z;
  return spread > 0 ? (n * sum_zx - sum_z * sum_x) / spread : 0;
}

}  // namespace

void take_crown_axis(ModelTooth& tooth, const ToothAxes& axes, const Solid& jaw,
                     const Eigen::Isometry3d& case_from_jaw) {
  const double buccal = buccal_lean(tooth),
               mesial = is_front_tooth(tooth.fdi) ? mesial_lean(axes, jaw, case_from_jaw) : 0;
  tooth.occlusal = (tooth.occlusal + buccal * tooth.buccal + mesial * tooth.mesial).normalized();
  const auto across = [](const Vector3d& v, const Vector3d& axis) {
    return Vector3d(v - v.dot(axis) * axis).normalized();
  };
  tooth.mesial = across(tooth.mesial, tooth.occlusal);
  tooth.buccal = across(across(tooth.buccal, tooth.occlusal), tooth.mesial);
}

}  // namespace intercusp
