// The result of every engine: the evaluation of each pixel's line.
//
// Let a pixel's line run inside the upper (winding number >= 1) in the intervals U1, U2, … and inside the
// lower in L1, L2, …, with depth growing from lower to upper.
//  - An overlap is an interval of Ui ∩ Lj longer than the depth tolerance.
//  - A gap lies between the end of an Lj and the start of the Ui that follows it, with no other interval in
//    between; overlaps no longer than the tolerance leave a gap slightly below zero.
//  - Only overlaps and gaps that anatomy bounds at both ends count (Solid::anatomy_faces).
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "occlusion/base/enum_table.h"
#include "occlusion/view/view.h"

namespace intercusp {

enum class Coverage : std::uint8_t { none, upper_only, lower_only, both };

enum class PixelState : std::uint8_t {
  outside,      //!< not covered by both jaws
  free,         //!< both jaws, no overlap; the clearance is the smallest gap, +infinity without a gap
  interfering,  //!< an overlap; the clearance is minus the longest
  not_anatomy,  //!< gaps or overlaps, but none between anatomy: no clearance
};

//! The stage that decided a pixel. An engine without stages uses the one that names its method.
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

//! Overlaps longer than this are interference, mm along the line.
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
  std::vector<Stage> resolved_by;  //!< the stage that decided `state`; Stage::none unless coverage is both
  std::vector<Stage> valued_by;    //!< the stage that gave `clearance_mm`
  //! Number of intervals inside each jaw. 1: the jaw is π-convex here; 255 stands for 255 or more.
  std::vector<std::uint8_t> upper_intervals, lower_intervals;

  //! All pixels outside.
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

//! Writes one pixel; `stage` becomes resolved_by and valued_by where both jaws cover the pixel.
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

//! A map in which only some pixels count. The surface points of the others are counted in another map.
struct CountedMap {
  ClearanceMap map;
  std::vector<std::uint8_t> counts;  //!< per pixel, 1 if it counts; empty if all do

  [[nodiscard]] bool count(std::size_t pixel) const { return counts.empty() || counts[pixel] != 0; }
};

//! The smallest of many clearances. NaN pixels have none. If no pixel has one, the least is unlimited_clearance.
[[nodiscard]] inline float least_clearance(std::span<const float> clearance_mm) {
  if (clearance_mm.empty()) return unlimited_clearance;
  const Eigen::Map<const Eigen::ArrayXf> all(clearance_mm.data(),
                                             static_cast<Eigen::Index>(clearance_mm.size()));
  const float least = all.minCoeff<Eigen::PropagateNumbers>();
  return least < unlimited_clearance ? least : unlimited_clearance;
}

}  // namespace intercusp
