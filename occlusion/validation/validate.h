// Error of clearance maps against ray tracing, after Myszkowski, Okunev & Kunii 1995 (section 8): 16 rays per
// pixel, their mean against the clearance of the pixel.
//
// Two comparisons:
//  - mean: the map against the mean of rays spread over the pixel. A map holds the value at the pixel centre,
//    so most of this is sampling of a curved or sloping surface; it has no bound.
//  - point: the map against the ray through the pixel centre, more than half a pixel from every projected
//    silhouette. This is the error of the engine.
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

//! Sizes are unsigned; NaN without errors.
struct ErrorStatistics {
  std::size_t pixels = 0;
  double rms_mm = std::numeric_limits<double>::quiet_NaN();
  double max_mm = std::numeric_limits<double>::quiet_NaN();
  double p99_mm = std::numeric_limits<double>::quiet_NaN();   //!< at least 99 % are at most this
  double p999_mm = std::numeric_limits<double>::quiet_NaN();  //!< at least 99.9 %
  double bias_mm = std::numeric_limits<double>::quiet_NaN();  //!< mean of the errors with their sign
  //! Bin i holds sizes in [edge i−1, edge i); the first starts at 0, the last is open.
  std::array<std::size_t, histogram_edges_um.size() + 1> histogram{};
};

//! \param errors_mm finite.
[[nodiscard]] ErrorStatistics statistics_of(std::vector<float> errors_mm);

struct ValidationOptions {
  int rays_per_pixel = 16;  //!< stratified; in addition to the one through the centre
  double depth_tolerance_mm = default_depth_tolerance_mm;  //!< the one that the maps were made with
  std::uint64_t seed = 1995;
};

//! State of a pixel, with the boundaries at which states disagree.
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

//! Examined pixels by [Stage of the map][kind in the map][kind of the centre's ray].
using StateTable = std::array<std::array<std::array<std::size_t, pixel_kinds>, pixel_kinds>, stages>;

//! One of the places with the greatest errors.
struct WorstPlace {
  std::size_t map = 0;  //!< index of the map
  int column = 0, row = 0;
  Eigen::Vector3d point_mm;  //!< case frame, on the face of the lower that bounds the map's clearance
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
  std::vector<float> point_error_mm;          //!< likewise; near silhouettes as well
  std::vector<std::uint8_t> near_silhouette;  //!< 1 within half a pixel of one
};

//! Examined pixels that a comparison omits or uses with reservations.
struct ValidationCounts {
  std::size_t examined = 0;  //!< covered by both jaws in the map, at the centre's ray, or at any other ray
  //! Mean: only one of the two has a finite clearance, or neither.
  std::size_t only_map_finite = 0, only_rays_finite = 0, neither_finite = 0;
  std::size_t partly_finite = 0;  //!< compared with the mean of those rays that have a finite clearance
  //! Point, more than half a pixel from silhouettes: the same. One-sided pixels are state disagreements.
  std::size_t point_only_map_finite = 0, point_only_ray_finite = 0, point_neither_finite = 0;
};

struct Validation {
  ValidationOptions options;

  ErrorStatistics mean;        //!< map against the mean of the pixel's rays
  ErrorStatistics mean_away;   //!< of those, pixels more than half a pixel from silhouettes
  ErrorStatistics point;       //!< map against the centre's ray, more than half a pixel from silhouettes
  ErrorStatistics point_near;  //!< the same within half a pixel of silhouettes, where both are finite

  //! `mean.rms_mm` of an exact map: RMS of the centre ray − the mean of the pixel's rays, over
  //! `own_spread_pixels`, those of `mean` whose centre ray has a finite clearance. NaN without pixels.
  double own_spread_mm = std::numeric_limits<double>::quiet_NaN();
  std::size_t own_spread_pixels = 0;
  //! own_spread_mm² over the mean square error of the same pixels: 1 if all of the error is due to sampling.
  //! May exceed 1 if the engine's error cancels part of it. NaN without error.
  double own_spread_share = std::numeric_limits<double>::quiet_NaN();
  //! Standard deviation of the rays inside a pixel, RMS over `mean`'s pixels: slope·pixel/√12 on a plane.
  double within_pixel_mm = std::numeric_limits<double>::quiet_NaN();

  //! More than half a pixel from silhouettes: map and centre's ray are of different kinds and differ by more
  //! than twice the depth tolerance; by no more than that.
  std::size_t state_disagreements = 0, near_boundary = 0;
  //! Covered by both jaws in the map or at the centre's ray, within half a pixel of a silhouette; and those
  //! of them that are of different kinds.
  std::size_t near_silhouette = 0, near_silhouette_disagreements = 0;
  //! Covered by both jaws in the map or at the centre's ray, near silhouettes or not: the off-diagonal entries add up
  //! to state_disagreements + near_boundary + near_silhouette_disagreements.
  StateTable states{};
  ValidationCounts counts;

  std::vector<WorstPlace> worst;         //!< of `mean`, at most `worst_places`, the worst first
  std::vector<WorstPlace> worst_points;  //!< of `point`
  std::vector<MapErrors> maps;           //!< as many as were given
};

//! Statistics cover all maps. The same input gives the same bits for any number of threads.
//! \param maps of this bite in its pose, each with its own view; a pixel is examined in the map in which
//!        it counts
//! \throw std::invalid_argument without rays or for a negative tolerance;
//!        std::runtime_error if Embree cannot be used.
[[nodiscard]] Validation validate(std::span<const CountedMap> maps, const Bite& bite,
                                  const ValidationOptions& options = {}, const Progress& progress = {});

//! Stratified sampling of a pixel: one random ray in each of n equal parts, as Myszkowski, Okunev & Kunii shoot 16. A
//! seed always gives the same places, in any order of pixels.
class StratifiedPixel {
 public:
  //! \throw std::invalid_argument unless there is at least one ray.
  StratifiedPixel(int rays, std::uint64_t seed);

  [[nodiscard]] int rays() const { return static_cast<int>(parts_.size()); }

  //! In shares of the pixel's edge from its top left, each in [0, 1).
  //! \param map, pixel index of the map, and of its pixel.
  [[nodiscard]] Eigen::Vector2d place(std::size_t map, std::size_t pixel, int ray) const;

 private:
  //! A square number of rays gives square parts. For others some rows get more rays and a height that keeps
  //! all parts equal in area.
  struct Part {
    Eigen::Vector2d corner, size;
  };
  std::vector<Part> parts_;
  std::uint64_t seed_;
};

}  // namespace intercusp
