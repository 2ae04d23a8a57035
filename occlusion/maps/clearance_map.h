// The result of every engine, which evaluates the line of each pixel.
//
// Let a pixel's line run inside the upper (winding number >= 1) in the intervals U1, U2, … and inside the
// lower in L1, L2, …, with depth growing from lower to upper.
//  - An overlap is an interval of Ui ∩ Lj longer than the depth tolerance.
//  - A gap lies between the end of an Lj and the start of the Ui that follows it, with no other interval in
//    between; overlaps no longer than the tolerance leave a gap slightly below zero.
//  - Only overlaps and gaps that anatomy bounds at both ends count (Solid::anatomy_faces).
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numbers>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/base/enum_table.h"
#include "occlusion/case/bite.h"
#include "occlusion/view/view.h"

namespace intercusp {

enum class Coverage : std::uint8_t { none, upper_only, lower_only, both };

enum class PixelState : std::uint8_t {
  outside,  //!< not covered by both jaws
  free,     //!< covered by both jaws, no overlap; the clearance is the smallest gap, +infinity without a gap
  interfering,  //!< an overlap; the clearance is minus the longest one
  not_anatomy,  //!< gaps or overlaps, but none between anatomy; no clearance
};

//! The stage that decided a pixel. An engine without stages uses the one named after its method.
enum class Stage : std::uint8_t { none, pass1, pass2, layers, rays };
[[nodiscard]] constexpr auto names_of(Stage) {
  return enum_table<Stage>({{Stage::none, "none"},
                            {Stage::pass1, "pass1"},
                            {Stage::pass2, "pass2"},
                            {Stage::layers, "layers"},
                            {Stage::rays, "rays"}});
}

constexpr std::int32_t no_face = -1;
constexpr float no_clearance = std::numeric_limits<float>::quiet_NaN();
constexpr float unlimited_clearance = std::numeric_limits<float>::infinity();

//! Overlaps longer than this, along the line in mm, are interference.
constexpr double default_depth_tolerance_mm = 1e-4;

//! Every array has one entry per pixel, row by row from the top left. There is one array per quantity, so
//! that an analysis reads only what it needs.
struct ClearanceMap {
  View view;
  //! NaN: no clearance (outside, not_anatomy); +inf: nothing above the lower.
  std::vector<float> clearance_mm;
  std::vector<float> overlap_mm;  //!< sum of the lengths of all counted overlaps; 0 without overlaps
  //! The faces that bound the gap or overlap of `clearance_mm`; no_face for a jaw that does not bound it.
  std::vector<std::int32_t> upper_face, lower_face;
  std::vector<Coverage> coverage;
  std::vector<PixelState> state;
  //! Stage that decided `state`; Stage::none unless both jaws cover the pixel.
  std::vector<Stage> resolved_by;
  std::vector<Stage> valued_by;  //!< stage that gave `clearance_mm`
  //! Number of intervals inside each jaw; 255 stands for 255 or more. With 1 the jaw is
  //! π-convex at this pixel.
  std::vector<std::uint8_t> upper_intervals, lower_intervals;

  //! A map in which all pixels are outside.
  [[nodiscard]] static ClearanceMap empty(const View& view);

  //! Makes this an empty map of the view and reuses its storage.
  void clear(const View& new_view);
};

//! The result at one pixel, for engines that work pixel by pixel.
struct PixelResult {
  float clearance_mm = no_clearance;
  float overlap_mm = 0;
  std::int32_t upper_face = no_face;
  std::int32_t lower_face = no_face;
  Coverage coverage = Coverage::none;
  PixelState state = PixelState::outside;
  std::uint8_t upper_intervals = 0;
  std::uint8_t lower_intervals = 0;
};

//! Writes one pixel. `stage` becomes resolved_by and valued_by if both jaws cover the pixel.
inline void set_pixel(ClearanceMap& map, std::size_t index, const PixelResult& pixel, Stage stage) {
  const bool both = pixel.coverage == Coverage::both;
  map.clearance_mm[index] = pixel.clearance_mm;
  map.overlap_mm[index] = pixel.overlap_mm;
  map.upper_face[index] = pixel.upper_face;
  map.lower_face[index] = pixel.lower_face;
  map.coverage[index] = pixel.coverage;
  map.state[index] = pixel.state;
  map.resolved_by[index] = both ? stage : Stage::none;
  map.valued_by[index] = both && pixel.state != PixelState::not_anatomy ? stage : Stage::none;
  map.upper_intervals[index] = pixel.upper_intervals;
  map.lower_intervals[index] = pixel.lower_intervals;
}

//! Pixel counts for reports.
struct MapCounts {
  std::size_t both = 0, upper_only = 0, lower_only = 0, not_anatomy = 0, interfering = 0;
  std::size_t pass1 = 0, pass2 = 0, layers = 0, rays = 0;
  std::size_t upper_pi_convex = 0, lower_pi_convex = 0;  //!< pixels with exactly one interval of that jaw

