#include "occlusion/contacts/intervals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "occlusion/base/for_all.h"
#include "occlusion/contacts/areas.h"
#include "occlusion/contacts/pose_sample.h"
#include "occlusion/distance/jaw_distance.h"
#include "occlusion/geometry/closest_on_triangle.h"
#include "occlusion/maps/clearance_map.h"
#include "occlusion/view/viewed_mesh.h"

namespace intercusp {

View coarse_view(const View& view, double pixel_mm) {
  constexpr double most_pixels_of_a_look = 512.0 * 512.0;
  const double width_mm = view.grid.width * view.grid.pixel_mm,
               height_mm = view.grid.height * view.grid.pixel_mm;
  View coarse = view;
  coarse.grid.pixel_mm =
      std::max({pixel_mm, view.grid.pixel_mm, std::sqrt(width_mm * height_mm / most_pixels_of_a_look)});
  coarse.grid.width = static_cast<int>(std::ceil(width_mm / coarse.grid.pixel_mm));
  coarse.grid.height = static_cast<int>(std::ceil(height_mm / coarse.grid.pixel_mm));
  return coarse;
}

namespace intervals {

std::vector<PoseSample> samples_of(const Bite& bite, const BiteError& error, const Progress& progress,
                                   const std::function<PoseSample(const Eigen::Isometry3d&)>& sample_at) {
  std::vector<PoseSample> samples;
  const std::vector<Eigen::Isometry3d> poses = poses_within(bite, error);
  for (std::size_t i = 0; i < poses.size(); ++i) {
    report_progress(progress, static_cast<double>(i) / static_cast<double>(poses.size()));
    samples.push_back(sample_at(poses[i]));
  }
  return samples;
}

}  // namespace intervals

namespace {

using namespace intervals;

//! Area of each lower face per area of the picture in the registered bite. Within the error of a bite the
//! cosine changes by less than a thousandth. 0 for faces that are clipped as triangles elsewhere (areas.h).
std::vector<float> stretch_of_faces(const Bite& bite, const Eigen::Isometry3d& view_from_case) {
  const ViewedMesh lower(*bite.lower, bite.upper_from_lower, view_from_case);
  std::vector<float> stretch(bite.lower->mesh.faces.size(), 0);
  for (std::size_t face = 0; face < bite.lower->anatomy_faces; ++face) {
    const double cosine = cosine_of(lower.corners(face));
    if (cosine >= steep_cosine) stretch[face] = static_cast<float>(1 / cosine);
  }
  return stretch;
}

class ClearanceSampler {
 public:
  ClearanceSampler(MapEngine& engine, const View& view, const Bite& bite, const FaceTables& tables)
      : engine_(engine),
        frame_(view),
        tables_(tables),
        stretch_(stretch_of_faces(bite, view.view_from_case)),
        sampler_(tables, view.grid.width, view.grid.height) {}

  PoseSample at(const Eigen::Isometry3d& pose) {
    const std::vector<double>& thresholds = tables_.thresholds_mm;
    const float widest = thresholds.empty() ? -unlimited_clearance : static_cast<float>(thresholds.back());
    const float least = add_contacts(
        engine_.compute_within(frame_, pose, {.within_mm = static_cast<double>(widest)}), widest);
    if (least <= widest) return sampler_.sample(points_, static_cast<double>(least));
    return sampler_.sample({}, static_cast<double>(add_contacts(engine_.compute(frame_, pose), widest)));
  }

 private:
  //! \return the least clearance
  float add_contacts(const ClearanceMap& map, float widest) {
    points_.clear();
    float least = unlimited_clearance;
    // Contact fills little of a map. One SIMD loop finds the stretches without contact, which are skipped.
    constexpr std::size_t stretch_pixels = 64;
    for (std::size_t begin = 0; begin < map.clearance_mm.size(); begin += stretch_pixels) {
      const std::size_t end = std::min(begin + stretch_pixels, map.clearance_mm.size());
      const float lowest = least_clearance(std::span(map.clearance_mm).subspan(begin, end - begin));
      least = std::min(least, lowest);
      if (lowest <= widest) add_contacts_of(map, begin, end);
    }
    return least;
  }

