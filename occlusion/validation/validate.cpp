#include "occlusion/validation/validate.h"

#include <tbb/blocked_range.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "occlusion/base/for_all.h"
#include "occlusion/base/nth_smallest.h"
#include "occlusion/base/random.h"
#include "occlusion/engines/rays/ray_engine.h"
#include "occlusion/validation/near_silhouette.h"
#include "occlusion/view/viewed_mesh.h"

namespace intercusp {

namespace {

//! The smallest entry that `per_mille` of all entries do not exceed.
//! \pre sizes is not empty
double percentile(std::vector<float>& sizes, std::size_t per_mille) {
  const std::size_t rank = (sizes.size() * per_mille + 999) / 1000;  // rounded up, counted from 1
  return static_cast<double>(nth_smallest(sizes, rank - 1));
}

std::size_t bin_of(double size_mm) {
  const auto edge = std::upper_bound(histogram_edges_um.begin(), histogram_edges_um.end(), 1000 * size_mm);
  return static_cast<std::size_t>(edge - histogram_edges_um.begin());
}

}  // namespace

ErrorStatistics statistics_of(std::vector<float> errors_mm) {
  ErrorStatistics statistics{.pixels = errors_mm.size()};
  if (errors_mm.empty()) return statistics;
  double sum = 0, squares = 0;
  for (float& error : errors_mm) {
    const auto value = static_cast<double>(error);
    sum += value;
    squares += value * value;
    error = std::abs(error);
    ++statistics.histogram[bin_of(std::abs(value))];
  }
  const auto count = static_cast<double>(errors_mm.size());
  statistics.bias_mm = sum / count;
  statistics.rms_mm = std::sqrt(squares / count);
  statistics.max_mm = static_cast<double>(*std::max_element(errors_mm.begin(), errors_mm.end()));
  statistics.p99_mm = percentile(errors_mm, 990);
  statistics.p999_mm = percentile(errors_mm, 999);
  return statistics;
}

namespace {

double as_double(float length_mm) { return static_cast<double>(length_mm); }

//! The counts of one row. Rows are added in order, so that threads do not matter.
struct RowTally {
  double own_spread_squares = 0, error_squares = 0;  //!< over equal pixels
  double variances = 0;
  std::size_t own_spread_pixels = 0;
  std::size_t state_disagreements = 0, near_boundary = 0;
  std::size_t near_silhouette = 0, near_silhouette_disagreements = 0;
  StateTable states{};
  ValidationCounts counts;
};

void add(StateTable& sum, const StateTable& part) {
  for (std::size_t stage = 0; stage < stages; ++stage) {
    for (std::size_t map = 0; map < pixel_kinds; ++map) {
      for (std::size_t ray = 0; ray < pixel_kinds; ++ray) sum[stage][map][ray] += part[stage][map][ray];
    }
  }
}

void add(ValidationCounts& sum, const ValidationCounts& part) {
  sum.examined += part.examined;
  sum.only_map_finite += part.only_map_finite;
  sum.only_rays_finite += part.only_rays_finite;
  sum.neither_finite += part.neither_finite;
  sum.partly_finite += part.partly_finite;
  sum.point_only_map_finite += part.point_only_map_finite;
  sum.point_only_ray_finite += part.point_only_ray_finite;
  sum.point_neither_finite += part.point_neither_finite;
}

void add(RowTally& sum, const RowTally& row) {
  sum.own_spread_squares += row.own_spread_squares;
  sum.error_squares += row.error_squares;
  sum.variances += row.variances;
  sum.own_spread_pixels += row.own_spread_pixels;
  sum.state_disagreements += row.state_disagreements;
  sum.near_boundary += row.near_boundary;
  sum.near_silhouette += row.near_silhouette;
  sum.near_silhouette_disagreements += row.near_silhouette_disagreements;
  add(sum.states, row.states);
  add(sum.counts, row.counts);
}

//! The rays of one pixel.
struct PixelRays {
  std::vector<double> clearances_mm;  //!< clearances of the rays with a finite one
  bool any_covered = false;           //!< some ray meets both jaws

