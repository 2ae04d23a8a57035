// Error of clearance maps by ray tracing, after Myszkowski, Okunev & Kunii 1995 (section 8): the mean of 16
// rays per pixel is compared with the clearance of the pixel.
//
// Two comparisons:
//  - mean: the map is compared with the mean of rays spread over the pixel. A map holds the value at the pixel's
//    centre, so most of this error is sampling of a curved or sloping surface; it has no bound.
//  - point: the map is compared with the ray through the pixel's centre, more than half a pixel from every
//    projected silhouette. This is the error of the engine.
// Every error is map − rays, in mm.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "occlusion/base/enum_table.h"
#include "occlusion/base/progress.h"
#include "occlusion/case/bite.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp {

//! Bin edges of every histogram, µm: 1, 2, 5 in each decade.
constexpr std::array<double, 16> histogram_edges_um = {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1,   2,
                                                       5,    10,   20,   50,  100, 200, 500, 1000};

//! Sizes of errors are unsigned. All are NaN if there are no errors.
struct ErrorStatistics {
  std::size_t pixels = 0;
  double rms_mm = std::numeric_limits<double>::quiet_NaN();
  double max_mm = std::numeric_limits<double>::quiet_NaN();
  double p99_mm = std::numeric_limits<double>::quiet_NaN();  //!< at least 99 % of the sizes are at most this
  //! At least 99.9 % of the sizes are at most this.
  double p999_mm = std::numeric_limits<double>::quiet_NaN();
  double bias_mm = std::numeric_limits<double>::quiet_NaN();  //!< mean of the signed errors
  //! Bin i counts sizes in [edge i−1, edge i). The first bin starts at 0, the last is open.
  std::array<std::size_t, histogram_edges_um.size() + 1> histogram{};
};

//! \param errors_mm finite
[[nodiscard]] ErrorStatistics statistics_of(std::vector<float> errors_mm);

struct ValidationOptions {
  int rays_per_pixel = 16;                                 //!< stratified; one more passes through the centre
  double depth_tolerance_mm = default_depth_tolerance_mm;  //!< the tolerance that the maps were made with
  std::uint64_t seed = 1995;
};

//! State of a pixel, refined at the boundaries where states may disagree.
enum class PixelKind : std::uint8_t {
  outside,      //!< not covered by both jaws
  not_anatomy,  //!< covered, but nothing between scanned surfaces
  unlimited,    //!< nothing above the lower: clearance +infinity
  free,         //!< clearance greater than the depth tolerance
  touching,     //!< no overlap, clearance of at most the depth tolerance: contact
  interfering   //!< an overlap longer than the depth tolerance
};
constexpr std::size_t pixel_kinds = 6;
constexpr std::size_t stages = 5;

[[nodiscard]] PixelKind kind_of(PixelState state, float clearance_mm, double depth_tolerance_mm);
[[nodiscard]] constexpr auto names_of(PixelKind) {
  return enum_table<PixelKind>({{PixelKind::outside, "outside"},
                                {PixelKind::not_anatomy, "not_anatomy"},
                                {PixelKind::unlimited, "unlimited"},
                                {PixelKind::free, "free"},
                                {PixelKind::touching, "touching"},
                                {PixelKind::interfering, "interfering"}});
}

//! Numbers of examined pixels, by [stage of the map][kind in the map][kind of the centre's ray].
using StateTable = std::array<std::array<std::array<std::size_t, pixel_kinds>, pixel_kinds>, stages>;

//! One of the places with the greatest errors.
struct WorstPlace {
  std::size_t map = 0;  //!< index of the map
  int column = 0, row = 0;
  Eigen::Vector3d point_mm;  //!< case frame; on the lower's face that bounds the map's clearance
  double error_mm = 0;
  double map_mm = 0, rays_mm = 0;  //!< the two clearances
  bool near_silhouette = false;
  std::int32_t upper_face = no_face, lower_face = no_face;
};
constexpr std::size_t worst_places = 10;

//! The error of each pixel of one map, row by row from the top left.
struct MapErrors {
  View view;
  std::vector<float> mean_error_mm;           //!< NaN if not compared
  std::vector<float> point_error_mm;          //!< NaN if not compared; includes pixels near silhouettes
  std::vector<std::uint8_t> near_silhouette;  //!< 1 within half a pixel of a silhouette
};

