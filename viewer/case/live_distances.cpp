#include "viewer/case/live_distances.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "occlusion/contacts/areas.h"
#include "occlusion/maps/least_clearance.h"

namespace intercusp::viewer {
namespace {

//! How squarely each face looks along π, from either side.
std::vector<float> cosines_of(const Solid& upper, const Eigen::Isometry3d& view_from_case) {
  const Eigen::Vector3d direction = view_from_case.linear().row(2);
  std::vector<float> cosines(upper.mesh.faces.size(), 0);
  for (std::size_t face = 0; face < cosines.size(); ++face) {
    const Eigen::Vector3d normal = face_normal_twice_area(upper.mesh, face);
    if (normal.norm() > 0)
      cosines[face] = static_cast<float>(std::abs(normal.dot(direction)) / normal.norm());
  }
  return cosines;
}

}  // namespace

//! Which pixels' distances are looked for, and how far, so that all are found up to `goal_mm`.
struct LiveDistances::Search {
  double goal_mm, pixel_mm;

  //! A wall reads 1/cosine of its distance as clearance, and areas count walls down to `steep_cosine`.
  [[nodiscard]] double reach_along_pi_mm() const { return goal_mm / steep_cosine; }
  //! With a margin for the contour: it runs to the centres of pixels beside.
  [[nodiscard]] double farthest_mm() const { return goal_mm + 1.5 * pixel_mm; }
  //! The plane of the upper's face above is this far: faces that curve towards the lower are nearer. Areas by
  //! distance come out 0.2 % too small at 0.1 mm, 0.5 % at 0.5 mm, on dentitions whose pixels were all looked
  //! at.
  [[nodiscard]] double farthest_plane_mm() const { return 1.5 * goal_mm + pixel_mm; }
};

LiveDistances::LiveDistances(const Bite& bite, const Eigen::Isometry3d& view_from_case)
    : true_distance_(bite.upper, bite.lower), upper_cosines_(cosines_of(*bite.upper, view_from_case)) {}

const std::vector<float>& LiveDistances::at(const ClearanceMap& map,
                                            const Eigen::Isometry3d& upper_from_lower, double threshold_mm) {
  assert(threshold_mm <= near_contact_mm);
  bound_mm_.resize(map.view.grid.size());
  distance_mm_.resize(map.view.grid.size());
  // The least distance is at most the least clearance.
  const auto least_mm = static_cast<double>(least_clearance(map.clearance_mm));
  const Search search{std::max(threshold_mm, std::min(least_mm, near_contact_mm)), map.view.grid.pixel_mm};
  choose_pixels(map, search);
  put_distances(map, true_distance_.compute(map, bound_mm_, upper_from_lower, search.reach_along_pi_mm()),
                search);
  return distance_mm_;
}

//! Sets how far to search at each pixel; unlimited_clearance at pixels that are surely too far. The clearance
//! bounds the distance, so a smaller one shortens the search.
void LiveDistances::choose_pixels(const ClearanceMap& map, const Search& search) {
  const PixelGrid& grid = map.view.grid;
  const auto goal = static_cast<float>(search.goal_mm),
             reach = static_cast<float>(search.reach_along_pi_mm());
  const auto farthest = static_cast<float>(search.farthest_mm());
  const auto farthest_plane = static_cast<float>(search.farthest_plane_mm());
  tbb::parallel_for(0, grid.height, [&](int row) {
    for (std::size_t i = grid.index(0, row); i < grid.index(0, row + 1); ++i) {
      const float clearance = map.clearance_mm[i];
      const std::int32_t face = map.upper_face[i];
      const bool wanted =
          clearance <= goal || (clearance <= reach && face != no_face &&
                                clearance * upper_cosines_[static_cast<std::size_t>(face)] <= farthest_plane);
      bound_mm_[i] = wanted ? std::min(clearance, farthest) : unlimited_clearance;
    }
  });
}

void LiveDistances::put_distances(const ClearanceMap& map, const DistanceMap& found, const Search& search) {
  const PixelGrid& grid = map.view.grid;
  const auto farthest = static_cast<float>(search.farthest_mm());
  tbb::parallel_for(0, grid.height, [&](int row) {
    for (std::size_t i = grid.index(0, row); i < grid.index(0, row + 1); ++i) {
      const bool asked = bound_mm_[i] < unlimited_clearance;
      const bool far = found.mark[i] == DistanceMark::none && (!asked || map.clearance_mm[i] > farthest);
      distance_mm_[i] = found.mark[i] == DistanceMark::certain ? found.distance_mm[i]
                        : far                                  ? map.clearance_mm[i]
                                                               : no_clearance;
    }
  });
}

}  // namespace intercusp::viewer