  [[nodiscard]] double mean_mm() const {
    double sum = 0;
    for (const double clearance : clearances_mm) sum += clearance;
    return sum / static_cast<double>(clearances_mm.size());
  }
  [[nodiscard]] double variance_mm2() const {
    const double mean = mean_mm();
    double squares = 0;
    for (const double clearance : clearances_mm) squares += (clearance - mean) * (clearance - mean);
    return squares / static_cast<double>(clearances_mm.size());
  }
};

//! Compares one map with rays.
class MapComparison {
 public:
  //! The arguments must outlive this object.
  MapComparison(const RayEngine& engine, const Bite& bite, const CountedMap& counted, std::size_t map_index,
                const StratifiedPixel& places, double depth_tolerance_mm)
      : engine_(engine),
        bite_(bite),
        counted_(counted),
        map_(counted.map),
        map_index_(map_index),
        places_(places),
        tolerance_mm_(depth_tolerance_mm),
        may_hold_silhouette_(near_silhouette(map_.view, bite, corner_px)) {
    const std::size_t size = map_.view.grid.size();
    errors_ = {.view = map_.view,
               .mean_error_mm = std::vector<float>(size, no_clearance),
               .point_error_mm = std::vector<float>(size, no_clearance),
               .near_silhouette = near_silhouette(map_.view, bite)};
  }

  [[nodiscard]] RowTally compare_row(int row) {
    RowTally tally;
    for (int column = 0; column < map_.view.grid.width; ++column) compare_pixel(column, row, tally);
    return tally;
  }

  [[nodiscard]] MapErrors take_errors() { return std::move(errors_); }

 private:
  //! A pixel whose corners are all nearer to its centre than any silhouette is covered uniformly.
  static constexpr double corner_px = 0.70711;

  void compare_pixel(int column, int row, RowTally& tally) {
    const std::size_t i = map_.view.grid.index(column, row);
    // A point that counts in another map is examined there. Pixels without a clearance count in no map.
    if (!counted_.count(i) && std::isfinite(map_.clearance_mm[i])) return;
    const PixelResult centre = engine_.pixel(map_.view, bite_.upper_from_lower, column, row);
    const bool covered = map_.coverage[i] == Coverage::both || centre.coverage == Coverage::both;
    if (!covered && may_hold_silhouette_[i] == 0) return;
    const PixelRays rays = shoot(column, row);
    if (!covered && !rays.any_covered) return;
    ++tally.counts.examined;
    if (covered) compare_states(i, centre, tally);
    if (covered) compare_point(i, centre, tally.counts);
    compare_mean(i, centre, rays, tally);
  }

  [[nodiscard]] PixelRays shoot(int column, int row) const {
    const PixelGrid& grid = map_.view.grid;
    PixelRays rays;
    rays.clearances_mm.reserve(static_cast<std::size_t>(places_.rays()));
    for (int ray = 0; ray < places_.rays(); ++ray) {
      const Eigen::Vector2d place = places_.place(map_index_, grid.index(column, row), ray);
      const PixelResult here = engine_.at(map_.view.view_from_case, bite_.upper_from_lower,
                                          grid.u0_mm + (column + place.x()) * grid.pixel_mm,
                                          grid.v0_mm + (row + place.y()) * grid.pixel_mm);
      rays.any_covered |= here.coverage == Coverage::both;
      if (std::isfinite(here.clearance_mm)) rays.clearances_mm.push_back(as_double(here.clearance_mm));
    }
    return rays;
  }

