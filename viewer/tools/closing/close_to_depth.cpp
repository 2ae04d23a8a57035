#include "viewer/tools/closing/close_to_depth.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "occlusion/distance/deepest.h"
#include "occlusion/engines/compute_map.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp::viewer {

std::optional<ContactPose> to_first_contact(const LoadedCase& loaded, const ContactSearch& search,
                                            const Condyles& condyles,
                                            const Eigen::Isometry3d& upper_from_lower, ClosingWay approach) {
  if (approach == ClosingWay::vertical)
    return contact_pose(search, upper_from_lower, Motion::shift(loaded.axes().superior, 2 * most_shift_mm),
                        0.05);
  return contact_pose(search, upper_from_lower,
                      Motion::turn(condyles.middle(), -condyles.axis(), most_turn_rad), 0.05 * rad_per_deg);
}

namespace {

//! The deepest overlap of a pose; 0 without.
using DepthAt = std::function<double(const Eigen::Isometry3d&)>;

DepthAt depth_by_distance(const LoadedCase& loaded) {
  const auto jaws = std::make_shared<const PreparedJaws>(prepare_jaws(loaded.bite));
  return [jaws, bite = loaded.bite](const Eigen::Isometry3d& pose) mutable {
    bite.upper_from_lower = pose;
    const auto least = least_distance(bite, *jaws, surface_distances(bite, *jaws));
    return least ? least->max_penetration_distance_mm() : 0;
  };
}

DepthAt depth_by_clearance(const LoadedCase& loaded) {
  constexpr double pixel_mm = 0.05;  // as inspect
  View view = loaded.view;
  PixelGrid& grid = view.grid;
  const double finer = grid.pixel_mm / pixel_mm;
  grid.width = static_cast<int>(std::ceil(grid.width * finer));
  grid.height = static_cast<int>(std::ceil(grid.height * finer));
  grid.pixel_mm = pixel_mm;
  const std::shared_ptr<MapEngine> engine =
      make_engine(loaded.bite.upper, loaded.bite.lower, {.live = true}).engine;
  return [engine, view](const Eigen::Isometry3d& pose) {
    return std::max(0.0, -static_cast<double>(least_clearance(engine->compute(view, pose).clearance_mm)));
  };
}

struct Closed {
  double by_rad, depth_mm;
};

}  // namespace

std::optional<DepthMove> close_to_depth(const LoadedCase& loaded, const ContactSearch& search,
                                        const Condyles& condyles, const Eigen::Isometry3d& upper_from_lower,
                                        double depth_mm, Measure measure, const Progress& progress) {
  const auto contact = to_first_contact(loaded, search, condyles, upper_from_lower, ClosingWay::hinge);
  if (!contact) return std::nullopt;
  if (depth_mm <= 0) return DepthMove{contact->upper_from_lower, 0};
  const DepthAt depth_at =
      measure == Measure::surface_distance ? depth_by_distance(loaded) : depth_by_clearance(loaded);
  const Eigen::Vector3d arm = contact->contact.case_point - condyles.middle();
  const double radius_mm = arm.cross(condyles.axis()).norm();
  int steps = 0;
  const auto closed_by = [&](double by_rad) {
    constexpr double usual_steps = 8;
    report_progress(progress, steps / (steps + usual_steps));
    ++steps;
    return Closed{by_rad, depth_at(hinged(condyles, contact->upper_from_lower, -by_rad))};
  };
  // A surface goes at least as far as it comes deep.
  Closed shallow{0, 0}, deep = closed_by(depth_mm / radius_mm);
  constexpr double farthest_mm = 5;
  while (deep.depth_mm < depth_mm - depth_tolerance_mm) {
    if (deep.by_rad * radius_mm > farthest_mm) return std::nullopt;
    shallow = deep;
    deep = closed_by(2 * deep.by_rad);
  }
  // Depths grow almost in proportion: false position, held away from the ends so that the bracket always shrinks.
  constexpr double least_rad = 1e-9;
  while (std::abs(deep.depth_mm - depth_mm) > depth_tolerance_mm &&
         deep.by_rad - shallow.by_rad > least_rad) {
    const double share =
        std::clamp((depth_mm - shallow.depth_mm) / (deep.depth_mm - shallow.depth_mm), 0.05, 0.95);
    const Closed between = closed_by(shallow.by_rad + share * (deep.by_rad - shallow.by_rad));
    const bool near = std::abs(between.depth_mm - depth_mm) <= depth_tolerance_mm;
    (near || between.depth_mm > depth_mm ? deep : shallow) = between;
  }
  report_progress(progress, 1);
  return DepthMove{hinged(condyles, contact->upper_from_lower, -deep.by_rad), deep.depth_mm};
}

}  // namespace intercusp::viewer
