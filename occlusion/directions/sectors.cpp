#include "occlusion/directions/sectors.h"

#include <algorithm>
#include <cmath>

#include "occlusion/base/angles.h"
#include "occlusion/maps/clearance_map.h"
#include "occlusion/view/viewed_mesh.h"

namespace intercusp {
namespace {

struct Borders {
  std::vector<double> shares;  //!< borders between sectors, from 0 (right end) to 1
  std::vector<std::optional<ArchPart>> parts;
};

Borders borders_of(int count) {
  // Shares of half a lower arch: incisors and canine 5.3 + 5.7 + 6.8 mm, premolars 7.0 + 7.1, molars 11.4 +
  // 10.8 (mean mesiodistal widths, Nelson & Ash, Wheeler's Dental Anatomy).
  constexpr double front = 17.8 / 54.1 / 2, premolars = 14.1 / 54.1 / 2;
  if (count == 1) return {.shares = {}, .parts = {ArchPart::whole}};
  if (count == 3) {
    return {.shares = {0.5 - front, 0.5 + front},
            .parts = {ArchPart::right_posterior, ArchPart::anterior, ArchPart::left_posterior}};
  }
  if (count == 5) {
    return {.shares = {0.5 - front - premolars, 0.5 - front, 0.5 + front, 0.5 + front + premolars},
            .parts = {ArchPart::right_molars, ArchPart::right_premolars, ArchPart::anterior,
                      ArchPart::left_premolars, ArchPart::left_molars}};
  }
  Borders borders;
  borders.parts.resize(static_cast<std::size_t>(count));
  for (int i = 1; i < count; ++i) borders.shares.push_back(static_cast<double>(i) / count);
  return borders;
}

//! The point at which a pixel's line meets the lower, in the case frame; empty if the pixel has no clearance.
std::optional<Eigen::Vector3d> lower_point(const ClearanceMap& map, const ViewedMesh& lower, int column,
                                           int row) {
  const PixelGrid& grid = map.view.grid;
  const std::size_t pixel = grid.index(column, row);
  if (!std::isfinite(map.clearance_mm[pixel]) || map.lower_face[pixel] == no_face) return std::nullopt;
  const Eigen::Vector2d uv = grid.centre(column, row);
  const Corners face = lower.corners(static_cast<std::size_t>(map.lower_face[pixel]));
  return map.view.case_point(column, row, plane_depth(face, uv.x(), uv.y(), 0));
}

//! A point of the lower opposite the upper, and its position on the arch.
struct FacingPoint {
  Eigen::Vector3d point;
  double clearance_mm, place_mm;
};

//! Points at one of four pixels, which is enough for a curve and for windows.
std::vector<FacingPoint> facing_points(const ClearanceMap& whole, const ViewedMesh& lower) {
  std::vector<FacingPoint> points;
  for (int row = 0; row < whole.view.grid.height; row += 2) {
    for (int column = 0; column < whole.view.grid.width; column += 2) {
      const auto point = lower_point(whole, lower, column, row);
      if (!point) continue;
      const float clearance = whole.clearance_mm[whole.view.grid.index(column, row)];
      points.push_back({*point, static_cast<double>(clearance), 0});
    }
  }
  return points;
}

//! The points close enough to the upper to be on teeth.
std::vector<Eigen::Vector3d> arch_points(const std::vector<FacingPoint>& facing) {
  constexpr double teeth_mm = 3;
  double least = std::numeric_limits<double>::infinity();
  for (const FacingPoint& point : facing) least = std::min(least, point.clearance_mm);
  std::vector<Eigen::Vector3d> points;
  for (const FacingPoint& point : facing) {
    if (point.clearance_mm <= std::max(least, 0.0) + teeth_mm) points.push_back(point.point);
  }
  return points;
}

//! The window along a direction that contains a sector's points, with a margin for walls that only this
//! direction shows.
View sector_view(const Sector& sector, const std::vector<FacingPoint>& facing,
                 const Eigen::Isometry3d& view_from_case, double pixel_mm) {
  constexpr double room_mm = 0.5;
  Bounds window;
  for (const FacingPoint& point : facing) {
    if (sector.holds(point.place_mm)) window.add(view_from_case * point.point);
  }
  const Eigen::Vector2d room(room_mm, room_mm);
  return view_of_window(view_from_case, window.min.head<2>() - room, window.max.head<2>() + room, pixel_mm);
}

//! The direction or, if it is tilted too far, the one towards it that is `most_tilt` from the direction of
//! the whole bite.
Eigen::Vector3d tilted(const Eigen::Vector3d& whole, const Eigen::Vector3d& direction) {
  const double angle = std::acos(std::clamp(whole.dot(direction), -1.0, 1.0));
  if (angle <= most_sector_tilt_rad) return direction;
  return Eigen::AngleAxisd(most_sector_tilt_rad, whole.cross(direction).normalized()) * whole;
}

//! The direction of a sector. It starts at that of the whole bite and follows the mean normal of the sector's
//! collision zone until it moves by less than half a degree.
Eigen::Vector3d refined_direction(const Bite& bite, const ArchCurve& curve, const Sector& sector,
                                  const std::vector<FacingPoint>& facing, const Eigen::Isometry3d& whole,
                                  MapEngine& items_engine) {
  constexpr double coarse_pixel_mm = 0.15;  // a mean over thousands of faces does not need each of them
  const double cos_settled = std::cos(0.5 * rad_per_deg);
  const Eigen::Vector3d down = whole.linear().row(1);
  Eigen::Vector3d direction = whole.linear().row(2);
  for (int round = 0; round < 5; ++round) {
    const Eigen::Isometry3d view_from_case = orthographic(direction, down);
    const View view = sector_view(sector, facing, view_from_case, coarse_pixel_mm);
    if (view.grid.size() == 0) break;
    const ClearanceMap& items = items_engine.compute(view, bite.upper_from_lower);
    const ViewedMesh viewed(*bite.lower, bite.upper_from_lower, view_from_case);
    const auto in_sector = [&](std::size_t pixel) {
      const auto width = static_cast<std::size_t>(view.grid.width);
      const auto point =
          lower_point(items, viewed, static_cast<int>(pixel % width), static_cast<int>(pixel / width));
      return point && sector.holds(curve.place_mm(*point));
    };
    const Eigen::Vector3d next = collision_zone_normal(items, bite, in_sector);
    const double along = next.dot(direction);
    if (along <= 0) break;
    direction = tilted(whole.linear().row(2), next);
    if (along > cos_settled || direction != next) break;
  }
  return direction;
}

}  // namespace

std::optional<SectoredArch> cut_into_sectors(const Bite& bite, const AnatomicalAxes& axes,
                                             const ClearanceMap& whole, int count, MapEngine& items_engine) {
  const Eigen::Isometry3d& view_from_case = whole.view.view_from_case;
  std::vector<FacingPoint> facing =
      facing_points(whole, ViewedMesh(*bite.lower, bite.upper_from_lower, view_from_case));
  const std::vector<Eigen::Vector3d> points = arch_points(facing);
  constexpr std::size_t fewest_points = 100;  // an arch at 0.05 mm has some ten thousand
  if (points.size() < fewest_points) return std::nullopt;
  SectoredArch arch{.curve = ArchCurve(axes, points), .sectors = {}};
  for (FacingPoint& point : facing) point.place_mm = arch.curve.place_mm(point.point);
  const Borders borders = borders_of(count);
  const double right = arch.curve.right_end_mm(), length = arch.curve.left_end_mm() - right;
  for (int i = 0; i < count; ++i) {
    Sector sector{.part = borders.parts[static_cast<std::size_t>(i)], .view = {}};
    if (i > 0) sector.from_mm = right + length * borders.shares[i - 1];
    if (i + 1 < count) sector.to_mm = right + length * borders.shares[i];
    const Eigen::Vector3d direction =
        refined_direction(bite, arch.curve, sector, facing, view_from_case, items_engine);
    const Eigen::Vector3d down = view_from_case.linear().row(1);
    sector.view = sector_view(sector, facing, orthographic(direction, down), whole.view.grid.pixel_mm);
    if (sector.view.grid.size() > 0) arch.sectors.push_back(sector);
  }
  return arch;
}

}  // namespace intercusp
