// The clearance of a map at a point of a jaw's surface.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <numbers>
#include <optional>

#include "occlusion/maps/clearance_map.h"

namespace intercusp {

//! The face that bounds the clearance of a pixel, in the map's view.
struct SurfaceAtPixel {
  double depth_mm;  //!< at the pixel's centre
  double slope;     //!< depth over width
};

//! Interpolates between those of the four pixel centres around the point that measure the same piece of surface.
//! Empty if the point is outside the map, hidden behind the measured surface, or too close to its silhouette.
//! \pre a point on a surface that faces the other jaw
//! \param uvd the point in the map's view \param slope of the surface at the point
//! \param surface_at returns an optional SurfaceAtPixel for (column, row): empty without a face and where it is
//!        too steep to be separated from its neighbours
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
    // On one surface, the depth between the point and the pixel's centre changes by at most the diagonal of a
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
