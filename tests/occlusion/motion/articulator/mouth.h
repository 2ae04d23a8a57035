// A mouth on paper for tests of the articulator: axes of LPS, an incisal point and condyles behind it.
#pragma once

#include <random>

#include "occlusion/case/teeth.h"
#include "occlusion/motion/articulator/articulate.h"
#include "tests/support/bites.h"

namespace intercusp::testing {

//! Any settings within the plausible ranges.
inline ArticulatorSettings random_settings(std::mt19937& random) {
  ArticulatorSettings settings;
  for (const SettingRange& range : setting_ranges()) {
    value_of(settings, range.setting) =
        std::uniform_real_distribution<double>(range.least, range.most)(random);
  }
  return settings;
}

//! A prism that is drawn out from x_min to x_max over an outline in (y, z), counter-clockwise seen from the
//! patient's left.
inline TriangleMesh sideways_prism(const std::vector<Eigen::Vector2d>& outline, double x_min, double x_max) {
  Eigen::Isometry3d turned = Eigen::Isometry3d::Identity();
  turned.linear() << 0, 0, 1, 1, 0, 0, 0, 1, 0;  // (x, y, z) → (z, x, y)
  return shapes::moved(shapes::prism(outline, x_min, x_max), turned);
}

//! A prism from y_min to y_max over an outline in (x, z), counter-clockwise seen from the front.
inline TriangleMesh forward_prism(const std::vector<Eigen::Vector2d>& outline, double y_min, double y_max) {
  Eigen::Isometry3d stood_up = Eigen::Isometry3d::Identity();
  stood_up.linear() << 1, 0, 0, 0, 0, -1, 0, 1, 0;  // (x, y, z) → (x, −z, y)
  return shapes::moved(shapes::prism(outline, -y_max, -y_min), stood_up);
}

//! A tooth that ends in an edge along x, at that point.
inline TriangleMesh edge_along_x(const Eigen::Vector3d& top) {
  return sideways_prism({{top.y() - 2, top.z() - 7}, {top.y() + 2, top.z() - 7}, {top.y(), top.z()}},
                        top.x() - 1, top.x() + 1);
}

//! Parts of a jaw with an FDI number each.
struct NumberedPart {
  int tooth;
  TriangleMesh mesh;
};

inline std::shared_ptr<const Solid> jaw_of(const std::vector<NumberedPart>& parts) {
  TriangleMesh whole;
  std::vector<int> labels;
  for (const NumberedPart& part : parts) {
    append(whole, part.mesh);
    labels.resize(whole.vertices.size(), part.tooth);
  }
  auto solid = std::make_shared<Solid>(solid_of(std::move(whole)));
  solid->labels = std::move(labels);
  return solid;
}

inline const Eigen::Vector3d incisors_at_origin{0, 0, 0};  //!< for `case_of`

//! A bite of such jaws, ready for movements, without deriving anatomy from so few parts.
inline ArticulatedCase case_of(const std::vector<NumberedPart>& upper, const std::vector<NumberedPart>& lower,
                               const Eigen::Vector3d& incisal_point) {
  const Bite bite{.upper = jaw_of(upper), .lower = jaw_of(lower)};
  BiteGroups groups{.upper = face_teeth(*bite.upper),
                    .lower = face_teeth(*bite.lower),
                    .upper_has_teeth = true,
                    .lower_has_teeth = true};
  ContactSearch search(bite.upper, bite.lower);
  GroupGaps gaps(bite, groups);
  return {.bite_case = std::make_shared<const Case>(Case{.bite = bite}),
          .axes = lps_axes(),
          .incisal_point = {.case_point = incisal_point, .source = IncisalSource::incisors},
          .groups = groups,
          .search = std::move(search),
          .gaps = std::move(gaps)};
}

}  // namespace intercusp::testing
