#include "occlusion/directions/sector_choice.h"

#include <cmath>

#include "occlusion/base/for_all.h"

namespace intercusp {

SectorChoice::SectorChoice(const Bite& bite, const SectoredArch& arch, std::span<const CountedMap> maps)
    : arch_(arch), maps_(maps) {
  for (const Sector& sector : arch.sectors) {
    lower_.emplace_back(*bite.lower, bite.upper_from_lower, sector.view.view_from_case);
    upper_.emplace_back(*bite.upper, Eigen::Isometry3d::Identity(), sector.view.view_from_case);
  }
}

bool SectorChoice::sees(std::size_t sector, std::int32_t face, const Eigen::Vector3d& point) const {
  const ClearanceMap& map = maps_[sector].map;
  const PixelGrid& grid = map.view.grid;
  const Eigen::Vector3d uvd = map.view.view_from_case * point;
  const double column = std::floor((uvd.x() - grid.u0_mm) / grid.pixel_mm);
  const double row = std::floor((uvd.y() - grid.v0_mm) / grid.pixel_mm);
  if (!(column >= 0 && row >= 0 && column < grid.width && row < grid.height)) return false;
  const int c = static_cast<int>(column), r = static_cast<int>(row);
  const std::size_t pixel = grid.index(c, r);
  const std::int32_t named = map.lower_face[pixel];
  if (named == no_face || !std::isfinite(map.clearance_mm[pixel])) return false;
  if (named == face) return true;
  // Both are on one sheet if their depths differ by no more than the two faces climb on the way to the
  // pixel's centre.
  constexpr double depth_noise_mm = 1e-4;
  const Eigen::Vector2d centre = grid.centre(c, r);
  const Corners there = lower_[sector].corners(static_cast<std::size_t>(named));
  const Corners here = lower_[sector].corners(static_cast<std::size_t>(face));
  const double climb =
      (centre - uvd.head<2>()).norm() * (std::min(slope_of(cosine_of(there)), steepest_slope) +
                                         std::min(slope_of(cosine_of(here)), steepest_slope));
  return std::abs(plane_depth(there, centre.x(), centre.y(), 0) - uvd.z()) <= climb + depth_noise_mm;
}

bool SectorChoice::counts(std::size_t sector, const ClearanceMap& map, int column, int row) const {
  const std::size_t pixel = map.view.grid.index(column, row);
  if (!std::isfinite(map.clearance_mm[pixel])) return false;
  const std::int32_t face = map.lower_face[pixel];
  const std::int32_t bounding = face != no_face ? face : map.upper_face[pixel];
  if (bounding == no_face) return false;
  const Eigen::Vector2d uv = map.view.grid.centre(column, row);
  const ViewedMesh& jaw = face != no_face ? lower_[sector] : upper_[sector];
  const Corners corners = jaw.corners(static_cast<std::size_t>(bounding));
  const Eigen::Vector3d point = map.view.case_point(column, row, plane_depth(corners, uv.x(), uv.y(), 0));
  const double place = arch_.curve.place_mm(point);
  const Sector& own = arch_.sectors[sector];
  if (face == no_face) return place >= own.from_mm && place < own.to_mm;
  if (!own.holds(place)) return false;
  const double cosine = cosine_of(corners);
  for (std::size_t other = 0; other < arch_.sectors.size(); ++other) {
    if (other == sector || !arch_.sectors[other].holds(place)) continue;
    const double there = cosine_of(lower_[other].corners(static_cast<std::size_t>(face)));
    if ((there > cosine || (there == cosine && other < sector)) && sees(other, face, point)) return false;
  }
  return true;
}

std::vector<std::uint8_t> SectorChoice::counted_pixels(std::size_t sector, const ClearanceMap& map) const {
  const PixelGrid& grid = map.view.grid;
  std::vector<std::uint8_t> counted(grid.size());
  for_all(0, grid.height, [&](int row) {
    for (int column = 0; column < grid.width; ++column) {
      counted[grid.index(column, row)] = counts(sector, map, column, row) ? 1 : 0;
    }
  });
  return counted;
}

}  // namespace intercusp