  void compare_states(std::size_t i, const PixelResult& centre, RowTally& tally) const {
    const PixelKind in_map = kind_of(map_.state[i], map_.clearance_mm[i], tolerance_mm_);
    const PixelKind at_ray = kind_of(centre.state, centre.clearance_mm, tolerance_mm_);
    ++tally.states[static_cast<std::size_t>(map_.resolved_by[i])][static_cast<std::size_t>(in_map)]
                  [static_cast<std::size_t>(at_ray)];
    const bool near = errors_.near_silhouette[i] != 0;
    tally.near_silhouette += near;
    if (in_map == at_ray) return;
    const double difference_mm = std::abs(as_double(map_.clearance_mm[i]) - as_double(centre.clearance_mm));
    if (near) {
      ++tally.near_silhouette_disagreements;
    } else if (difference_mm <= 2 * tolerance_mm_) {  // false if a clearance is missing or unlimited
      ++tally.near_boundary;
    } else {
      ++tally.state_disagreements;
    }
  }

  void compare_point(std::size_t i, const PixelResult& centre, ValidationCounts& counts) {
    const bool in_map = std::isfinite(map_.clearance_mm[i]), at_ray = std::isfinite(centre.clearance_mm);
    if (in_map && at_ray) errors_.point_error_mm[i] = map_.clearance_mm[i] - centre.clearance_mm;
    if (errors_.near_silhouette[i] != 0) return;
    counts.point_only_map_finite += in_map && !at_ray;
    counts.point_only_ray_finite += !in_map && at_ray;
    counts.point_neither_finite += !in_map && !at_ray;
  }

  void compare_mean(std::size_t i, const PixelResult& centre, const PixelRays& rays, RowTally& tally) {
    const bool in_map = std::isfinite(map_.clearance_mm[i]), at_rays = !rays.clearances_mm.empty();
    tally.counts.only_map_finite += in_map && !at_rays;
    tally.counts.only_rays_finite += !in_map && at_rays;
    tally.counts.neither_finite += !in_map && !at_rays;
    if (!in_map || !at_rays) return;
    tally.counts.partly_finite += static_cast<int>(rays.clearances_mm.size()) < places_.rays();
    const double mean_mm = rays.mean_mm();
    const double error_mm = as_double(map_.clearance_mm[i]) - mean_mm;
    errors_.mean_error_mm[i] = static_cast<float>(error_mm);
    tally.variances += rays.variance_mm2();
    if (!std::isfinite(centre.clearance_mm)) return;
    const double spread_mm = as_double(centre.clearance_mm) - mean_mm;
    ++tally.own_spread_pixels;
    tally.own_spread_squares += spread_mm * spread_mm;
    tally.error_squares += error_mm * error_mm;
  }

