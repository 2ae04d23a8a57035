#include "occlusion/model/crown_axis.h"

#include <optional>

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

}  // namespace

void take_crown_axis(ModelTooth& tooth) {
  tooth.occlusal = (tooth.occlusal + buccal_lean(tooth) * tooth.buccal).normalized();
  tooth.buccal = (tooth.buccal - tooth.buccal.dot(tooth.occlusal) * tooth.occlusal).normalized();
}

}  // namespace intercusp