  MapCounts& operator+=(const MapCounts& other);
};
[[nodiscard]] MapCounts count_pixels(const ClearanceMap& map);

//! A map in which only some pixels count. The surface at the other pixels is counted in another map.
struct CountedMap {
  ClearanceMap map;
  std::vector<std::uint8_t> counts;  //!< per pixel: 1 if it counts; empty if all do

  [[nodiscard]] bool count(std::size_t pixel) const { return counts.empty() || counts[pixel] != 0; }
};

//! The smallest clearance. NaN pixels have none; if all are NaN, the result is unlimited_clearance.
[[nodiscard]] inline float least_clearance(std::span<const float> clearance_mm) {
  if (clearance_mm.empty()) return unlimited_clearance;
  const Eigen::Map<const Eigen::ArrayXf> all(clearance_mm.data(),
                                             static_cast<Eigen::Index>(clearance_mm.size()));
  const float least = all.minCoeff<Eigen::PropagateNumbers>();
  return least < unlimited_clearance ? least : unlimited_clearance;
}

// The faces that are about to meet, named by an item buffer (Myszkowski, Okunev & Kunii 1995, section 7).

//! The collision zone has clearances up to this value, or up to this much above the smallest one if
//! that is positive.
constexpr double collision_zone_mm = 1.0;

//! Mean normal of the surface in the collision zone, with the upper's normals reversed. The paper weights
//! each face by its whole area. Here each pixel has the area of the surface under it as its weight, so that
//! the result does not depend on the triangulation. Case frame, unit length; zero if there are no such faces
//! or their normals cancel.
//! \param counts selects the pixels to use; empty for all of them
[[nodiscard]] Eigen::Vector3d collision_zone_normal(
    const ClearanceMap& items, const Bite& bite, const std::function<bool(std::size_t pixel)>& counts = {});

// The clearance of a map at a point on a jaw's surface.

//! The plane of the face that bounds the clearance of a pixel, in the map's view.
struct SurfaceAtPixel {
  double depth_mm;  //!< at the pixel's centre
  double slope;     //!< depth over width
};

//! Interpolates between those of the four pixel centres around the point that measure the piece of surface
//! with the point. Empty if the point is outside the map, hidden behind the measured surface, or too close to
//! its silhouette.
//! \pre a point on a surface that faces the other jaw
//! \param uvd the point in the map's view
//! \param slope of the surface at the point
//! \param surface_at returns an optional SurfaceAtPixel for (column, row): empty without a face, and if the
//! face is too steep to be separated from its neighbours
template <class SurfaceAt>
[[nodiscard]] std::optional<double> clearance_at_point(const ClearanceMap& map, const Eigen::Vector3d& uvd,
                                                       double slope, const SurfaceAt& surface_at) {
  // Depths in a map are floats relative to the middle of the jaws, and both sides of a gap are rounded.
  constexpr double depth_noise_mm = 1e-4;
  const PixelGrid& grid = map.view.grid;
  const double u = (uvd.x() - grid.u0_mm) / grid.pixel_mm - 0.5;
  const double v = (uvd.y() - grid.v0_mm) / grid.pixel_mm - 0.5;
  const double left = std::floor(u), top = std::floor(v);
  if (!(left >= -1 && top >= -1 && left < grid.width && top < grid.height)) return std::nullopt;
  double sum = 0, weights = 0;
  for (int corner = 0; corner < 4; ++corner) {
    const int column = static_cast<int>(left) + corner % 2, row = static_cast<int>(top) + corner / 2;
    if (column < 0 || row < 0 || column >= grid.width || row >= grid.height) continue;
    const auto clearance_mm = static_cast<double>(map.clearance_mm[grid.index(column, row)]);
    if (!std::isfinite(clearance_mm)) continue;
    const std::optional<SurfaceAtPixel> there = surface_at(column, row);
    if (!there) continue;
    // On one surface, the depth changes between the point and the pixel's centre by at most the diagonal of a
    // pixel times the slopes at both ends.
    const double bound_mm = std::numbers::sqrt2 * grid.pixel_mm * (slope + there->slope) + depth_noise_mm;
    if (!(std::abs(there->depth_mm - uvd.z()) <= bound_mm)) continue;
    const double weight = (1 - std::abs(u - column)) * (1 - std::abs(v - row));
    sum += weight * clearance_mm;
    weights += weight;
  }
  // With less than half of the weight the nearest centre may be missing, and the result would be a guess.
  return weights >= 0.5 ? std::optional(sum / weights) : std::nullopt;
}

}  // namespace intercusp