  const RayEngine& engine_;
  const Bite& bite_;
  const CountedMap& counted_;
  const ClearanceMap& map_;
  std::size_t map_index_;
  const StratifiedPixel& places_;
  double tolerance_mm_;
  std::vector<std::uint8_t> may_hold_silhouette_;
  MapErrors errors_;
};

RowTally compare_map(MapComparison& comparison, int height, SharedProgress& progress) {
  std::vector<RowTally> rows(static_cast<std::size_t>(height));
  for_all(tbb::blocked_range<int>(0, height, 1), [&](const tbb::blocked_range<int>& range) {
    for (int row = range.begin(); row < range.end(); ++row) {
      rows[static_cast<std::size_t>(row)] = comparison.compare_row(row);
      progress.part_is_done();
    }
  });
  RowTally sum;
  for (const RowTally& row : rows) add(sum, row);
  return sum;
}

//! The errors of all maps at the pixels for which `wanted(map, pixel)` is true.
template <class Wanted>
std::vector<float> gathered(const std::vector<MapErrors>& maps, std::vector<float> MapErrors::*errors,
                            const Wanted& wanted) {
  std::vector<float> values;
  for (const MapErrors& map : maps) {
    for (std::size_t i = 0; i < (map.*errors).size(); ++i) {
      if (!std::isnan((map.*errors)[i]) && wanted(map, i)) values.push_back((map.*errors)[i]);
    }
  }
  return values;
}

bool is_near(const MapErrors& map, std::size_t pixel) { return map.near_silhouette[pixel] != 0; }
bool is_away(const MapErrors& map, std::size_t pixel) { return map.near_silhouette[pixel] == 0; }
bool anywhere(const MapErrors& /*map*/, std::size_t /*pixel*/) { return true; }

//! The point of the surface from which a pixel's clearance is measured. If no face of the lower bounds it, a
//! point of the upper; if no face bounds it, the point at depth 0.
Eigen::Vector3d place_of(const ClearanceMap& map, const Bite& bite, int column, int row) {
  const std::size_t i = map.view.grid.index(column, row);
  const Eigen::Vector2d uv = map.view.grid.centre(column, row);
  const auto depth_on = [&](const Solid& solid, const Eigen::Isometry3d& case_from_solid, std::int32_t face) {
    const ViewedMesh viewed(solid, case_from_solid, map.view.view_from_case);
    return plane_depth(viewed.corners(static_cast<std::size_t>(face)), uv.x(), uv.y(),
                       map.view.grid.pixel_mm);
  };
  double depth = 0;
  if (map.lower_face[i] != no_face) {
    depth = depth_on(*bite.lower, bite.upper_from_lower, map.lower_face[i]);
  } else if (map.upper_face[i] != no_face) {
    depth = depth_on(*bite.upper, Eigen::Isometry3d::Identity(), map.upper_face[i]);
  }
  return map.view.case_point(column, row, depth);
}

template <class Wanted>
std::vector<WorstPlace> worst_of(std::span<const CountedMap> maps, const Bite& bite,
                                 const std::vector<MapErrors>& all, std::vector<float> MapErrors::*errors,
                                 const Wanted& wanted) {
  struct Candidate {
    float size;
    std::size_t map, pixel;
  };
  std::vector<Candidate> worst;
  for (std::size_t m = 0; m < all.size(); ++m) {
    const std::vector<float>& values = all[m].*errors;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const float size = std::abs(values[i]);
      if (std::isnan(size) || !wanted(all[m], i)) continue;
      if (worst.size() == worst_places && size <= worst.back().size) continue;  // the earlier one stays
      const auto place =
          std::find_if(worst.begin(), worst.end(), [&](const Candidate& other) { return size > other.size; });
      worst.insert(place, {size, m, i});
      if (worst.size() > worst_places) worst.pop_back();
    }
  }
  std::vector<WorstPlace> places;
  for (const Candidate& candidate : worst) {
    const ClearanceMap& map = maps[candidate.map].map;
    const std::size_t i = candidate.pixel, width = static_cast<std::size_t>(map.view.grid.width);
    const int column = static_cast<int>(i % width), row = static_cast<int>(i / width);
    const double error_mm = as_double((all[candidate.map].*errors)[i]);
    places.push_back({.map = candidate.map,
                      .column = column,
                      .row = row,
                      .point_mm = place_of(map, bite, column, row),
                      .error_mm = error_mm,
                      .map_mm = as_double(map.clearance_mm[i]),
                      .rays_mm = as_double(map.clearance_mm[i]) - error_mm,
                      .near_silhouette = is_near(all[candidate.map], i),
                      .upper_face = map.upper_face[i],
                      .lower_face = map.lower_face[i]});
  }
  return places;
}

void take_tally(const RowTally& tally, Validation& result) {
  result.own_spread_pixels = tally.own_spread_pixels;
  if (tally.own_spread_pixels > 0)
    result.own_spread_mm = std::sqrt(tally.own_spread_squares / static_cast<double>(tally.own_spread_pixels));
  if (tally.error_squares > 0) result.own_spread_share = tally.own_spread_squares / tally.error_squares;
  if (result.mean.pixels > 0)
    result.within_pixel_mm = std::sqrt(tally.variances / static_cast<double>(result.mean.pixels));
  result.state_disagreements = tally.state_disagreements;
  result.near_boundary = tally.near_boundary;
  result.near_silhouette = tally.near_silhouette;
  result.near_silhouette_disagreements = tally.near_silhouette_disagreements;
  result.states = tally.states;
  result.counts = tally.counts;
}

}  // namespace

