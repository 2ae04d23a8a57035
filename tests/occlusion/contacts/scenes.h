// Bites whose contact areas are known on paper.
#pragma once

#include <cmath>

#include "occlusion/case/teeth.h"
#include "occlusion/contacts/map_contacts.h"
#include "occlusion/engines/zlist/zlist_engine.h"
#include "tests/support/bites.h"

namespace intercusp::testing {

inline ClearanceMap map_of(const Bite& bite, double pixel_mm = 0.05) {
  return ZListEngine(bite.upper, bite.lower).compute(view_of(bite, pixel_mm), bite.upper_from_lower);
}

inline std::vector<int> no_teeth(const std::shared_ptr<const Solid>& solid) {
  return std::vector<int>(solid->mesh.faces.size(), 0);
}

inline ContactTable contacts_of(const Bite& bite, const std::vector<double>& thresholds_mm,
                                double pixel_mm = 0.05,
                                const std::optional<AnatomicalAxes>& axes = std::nullopt) {
  const CountedMap map{map_of(bite, pixel_mm), {}};
  return map_contacts(std::span(&map, 1), bite, thresholds_mm, face_teeth(*bite.upper),
                      face_teeth(*bite.lower), axes);
}

//! Balls of the lower that reach up to z = 0 below a plate of the upper at z = gap_mm.
struct Balls {
  double radius_mm = 5, gap_mm = 0.05;

  [[nodiscard]] Bite bite(const std::vector<Eigen::Vector2d>& places, int rings = 200) const {
    std::vector<TriangleMesh> balls;
    for (const Eigen::Vector2d& place : places) {
      balls.push_back(shapes::sphere({place.x(), place.y(), -radius_mm}, radius_mm, rings));
    }
    return bite_of(shapes::box({-30, -30, gap_mm}, {30, 30, gap_mm + 2}), together(balls));
  }
  //! Radius of the contact at a threshold, squared.
  [[nodiscard]] double contact_radius2(double threshold_mm) const {
    const double depth = threshold_mm - gap_mm;
    return 2 * radius_mm * depth - depth * depth;
  }
  [[nodiscard]] double projected_mm2(double threshold_mm) const {
    return std::numbers::pi * contact_radius2(threshold_mm);
  }
  [[nodiscard]] double surface_mm2(double threshold_mm) const {
    return 2 * std::numbers::pi * radius_mm * (threshold_mm - gap_mm);
  }
  [[nodiscard]] double mean_clearance_mm(double threshold_mm) const {
    const double a2 = contact_radius2(threshold_mm);
    const double r2 = radius_mm * radius_mm;
    return gap_mm + radius_mm - 2.0 / 3 * (std::pow(r2, 1.5) - std::pow(r2 - a2, 1.5)) / a2;
  }
};

//! A wall of the lower at 80°, 3 mm wide and 1 mm deep in projection, opposite a wall of the upper so that
//! the clearance at x is gap_mm + growth·x.
struct Walls {
  double gap_mm = 0.05, growth = 0.4;
  static constexpr double width_mm = 3;
  static inline const double slope = std::tan(80 * std::numbers::pi / 180);

  [[nodiscard]] TriangleMesh lower() const {
    return drawn_along_y({{0, 0}, {1, 0}, {1, slope}}, 0, width_mm);
  }
  [[nodiscard]] Bite bite() const { return bite_of(upper(), lower()); }
  [[nodiscard]] TriangleMesh upper() const {
    const auto height = [&](double x) { return gap_mm + (slope + growth) * x; };
    return drawn_along_y({{-0.5, height(-0.5)}, {1.5, height(1.5)}, {-0.5, height(1.5)}}, -1, width_mm + 1);
  }
  //! Area of the wall up to where the clearance is the threshold.
  [[nodiscard]] double surface_mm2(double threshold_mm) const {
    return width_mm * (threshold_mm - gap_mm) / growth * std::hypot(1, slope);
  }
};

}  // namespace intercusp::testing