  void add_contacts_of(const ClearanceMap& map, std::size_t begin, std::size_t end) {
    const std::vector<double>& thresholds = tables_.thresholds_mm;
    const auto pixel_mm2 = static_cast<float>(frame_.grid.pixel_area_mm2());
    for (std::size_t pixel = begin; pixel < end; ++pixel) {
      const auto clearance = static_cast<double>(map.clearance_mm[pixel]);
      if (!(clearance <= thresholds.back())) continue;
      const auto first = std::lower_bound(thresholds.begin(), thresholds.end(), clearance);
      const std::int32_t face = map.lower_face[pixel];
      points_.push_back(
          {.pixel = static_cast<std::uint32_t>(pixel),
           .first = static_cast<std::uint8_t>(first - thresholds.begin()),
           .surface_mm2 = face == no_face ? 0 : pixel_mm2 * stretch_[static_cast<std::size_t>(face)],
           .upper_face = map.upper_face[pixel],
           .lower_face = face});
    }
  }

  MapEngine& engine_;
  const View& frame_;
  const FaceTables& tables_;
  std::vector<float> stretch_;
  PoseSampler sampler_;
  std::vector<ContactPoint> points_;
};

}  // namespace

Intervals clearance_intervals(MapEngine& engine, const View& view, const Bite& bite,
                              const NominalContacts& nominal, const BiteError& error,
                              const Progress& progress) {
  const FaceTables tables(bite, nominal);
  ClearanceSampler sampler(engine, view, bite, tables);
  const PoseSample standing = sampler.at(bite.upper_from_lower);
  const std::vector<PoseSample> moved =
      samples_of(bite, error, progress, [&](const Eigen::Isometry3d& pose) { return sampler.at(pose); });
  Intervals result = intervals_of(tables, nominal, standing, moved);
  result.error = error;
  result.pixel_mm = view.grid.pixel_mm;
  return result;
}

namespace {

using namespace intervals;

//! A point of the lower's surface that represents a pixel's part of it.
struct SurfacePoint {
  Eigen::Vector3d place;  //!< in the lower's frame
  std::uint32_t pixel = 0;
  float surface_mm2 = 0;
  double distance_mm = 0;         //!< in the registered bite, negative inside the upper
  Eigen::Vector3d away{0, 0, 0};  //!< unit vector along which the distance grows fastest, case frame
  std::int32_t upper_face = no_face, lower_face = no_face;
};

//! Upper bound for the motion of a point in the poses of `poses_within`: four standard deviations in every
//! direction at once, and a margin.
double farthest_move_mm(const BiteError& error, double jaw_radius_mm) {
  return 4 * std::sqrt(3.0) * (error.translation_mm + error.rotation_rad * jaw_radius_mm);
}

//! Unit direction from the closest point of the upper to a point, pointing outwards; for a point on the
//! surface, the face's normal.
Eigen::Vector3d away_from(const Solid& upper, const Eigen::Vector3d& place, const JawReading& reading) {
  const Face& face = upper.mesh.faces[reading.face];
  const auto& vertices = upper.mesh.vertices;
  const Eigen::Vector3d closest =
      closest_on_triangle(place, vertices[face[0]], vertices[face[1]], vertices[face[2]]).point;
  constexpr double on_surface_mm = 1e-6;
  if (std::abs(reading.distance_mm) < on_surface_mm)
    return face_normal_twice_area(upper.mesh, reading.face).normalized();
  return (place - closest) / reading.distance_mm;
}

// More than the rounding of places, motions and clearances together.
constexpr double pose_rounding_mm = 1e-3;

//! Points that may come into contact in some pose.
std::vector<SurfacePoint> points_near(const PreparedJaws& jaws, const ClearanceMap& map, const Bite& bite,
                                      double reach_mm) {
  const PixelGrid& grid = map.view.grid;
  const ViewedMesh lower(*bite.lower, bite.upper_from_lower, map.view.view_from_case);
  const Eigen::Isometry3d lower_from_upper = bite.upper_from_lower.inverse(Eigen::Isometry);
  std::vector<std::vector<SurfacePoint>> rows(static_cast<std::size_t>(grid.height));
  // The side of a point usually determines that of the next one in its row.
  for_all(0, grid.height, [&](int row) {
    std::vector<SurfacePoint> asked;
    std::vector<SurfacePoint>& found = rows[static_cast<std::size_t>(row)];
    const auto keep = [&](std::size_t i, const Eigen::Vector3d& place, const JawReading& reading) {
      if (!reading.is_certain() || reading.distance_mm > reach_mm) return;
      SurfacePoint& point = found.emplace_back(asked[i]);
      point.distance_mm = reading.distance_mm;
      point.away = away_from(*bite.upper, place, reading);
      point.upper_face = static_cast<std::int32_t>(reading.face);
    };
    NearReadings readings(jaws.upper, keep);
    for (int column = 0; column < grid.width; ++column) {
      const std::size_t pixel = grid.index(column, row);
      const std::int32_t face = map.lower_face[pixel];
      if (face == no_face || !bite.lower->is_anatomy(static_cast<std::size_t>(face))) continue;
      // The closest point to a face measured here is at least its clearance times steep_cosine away.
      const auto clearance_mm = static_cast<double>(map.clearance_mm[pixel]);
      if (!(clearance_mm <= reach_mm / steep_cosine)) continue;
      const Corners corners = lower.corners(static_cast<std::size_t>(face));
      const double cosine = cosine_of(corners);
      if (cosine < steep_cosine) continue;
      const Eigen::Vector2d uv = grid.centre(column, row);
      const Eigen::Vector3d place = map.view.case_point(column, row, plane_depth(corners, uv.x(), uv.y(), 0));
      asked.push_back({.place = lower_from_upper * place,
                       .pixel = static_cast<std::uint32_t>(pixel),
                       .surface_mm2 = static_cast<float>(grid.pixel_area_mm2() / cosine),
                       .lower_face = face});
      readings.add(asked.size() - 1, place, std::abs(clearance_mm) + pose_rounding_mm);
    }
    readings.finish();
  });
  std::vector<SurfacePoint> points;
  for (const auto& row : rows) points.insert(points.end(), row.begin(), row.end());
  return points;
}

//! Sorts the points by tiles of the map, so that points searched together lie near each other.
std::vector<std::uint32_t> by_tiles(const std::vector<SurfacePoint>& points, const PixelGrid& grid) {
  constexpr std::uint32_t tile_pixels = 8;
  const auto width = static_cast<std::uint32_t>(grid.width);
  const auto tile_of = [&](std::uint32_t point) {
    const std::uint32_t row = points[point].pixel / width, column = points[point].pixel % width;
    return std::pair(row / tile_pixels, column / tile_pixels);
  };
  std::vector<std::uint32_t> order(points.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return tile_of(a) < tile_of(b); });
  return order;
}

class DistanceSampler {
 public:
  DistanceSampler(const PreparedJaws& jaws, const Bite& bite, const View& view, const FaceTables& tables,
                  std::vector<SurfacePoint> points)
      : jaws_(jaws),
        bite_(bite),
        tables_(tables),
        points_(std::move(points)),
        order_(by_tiles(points_, view.grid)),
        sampler_(tables, view.grid.width, view.grid.height) {}

