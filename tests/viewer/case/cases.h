// Small cases with answers known on paper, and a small generated dentition.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "tests/support/bites.h"
#include "tests/support/dentitions.h"
#include "tests/support/made_dentition.h"
#include "viewer/case/loaded_case.h"

namespace intercusp::viewer {

//! The demo's bite with a tenth of its triangles, closed as import closes it. Made once.
inline const Bite& small_dentition() {
  static const Bite bite = [] {
    const Dentition& dentition = intercusp::testing::made_dentition(20000);
    using intercusp::testing::labelled_solid;
    return Bite{labelled_solid(dentition.upper), labelled_solid(dentition.lower)};
  }();
  return bite;
}

inline std::shared_ptr<const LoadedCase> small_case() {
  static const std::shared_ptr<const LoadedCase> loaded = case_of(small_dentition());
  return loaded;
}

constexpr double sphere_radius_mm = 10;
constexpr int sphere_rings = 150;
//! How far the facets of such a sphere may lie inside it (shapes.h).
inline double sphere_sagitta_mm() {
  return 2 * sphere_radius_mm * (1 - std::cos(std::numbers::pi / (2 * sphere_rings)));
}

//! Two spheres one above the other, poles facing each other across a gap, which are not jaws.
inline std::shared_ptr<const LoadedCase> two_spheres(double gap_mm, int rings = sphere_rings) {
  const double height = sphere_radius_mm + 0.5 * gap_mm;
  return case_of(intercusp::testing::bite_of(shapes::sphere({0, 0, height}, sphere_radius_mm, rings),
                                             shapes::sphere({0, 0, -height}, sphere_radius_mm, rings)));
}

//! A sphere above a plate whose top is z = 0.
inline std::shared_ptr<const LoadedCase> sphere_over_plate(double gap_mm) {
  return case_of(intercusp::testing::bite_of(
      shapes::sphere({0, 0, sphere_radius_mm + gap_mm}, sphere_radius_mm, sphere_rings),
      shapes::box({-15, -15, -5}, {15, 15, 0})));
}

inline Eigen::Isometry3d shifted(const Eigen::Isometry3d& pose, const Eigen::Vector3d& by_mm) {
  return Eigen::Translation3d(by_mm) * pose;
}

}  // namespace intercusp::viewer