//! Numbers of examined pixels that a comparison omits or includes with reservations.
struct ValidationCounts {
  std::size_t examined = 0;  //!< covered by both jaws in the map, at the centre's ray or at any other ray
  //! Comparison "mean": only one side has a finite clearance, or neither.
  std::size_t only_map_finite = 0, only_rays_finite = 0, neither_finite = 0;
  std::size_t partly_finite = 0;  //!< compared with the mean of only those rays that have a finite clearance
  //! Comparison "point", more than half a pixel from silhouettes: likewise. Pixels with one finite side are
  //! state disagreements.
  std::size_t point_only_map_finite = 0, point_only_ray_finite = 0, point_neither_finite = 0;
};

struct Validation {
  ValidationOptions options;

  ErrorStatistics mean;       //!< map minus the mean of the pixel's rays
  ErrorStatistics mean_away;  //!< among these, pixels more than half a pixel from silhouettes
  ErrorStatistics point;      //!< map minus the centre's ray, more than half a pixel from silhouettes
  //! Map minus the centre's ray, within half a pixel of silhouettes, if both are finite.
  ErrorStatistics point_near;

  //! The value that `mean.rms_mm` would have for an exact map: RMS of the centre's ray minus the mean of the
  //! pixel's rays. It covers `own_spread_pixels`, which are the pixels of `mean` whose centre ray has a finite
  //! clearance. NaN without pixels.
  double own_spread_mm = std::numeric_limits<double>::quiet_NaN();
  std::size_t own_spread_pixels = 0;
  //! own_spread_mm² over the mean square error of these pixels: 1 if sampling causes the whole error. May
  //! exceed 1 if the engine's error cancels a part of it. NaN without error.
  double own_spread_share = std::numeric_limits<double>::quiet_NaN();
  //! Standard deviation of the rays inside a pixel, RMS over the pixels of `mean`:
  //! slope·pixel/√12 on a plane.
  double within_pixel_mm = std::numeric_limits<double>::quiet_NaN();

  //! Pixels more than half a pixel from silhouettes at which map and centre's ray are of different kinds:
  //! those that differ by more than twice the depth tolerance, and the others.
  std::size_t state_disagreements = 0, near_boundary = 0;
  //! Pixels within half a pixel of a silhouette that both jaws cover in the map or at the centre's ray; and
  //! those among them at which map and ray are of different kinds.
  std::size_t near_silhouette = 0, near_silhouette_disagreements = 0;
  //! All pixels that both jaws cover in the map or at the centre's ray. The off-diagonal entries add up to
  //! state_disagreements + near_boundary + near_silhouette_disagreements.
  StateTable states{};
  ValidationCounts counts;

  std::vector<WorstPlace> worst;         //!< for `mean`: at most `worst_places`, the worst first
  std::vector<WorstPlace> worst_points;  //!< for `point`
  std::vector<MapErrors> maps;           //!< one per given map
};

//! Statistics over all maps. The result is bit-identical for any number of threads.
//! \param maps of this bite in its pose, each with its own view; a pixel is examined in the map in
//! which it counts
//! \throw std::invalid_argument without rays or for a negative tolerance; std::runtime_error if
//! Embree cannot be used
[[nodiscard]] Validation validate(std::span<const CountedMap> maps, const Bite& bite,
                                  const ValidationOptions& options = {}, const Progress& progress = {});

//! Stratified sampling of a pixel: one random ray in each of n equal parts, as Myszkowski, Okunev & Kunii use
//! 16. A seed always gives equal places, in any order of pixels.
class StratifiedPixel {
 public:
  //! \throw std::invalid_argument without rays
  StratifiedPixel(int rays, std::uint64_t seed);

  [[nodiscard]] int rays() const { return static_cast<int>(parts_.size()); }

  //! Position as a share of the pixel's edge from its top left, each in [0, 1).
  //! \param map,pixel index of the map and of its pixel
  [[nodiscard]] Eigen::Vector2d place(std::size_t map, std::size_t pixel, int ray) const;

 private:
  //! A square number of rays gives square parts. For other numbers some rows have more rays, and the height
  //! of rows is such that all parts have equal areas.
  struct Part {
    Eigen::Vector2d corner, size;
  };
  std::vector<Part> parts_;
  std::uint64_t seed_;
};

}  // namespace intercusp