  //! \pre at least one point and one threshold
  PoseSample at(const Eigen::Isometry3d& pose) {
    found_.assign(points_.size(), {});
    for_all(std::size_t{0}, (points_.size() + run_length - 1) / run_length, [&](std::size_t run) {
      read(run * run_length, std::min(points_.size(), (run + 1) * run_length), pose);
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
    return sampler_.sample(contacts_, least_of(pose));
  }

 private:
  //! Number of points read one after the other. It is fixed, so that the faces named do not depend
  //! on the threads.
  static constexpr std::size_t run_length = 256;

  struct Reading {
    std::size_t first = 0;  //!< the first threshold, in ascending order, that the distance is within
    std::int32_t upper_face = no_face;
  };

  //! The first threshold, in ascending order, that a distance is within.
  [[nodiscard]] std::size_t first_within(double distance_mm) const {
    const std::vector<double>& thresholds = tables_.thresholds_mm;
    return static_cast<std::size_t>(std::lower_bound(thresholds.begin(), thresholds.end(), distance_mm) -
                                    thresholds.begin());
  }

  //! Expected distance: to first order it grows by the part of the motion that leads away from
  //! the closest point.
  [[nodiscard]] static double expected_mm(const SurfacePoint& point, const Eigen::Vector3d& move) {
    return point.distance_mm + point.away.dot(move);
  }

  //! The error of the expected distance is the square of the motion over the radius of curvature, a few per
  //! cent of the motion for a radius of 1 mm, unless another part of the upper comes closest. The distance is
  //! measured only if a threshold lies within a good part of the motion.
  void read(std::size_t begin, std::size_t end, const Eigen::Isometry3d& pose) {
    constexpr double doubt = 0.3;  // share of the motion
    NearPoints near;
    std::array<std::size_t, NearPoints::most> asked{};
    for (std::size_t place_in_order = begin; place_in_order < end; ++place_in_order) {
      const std::size_t i = order_[place_in_order];
      const SurfacePoint& point = points_[i];
      const Eigen::Vector3d place = pose * point.place;
      const Eigen::Vector3d move = place - bite_.upper_from_lower * point.place;
      const double moved = move.norm(), expected = expected_mm(point, move);
      found_[i] = {first_within(expected - doubt * moved), point.upper_face};
      if (found_[i].first == first_within(expected + doubt * moved)) continue;
      asked[near.count] = i;
      near.add(place, std::abs(point.distance_mm) + moved + pose_rounding_mm);
      if (near.full()) seek(near, asked);
    }
    seek(near, asked);
  }

  //! Measures the distances of the collected points.
  void seek(NearPoints& near, const std::array<std::size_t, NearPoints::most>& asked) {
    if (near.count == 0) return;
    const ClosestOfNear closest = jaws_.upper.closest(near);
    for (std::size_t i = 0; i < near.count; ++i) {
      if (!closest[i]) continue;
      found_[asked[i]] = {first_within(signed_distance_mm(points_[asked[i]], near.points[i], *closest[i])),
                          static_cast<std::int32_t>(closest[i]->face)};
    }
    near.count = 0;
  }

  [[nodiscard]] double signed_distance_mm(const SurfacePoint& point, const Eigen::Vector3d& place,
                                          const ClosestPoint& closest) const {
    return inside(point, place, closest.distance_mm) ? -closest.distance_mm : closest.distance_mm;
  }

  //! Whether a point is inside the upper. A point that moved less than its distance from the surface
  //! keeps its side.
  [[nodiscard]] bool inside(const SurfacePoint& point, const Eigen::Vector3d& place,
                            double distance_mm) const {
    const bool was_inside = point.distance_mm < 0;
    const Eigen::Vector3d before = bite_.upper_from_lower * point.place;
    if (std::abs(point.distance_mm) > (place - before).norm()) return was_inside;
    const NearbyReading nearby{before, {.distance_mm = point.distance_mm}};
    if (jaws_.upper.is_same_side(place, distance_mm, nearby)) return was_inside;
    return jaws_.upper.inside(place).value_or(was_inside);
  }

  //! Measures the few points with the lowest expected distances; one of them has the least distance.
  [[nodiscard]] double least_of(const Eigen::Isometry3d& pose) {
    constexpr std::size_t most_promising = 64;
    promising_.clear();
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const Eigen::Vector3d move = pose * points_[i].place - bite_.upper_from_lower * points_[i].place;
      promising_.emplace_back(expected_mm(points_[i], move), i);
    }
    const std::size_t count = std::min(most_promising, promising_.size());
    std::partial_sort(promising_.begin(), promising_.begin() + static_cast<std::ptrdiff_t>(count),
                      promising_.end());
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < count; ++k) {
      const SurfacePoint& point = points_[promising_[k].second];
      const Eigen::Vector3d place = pose * point.place;
      const double moved = (place - bite_.upper_from_lower * point.place).norm();
      const auto closest = jaws_.upper.closest(place, std::abs(point.distance_mm) + moved + pose_rounding_mm,
                                               static_cast<std::uint32_t>(point.upper_face));
      if (!closest) continue;
      least = std::min(least, signed_distance_mm(point, place, *closest));
    }
    return least;
  }

