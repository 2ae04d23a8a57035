#include "occlusion/contacts/refined_least.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "occlusion/maps/clearance_map.h"

namespace intercusp {
namespace {

constexpr int closer = 8;           //!< finer pixels per pixel, along each axis
constexpr int most_levels = 3;      //!< pixels of 0.05 mm become 0.0001 mm
constexpr int most_places = 16;     //!< at most so many places are refined
constexpr double steepest = 20;     //!< steeper faces are walls, which do not bound the values of a pixel
constexpr double to_corner = 0.75;  //!< from a pixel's centre to its corner, with a margin for rounding

//! A pixel that is no higher than its neighbours, with a lower bound for its surroundings.
struct Place {
  int column = 0, row = 0;
  double mm = 0, bound_mm = 0;
};

//! Slopes of faces relative to the lines of a view.
class Slopes {
 public:
  Slopes(const Bite& bite, const Eigen::Matrix3d& view_from_case)
      : bite_(bite), of_upper_(view_from_case.row(2)) {
    of_lower_ = of_upper_ * bite.upper_from_lower.linear();
  }

  //! Sum of the slopes of a pixel's two faces.
  [[nodiscard]] double at(const ClearanceMap& map, std::size_t pixel) const {
    return slope(*bite_.upper, map.upper_face[pixel], of_upper_) +
           slope(*bite_.lower, map.lower_face[pixel], of_lower_);
  }

 private:
  static double slope(const Solid& solid, std::int32_t face, const Eigen::RowVector3d& along) {
    if (face == no_face) return 0;
    const Eigen::Vector3d normal = face_normal_twice_area(solid.mesh, static_cast<std::size_t>(face));
    const double cosine = std::abs(along.dot(normal.transpose())) / normal.norm();
    const double sine = std::sqrt(std::max(0.0, 1 - cosine * cosine));
    return sine > steepest * cosine ? 0 : sine / cosine;
  }

  const Bite& bite_;
  Eigen::RowVector3d of_upper_, of_lower_;
};

//! \return empty if a neighbour is lower
std::optional<Place> place_at(const ClearanceMap& map, int column, int row, const Slopes& slopes) {
  const PixelGrid& grid = map.view.grid;
  const float here = map.clearance_mm[grid.index(column, row)];
  if (!std::isfinite(here)) return std::nullopt;
  double slope = 0;
  for (int y = std::max(0, row - 1); y <= std::min(grid.height - 1, row + 1); ++y) {
    for (int x = std::max(0, column - 1); x <= std::min(grid.width - 1, column + 1); ++x) {
      const std::size_t pixel = grid.index(x, y);
      if (map.clearance_mm[pixel] < here) return std::nullopt;
      if (std::isfinite(map.clearance_mm[pixel])) slope = std::max(slope, slopes.at(map, pixel));
    }
  }
  const double bound_mm = static_cast<double>(here) - to_corner * grid.pixel_mm * slope;
  return Place{column, row, static_cast<double>(here), bound_mm};
}

//! Places that may hold the least clearance, lowest bound first.
std::vector<Place> lowest_places(const ClearanceMap& map, const Slopes& slopes) {
  const float least = least_clearance(map.clearance_mm);
  const auto reach = static_cast<float>(to_corner * map.view.grid.pixel_mm * 2 * steepest);
  std::vector<Place> places;
  for (int row = 0; row < map.view.grid.height; ++row) {
    for (int column = 0; column < map.view.grid.width; ++column) {
      if (!(map.clearance_mm[map.view.grid.index(column, row)] <= least + reach)) continue;
      const std::optional<Place> place = place_at(map, column, row, slopes);
      if (place && place->bound_mm < static_cast<double>(least)) places.push_back(*place);
    }
  }
  std::ranges::stable_sort(places, {}, &Place::bound_mm);
  if (places.size() > most_places) places.resize(most_places);
  return places;
}

//! The window of a pixel and half of each neighbour, with finer pixels.
View around(const View& view, const Place& place) {
  View closely = view;
  const double pixel_mm = view.grid.pixel_mm;
  closely.grid = {.u0_mm = view.grid.u0_mm + (place.column - 0.5) * pixel_mm,
                  .v0_mm = view.grid.v0_mm + (place.row - 0.5) * pixel_mm,
                  .pixel_mm = pixel_mm / closer,
                  .width = 2 * closer,
                  .height = 2 * closer};
  return closely;
}

//! Engines snap corners to integer fractions of a pixel (zlist/kernels/kernels.h), which limits
//! the pixel size.
double finest_pixel_mm(const Bite& bite) {
  constexpr double most_pixels_of_a_jaw = 1e6;
  const double size_mm =
      std::max(bounds_of(bite.upper->mesh).size().norm(), bounds_of(bite.lower->mesh).size().norm());
  return size_mm / most_pixels_of_a_jaw;
}

//! The least clearance around one place.
LeastClearance least_at(const View& view, Place place, const Bite& bite, const Slopes& slopes,
                        double finest_mm, MapEngine& engine) {
  LeastClearance least{.mm = place.mm, .error_mm = place.mm - place.bound_mm};
  View window = view;
  for (int level = 0; level < most_levels && window.grid.pixel_mm / closer >= finest_mm; ++level) {
    window = around(window, place);
    const ClearanceMap& map = engine.compute(window, bite.upper_from_lower);
    const auto lowest = std::ranges::min_element(
        map.clearance_mm, [](float a, float b) { return std::isnan(b) ? !std::isnan(a) : a < b; });
    const auto pixel = static_cast<int>(lowest - map.clearance_mm.begin());
    const std::optional<Place> found =
        place_at(map, pixel % window.grid.width, pixel / window.grid.width, slopes);
    if (!found || found->mm > least.mm) break;
    place = *found;
    least = {.mm = place.mm, .error_mm = place.mm - place.bound_mm};
  }
  return least;
}

}  // namespace

std::optional<LeastClearance> refined_least(const ClearanceMap& map, const Bite& bite, MapEngine& engine) {
  const double at_pixels = static_cast<double>(least_clearance(map.clearance_mm));
  if (!std::isfinite(at_pixels)) return std::nullopt;
  const Slopes slopes(bite, map.view.view_from_case.linear());
  const double finest_mm = finest_pixel_mm(bite);
  LeastClearance least{.mm = at_pixels};
  for (const Place& place : lowest_places(map, slopes)) {
    if (place.bound_mm >= least.mm) break;
    const LeastClearance there = least_at(map.view, place, bite, slopes, finest_mm, engine);
    if (there.mm < least.mm || (there.mm == least.mm && there.error_mm > least.error_mm)) least = there;
  }
  return least;
}

}  // namespace intercusp
