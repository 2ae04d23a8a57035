#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "occlusion/contacts/areas.h"
#include "occlusion/intervals/coarse_look.h"
#include "occlusion/intervals/intervals.h"
#include "occlusion/projection/viewed_mesh.h"

namespace intercusp {
namespace {

using namespace intervals;

//! A point of the lower's surface that stands for a pixel's worth of it.
struct SurfacePoint {
  Eigen::Vector3d place;  //!< in the lower's frame
  std::uint32_t pixel = 0;
  float surface_mm2 = 0;
  double distance_mm = 0;  //!< in the bite as it stands, negative inside the upper
  std::int32_t upper_face = no_face, lower_face = no_face;
};

//! How far a pose of `poses_within` may move a point: four deviations in every direction at once, and room.
double farthest_move_mm(const BiteError& error, double jaw_radius_mm) {
  return 4 * std::sqrt(3.0) * (error.translation_mm + error.rotation_rad * jaw_radius_mm);
}

//! The points that may come into contact, by their distance.
std::vector<SurfacePoint> points_near(const PreparedJaws& jaws, const ClearanceMap& map, const Bite& bite,
                                      double reach_mm) {
  const PixelGrid& grid = map.frame.grid;
  const ViewedMesh lower(*bite.lower, bite.upper_from_lower, map.frame.projection);
  const Eigen::Isometry3d lower_from_upper = bite.upper_from_lower.inverse(Eigen::Isometry);
  std::vector<std::vector<SurfacePoint>> rows(static_cast<std::size_t>(grid.height));
  tbb::parallel_for(0, grid.height, [&](int row) {
    std::optional<std::uint32_t> guess;
    for (int column = 0; column < grid.width; ++column) {
      const std::size_t pixel = grid.index(column, row);
      const std::int32_t face = map.lower_face[pixel];
      if (face == no_face || !bite.lower->is_anatomy(static_cast<std::size_t>(face))) continue;
      // No closest point is further off than 1/steep_cosine less than the clearance of a face that is
      // measured here.
      if (!(static_cast<double>(map.clearance_mm[pixel]) <= reach_mm / steep_cosine)) continue;
      const Corners corners = lower.corners(static_cast<std::size_t>(face));
      const double cosine = cosine_of(corners);
      if (cosine < steep_cosine) continue;
      const Eigen::Vector2d uv = grid.centre(column, row);
      const Eigen::Vector3d place =
          map.frame.case_point(column, row, plane_depth(corners, uv.x(), uv.y(), 0));
      const std::optional<JawReading> reading = jaws.upper.at(place, guess);
      if (!reading) continue;
      guess = reading->face;
      if (!reading->is_certain() || reading->distance_mm > reach_mm) continue;
      rows[static_cast<std::size_t>(row)].push_back(
          {.place = lower_from_upper * place,
           .pixel = static_cast<std::uint32_t>(pixel),
           .surface_mm2 = static_cast<float>(grid.pixel_area_mm2() / cosine),
           .distance_mm = reading->distance_mm,
           .upper_face = static_cast<std::int32_t>(reading->face),
           .lower_face = face});
    }
  });
  std::vector<SurfacePoint> points;
  for (const auto& row : rows) points.insert(points.end(), row.begin(), row.end());
  std::stable_sort(points.begin(), points.end(), [](const SurfacePoint& a, const SurfacePoint& b) {
    return a.distance_mm < b.distance_mm;
  });
  return points;
}

class DistanceLooks {
 public:
  DistanceLooks(const PreparedJaws& jaws, const Bite& bite, const MapFrame& frame, const FaceTables& tables,
                std::vector<SurfacePoint> points)
      : jaws_(jaws),
        bite_(bite),
        tables_(tables),
        points_(std::move(points)),
        looker_(tables, frame.grid.width, frame.grid.height) {}