  const PreparedJaws& jaws_;
  const Bite& bite_;
  const FaceTables& tables_;
  std::vector<SurfacePoint> points_;
  std::vector<std::uint32_t> order_;  //!< the order in which points are searched
  PoseSampler sampler_;
  std::vector<Reading> found_;
  std::vector<ContactPoint> contacts_;
  std::vector<std::pair<double, std::size_t>> promising_;  //!< expected distance and index in points_
};

}  // namespace

Intervals distance_intervals(const PreparedJaws& jaws, const ClearanceMap& map, const Bite& bite,
                             const NominalContacts& nominal, const BiteError& error,
                             const Progress& progress) {
  const FaceTables tables(bite, nominal);
  Intervals result{.error = error, .pixel_mm = map.view.grid.pixel_mm};
  if (tables.thresholds_mm.empty()) return result;
  const double radius_mm = 0.5 * bounds_of(bite.lower->mesh).size().norm();
  const double reach = tables.thresholds_mm.back() + farthest_move_mm(error, radius_mm);
  std::vector<SurfacePoint> points = points_near(jaws, map, bite, reach);
  if (points.empty()) return result;
  DistanceSampler sampler(jaws, bite, map.view, tables, std::move(points));
  const PoseSample standing = sampler.at(bite.upper_from_lower);
  const std::vector<PoseSample> moved =
      samples_of(bite, error, progress, [&](const Eigen::Isometry3d& pose) { return sampler.at(pose); });
  result = intervals_of(tables, nominal, standing, moved);
  result.error = error;
  result.pixel_mm = map.view.grid.pixel_mm;
  return result;
}

}  // namespace intercusp