PixelKind kind_of(PixelState state, float clearance_mm, double depth_tolerance_mm) {
  switch (state) {
    case PixelState::outside:
      return PixelKind::outside;
    case PixelState::not_anatomy:
      return PixelKind::not_anatomy;
    case PixelState::interfering:
      return PixelKind::interfering;
    case PixelState::free:
      break;
  }
  if (std::isinf(clearance_mm)) return PixelKind::unlimited;
  return as_double(clearance_mm) <= depth_tolerance_mm ? PixelKind::touching : PixelKind::free;
}

Validation validate(std::span<const CountedMap> maps, const Bite& bite, const ValidationOptions& options,
                    const Progress& progress) {
  const StratifiedPixel places(options.rays_per_pixel, options.seed);
  const RayEngine engine(bite.upper, bite.lower, {.depth_tolerance_mm = options.depth_tolerance_mm});
  std::size_t rows = 0;
  for (const CountedMap& counted : maps) rows += static_cast<std::size_t>(counted.map.view.grid.height);
  SharedProgress row_progress(progress, rows);

  Validation result{.options = options};
  RowTally tally;
  for (std::size_t m = 0; m < maps.size(); ++m) {
    MapComparison comparison(engine, bite, maps[m], m, places, options.depth_tolerance_mm);
    add(tally, compare_map(comparison, maps[m].map.view.grid.height, row_progress));
    result.maps.push_back(comparison.take_errors());
  }
  const std::vector<MapErrors>& errors = result.maps;
  result.mean = statistics_of(gathered(errors, &MapErrors::mean_error_mm, anywhere));
  result.mean_away = statistics_of(gathered(errors, &MapErrors::mean_error_mm, is_away));
  result.point = statistics_of(gathered(errors, &MapErrors::point_error_mm, is_away));
  result.point_near = statistics_of(gathered(errors, &MapErrors::point_error_mm, is_near));
  take_tally(tally, result);
  result.worst = worst_of(maps, bite, errors, &MapErrors::mean_error_mm, anywhere);
  result.worst_points = worst_of(maps, bite, errors, &MapErrors::point_error_mm, is_away);
  return result;
}

StratifiedPixel::StratifiedPixel(int rays, std::uint64_t seed) : seed_(seed) {
  if (rays < 1) throw std::invalid_argument("a pixel needs at least one ray");
  const int rows = static_cast<int>(std::lround(std::sqrt(rays)));
  const auto first_of = [&](int row) { return static_cast<int>(std::int64_t{rays} * row / rows); };
  for (int row = 0; row < rows; ++row) {
    const int in_row = first_of(row + 1) - first_of(row);
    for (int i = 0; i < in_row; ++i) {
      parts_.push_back(
          {.corner = {static_cast<double>(i) / in_row, static_cast<double>(first_of(row)) / rays},
           .size = {1.0 / in_row, static_cast<double>(in_row) / rays}});
    }
  }
}

Eigen::Vector2d StratifiedPixel::place(std::size_t map, std::size_t pixel, int ray) const {
  const std::uint64_t random = mixed(mixed(mixed(seed_ ^ mixed(map)) ^ pixel) ^ static_cast<unsigned>(ray));
  constexpr double share = 1.0 / 4294967296.0;  // of 32 bits
  const Eigen::Vector2d in_part(static_cast<double>(random >> 32) * share,
                                static_cast<double>(random & 0xffffffffU) * share);
  const Part& part = parts_[static_cast<std::size_t>(ray)];
  return part.corner + part.size.cwiseProduct(in_part);
}

}  // namespace intercusp