  //! \pre at least one point and one threshold
  Look at(const Eigen::Isometry3d& pose) {
    found_.assign(points_.size(), {});
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, points_.size(), 256), [&](const auto& range) {
      for (std::size_t i = range.begin(); i != range.end(); ++i) found_[i] = reading_of(points_[i], pose);
    });
    contacts_.clear();
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (found_[i].first == tables_.thresholds_mm.size()) continue;
      contacts_.push_back({.pixel = points_[i].pixel,
                           .first = static_cast<std::uint8_t>(found_[i].first),
                           .surface_mm2 = points_[i].surface_mm2,
                           .upper_face = found_[i].upper_face,
                           .lower_face = points_[i].lower_face});
    }
    return looker_.look(contacts_, least_of(pose));
  }

 private:
  static constexpr double rounding_mm = 1e-3;  // more than the roundings of places and moves

  struct Reading {
    std::size_t first = 0;  //!< threshold, in ascending order, that the distance is within
    std::int32_t upper_face = no_face;
  };

  [[nodiscard]] double moved_mm(const SurfacePoint& point, const Eigen::Isometry3d& pose) const {
    return (pose * point.place - bite_.upper_from_lower * point.place).norm();
  }

  //! The first threshold, in ascending order, that a distance is within.
  [[nodiscard]] std::size_t first_within(double distance_mm) const {
    const std::vector<double>& thresholds = tables_.thresholds_mm;
    return static_cast<std::size_t>(std::lower_bound(thresholds.begin(), thresholds.end(), distance_mm) -
                                    thresholds.begin());
  }

  //! A distance changes by no more than the way its point moved. Where no threshold lies within that, it need
  //! not be sought.
  [[nodiscard]] Reading reading_of(const SurfacePoint& point, const Eigen::Isometry3d& pose) const {
    const Eigen::Vector3d place = pose * point.place;
    const double moved = (place - bite_.upper_from_lower * point.place).norm();
    const std::size_t first = first_within(point.distance_mm - moved);
    if (first == first_within(point.distance_mm + moved)) return {first, point.upper_face};
    const auto closest = jaws_.upper.closest(place, std::abs(point.distance_mm) + moved + rounding_mm,
                                             static_cast<std::uint32_t>(point.upper_face));
    if (!closest) return {first, point.upper_face};
    const double distance = inside(point, place, moved) ? -closest->distance_mm : closest->distance_mm;
    return {first_within(distance), static_cast<std::int32_t>(closest->face)};
  }

  //! A point that moved less far than it was from the surface is still on its side.
  [[nodiscard]] bool inside(const SurfacePoint& point, const Eigen::Vector3d& place, double moved) const {
    if (std::abs(point.distance_mm) > moved) return point.distance_mm < 0;
    return jaws_.upper.inside(place).value_or(point.distance_mm < 0);
  }

  //! Points are sorted by their distance as the bite stands: beyond some place none can be the least.
  [[nodiscard]] double least_of(const Eigen::Isometry3d& pose) const {
    double least = std::numeric_limits<double>::infinity();
    double farthest_move = 0;
    for (const SurfacePoint& point : points_) farthest_move = std::max(farthest_move, moved_mm(point, pose));
    for (const SurfacePoint& point : points_) {
      if (point.distance_mm - farthest_move >= least) break;
      const Eigen::Vector3d place = pose * point.place;
      const double moved = moved_mm(point, pose);
      if (point.distance_mm - moved >= least) continue;
      const auto closest = jaws_.upper.closest(place, std::abs(point.distance_mm) + moved + rounding_mm,
                                               static_cast<std::uint32_t>(point.upper_face));
      if (!closest) continue;
      least = std::min(least, inside(point, place, moved) ? -closest->distance_mm : closest->distance_mm);
    }
    return least;
  }

  const PreparedJaws& jaws_;
  const Bite& bite_;
  const FaceTables& tables_;
  std::vector<SurfacePoint> points_;
  Looker looker_;
  std::vector<Reading> found_;
  std::vector<ContactPoint> contacts_;
};

}  // namespace

Intervals distance_intervals(const PreparedJaws& jaws, const ClearanceMap& map, const Bite& bite,
                             const NominalContacts& nominal, const BiteError& error,
                             const Progress& progress) {
  const FaceTables tables(bite, nominal);
  Intervals result{.error = error, .pixel_mm = map.frame.grid.pixel_mm};
  if (tables.thresholds_mm.empty()) return result;
  const double radius_mm = 0.5 * bounds_of(bite.lower->mesh).size().norm();
  const double reach = tables.thresholds_mm.back() + farthest_move_mm(error, radius_mm);
  std::vector<SurfacePoint> points = points_near(jaws, map, bite, reach);
  if (points.empty()) return result;
  DistanceLooks looks(jaws, bite, map.frame, tables, std::move(points));
  const Look standing = looks.at(bite.upper_from_lower);
  const std::vector<Look> moved =
      looks_of(bite, error, progress, [&](const Eigen::Isometry3d& pose) { return looks.at(pose); });
  result = intervals_of(tables, nominal, standing, moved);
  result.error = error;
  result.pixel_mm = map.frame.grid.pixel_mm;
  return result;
}

}  // namespace intercusp
