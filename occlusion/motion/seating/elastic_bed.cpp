#include "occlusion/motion/seating/elastic_bed.h"

#include <tbb/blocked_range.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

#include "occlusion/base/for_all.h"
#include "occlusion/base/run_both.h"
#include "occlusion/distance/surface_distance.h"
#include "occlusion/engines/rays/closest_points.h"
#include "occlusion/geometry/closest_on_triangle.h"
#include "occlusion/geometry/morton_curve.h"

namespace intercusp {
namespace {

constexpr double rounding_mm = 1e-9;  // exceeds the rounding of a distance, a motion and a pose

//! Gathers vertices until a search for the closest faces is full, then searches for all of them.
class Undecided {
 public:
  Undecided(double reach_mm, const JawDistance& other, std::vector<std::uint8_t>& within)
      : reach_mm_(reach_mm), other_(other), within_(within) {}

  void add(std::uint32_t vertex, const Eigen::Vector3d& in_other) {
    vertices_[near_.count] = vertex;
    near_.add(in_other, reach_mm_);
    if (near_.full()) ask();
  }
  void ask() {
    if (near_.count == 0) return;
    const ClosestOfNear found = other_.closest(near_);
    for (std::size_t i = 0; i < near_.count; ++i) within_[vertices_[i]] = found[i] ? 1 : 0;
    near_.count = 0;
  }

 private:
  const double reach_mm_;
  const JawDistance& other_;
  std::vector<std::uint8_t>& within_;
  NearPoints near_;
  std::array<std::uint32_t, NearPoints::most> vertices_;
};

}  // namespace

NearVertices::NearVertices(const Solid& jaw) : mesh_(jaw.mesh), vertices_(anatomy_vertices(jaw)) {
  constexpr std::uint32_t most = 16;
  const auto count = static_cast<std::uint32_t>(vertices_.size());
  for (std::uint32_t first = 0; first < count; first += most) {
    const std::uint32_t end = std::min(first + most, count);
    Bounds bounds;
    for (std::uint32_t i = first; i < end; ++i) bounds.add(mesh_.vertices[vertices_[i]]);
    groups_.push_back({first, end, bounds.centre(), 0.5 * bounds.size().norm()});
  }
}

std::vector<std::uint8_t> NearVertices::within(double reach_mm, const JawDistance& other,
                                               const Eigen::Isometry3d& other_from_jaw) const {
  std::vector<std::uint8_t> result(mesh_.vertices.size(), 0);
  constexpr std::size_t together = NearPoints::most;
  for_all(std::size_t{0}, (groups_.size() + together - 1) / together, [&](std::size_t part) {
    const std::size_t first = part * together, end = std::min(first + together, groups_.size());
    NearPoints middles;
    for (std::size_t i = first; i < end; ++i) {
      middles.add(other_from_jaw * groups_[i].middle, reach_mm + groups_[i].radius_mm + rounding_mm);
    }
    const ClosestOfNear closest = other.closest(middles);
    Undecided undecided(reach_mm, other, result);
    for (std::size_t i = first; i < end; ++i) {
      if (!closest[i - first]) continue;
      const double distance_mm = closest[i - first]->distance_mm;
      for (std::uint32_t k = groups_[i].first; k < groups_[i].end; ++k) {
        const std::uint32_t vertex = vertices_[k];
        const Eigen::Vector3d& place = mesh_.vertices[vertex];
        const double way_mm = (place - groups_[i].middle).norm() + rounding_mm;
        if (distance_mm + way_mm <= reach_mm) {
          result[vertex] = 1;
        } else if (distance_mm - way_mm <= reach_mm) {
          undecided.add(vertex, other_from_jaw * place);
        }
      }
    }
    undecided.ask();
  });
  return result;
}

namespace {

//! A point deeper than this carries no force. A bound of the distance is far cheaper than the distance
//! itself.
constexpr double thickness_mm = 2;

//! Limit of the searches of all beds of a bite; the work ends beyond it. Scans need 1.0 to 1.4 million
//! searches, a box that slides on another needs 11 million.
constexpr std::uint64_t most_searches = 12'000'000;

//! Limit of the cuts of a face's edge. A face with a longer edge is not from a scan, and its points lie
//! further apart.
constexpr int most_cuts = 20;

//! A face's points: the middles of the n² equal triangles into which it is cut.
template <typename Use>
void for_each_middle(const std::array<Eigen::Vector3d, 3>& corners, int n, const Use& use) {
  const auto at = [&](double u, double v) {
    return Eigen::Vector3d(corners[0] + u / n * (corners[1] - corners[0]) +
                           v / n * (corners[2] - corners[0]));
  };
  constexpr double third = 1.0 / 3;
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column + row < n; ++column) {
      use(at(row + third, column + third));
      if (column + row + 1 < n) use(at(row + 2 * third, column + 2 * third));
    }
  }
}

//! The side, of six, to which a normal points.
int side_of(const Eigen::Vector3d& normal) {
  int axis = 0;
  normal.cwiseAbs().maxCoeff(&axis);
  return 2 * axis + (normal[axis] > 0 ? 1 : 0);
}

//! One point for each occupied cell and each side to which normals point there, with the total area. Cells
//! follow a curve, so that neighbours are searched together.
std::vector<BedPoint> thinned(const std::vector<BedPoint>& points, double cell_mm) {
  constexpr double half_range = 1 << 19;  // in cells; this is 40 m for the smallest cells
  std::vector<std::pair<std::uint64_t, std::uint32_t>> cells(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Eigen::Array3d cell = (points[i].place.array() / cell_mm).floor() + half_range;
    const auto place = morton_place(cell.max(0).min(2 * half_range - 1).cast<std::uint32_t>());
    cells[i] = {place << 3 | static_cast<std::uint64_t>(side_of(points[i].normal)), i};
  }
  std::sort(cells.begin(), cells.end());
  std::vector<BedPoint> kept;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const BedPoint& point = points[cells[i].second];
    if (i > 0 && cells[i].first == cells[i - 1].first) {
      kept.back().area_mm2 += point.area_mm2;
    } else {
      kept.push_back(point);
    }
  }
  return kept;
}

//! Outward direction from the other jaw's closest surface, along which the signed distance grows.
Eigen::Vector3d outward(const Eigen::Vector3d& point, const JawReading& reading, const TriangleMesh& other) {
  constexpr double on_surface_mm = 1e-7;  // a shorter vector is too short for a direction
  const auto& [a, b, c] = other.faces[reading.face];
  const Eigen::Vector3d closest =
      closest_on_triangle(point, other.vertices[a], other.vertices[b], other.vertices[c]).point;
  const Eigen::Vector3d way = point - closest;
  const double length = way.norm();
  if (length < on_surface_mm) return face_normal_twice_area(other, reading.face).normalized();
  return reading.distance_mm < 0 ? Eigen::Vector3d(-way / length) : Eigen::Vector3d(way / length);
}

//! The bed's points on one jaw.
std::vector<BedPoint> points_of(const Solid& jaw, const std::vector<std::uint8_t>& within, bool on_lower,
                                double spacing_mm) {
  struct Corner {
    //! Sum of twice the area vectors of the faces around it.
    Eigen::Vector3d normal = Eigen::Vector3d::Zero();
    double area_mm2 = 0;
    std::uint32_t face = 0;
  };
  std::vector<Corner> corners(jaw.mesh.vertices.size());
  std::vector<BedPoint> points;
  // The points of both jaws represent one contact, so each counts half. A quarter of a face's area goes to
  // its corners, where crests and tips are, and the rest to its interior.
  for (std::uint32_t face = 0; face < jaw.anatomy_faces; ++face) {
    const Face& vertices = jaw.mesh.faces[face];
    if (std::none_of(vertices.begin(), vertices.end(), [&](auto v) { return within[v] != 0; })) continue;
    const Eigen::Vector3d normal = face_normal_twice_area(jaw.mesh, face);
    const double area_mm2 = 0.25 * normal.norm();  // half of the face's area
    if (area_mm2 <= 0) continue;
    std::array<Eigen::Vector3d, 3> places;
    for (std::size_t i = 0; i < 3; ++i) {
      places[i] = jaw.mesh.vertices[vertices[i]];
      Corner& corner = corners[vertices[i]];
      corner.normal += normal;
      corner.area_mm2 += area_mm2 / 12;
      corner.face = face;
    }
    const int n = std::clamp(static_cast<int>(std::ceil(longest_edge(places) / spacing_mm)), 1, most_cuts);
    for_each_middle(places, n, [&](const Eigen::Vector3d& place) {
      points.push_back({place, normal.normalized(), 0.75 * area_mm2 / (n * n), face, on_lower});
    });
  }
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Corner& corner = corners[i];
    if (corner.area_mm2 <= 0) continue;
    points.push_back(
        {jaw.mesh.vertices[i], corner.normal.normalized(), corner.area_mm2, corner.face, on_lower});
  }
  return thinned(points, spacing_mm);
}

}  // namespace

//! Points whose closest faces are searched together.
struct ElasticBed::Asked {
  NearPoints near;
  std::array<std::size_t, NearPoints::most> points;
  //! Points on the previous closest faces.
  std::array<std::optional<ClosestPoint>, NearPoints::most> guesses;
  std::optional<NearbyReading> last;  //!< reading of the previous point of this jaw
};

SeatingJaws seating_jaws(const Bite& bite) {
  return {prepare_jaws(bite), NearVertices(*bite.upper), NearVertices(*bite.lower)};
}

ElasticBed::ElasticBed(const Bite& bite, const SeatingJaws& jaws, const BedOptions& options)
    : jaws_(jaws.distance), searches_(jaws.searches) {
  std::vector<BedPoint> lower;
  run_both(
      [&] {
        const auto within = jaws.near_of_upper.within(options.reach_mm, jaws_.lower,
                                                      bite.upper_from_lower.inverse(Eigen::Isometry));
        points_ = points_of(*bite.upper, within, false, options.spacing_mm);
      },
      [&] {
        const auto within = jaws.near_of_lower.within(options.reach_mm, jaws_.upper, bite.upper_from_lower);
        lower = points_of(*bite.lower, within, true, options.spacing_mm);
      });
  points_.insert(points_.end(), lower.begin(), lower.end());
  looked_.resize(points_.size());
  known_.assign(points_.size(), Known::nothing);
  pressed_.resize(points_.size());
}

void ElasticBed::ask(std::size_t i, const Eigen::Vector3d& in_other, Asked& asked) const {
  const NearbyReading& before = looked_[i];
  // The distance changes by at most the travel of the point.
  const double way_mm = (in_other - before.point).norm();
  if (known_[i] != Known::nothing && before.reading.decided && before.reading.distance_mm > way_mm) return;
  const JawDistance& other = points_[i].on_lower ? jaws_.upper : jaws_.lower;
  std::optional<ClosestPoint>& guess = asked.guesses[asked.near.count];
  guess.reset();
  if (known_[i] != Known::nothing) {
    guess = other.on_face(in_other, before.reading.face);
    if (guess->distance_mm > thickness_mm) guess.reset();
  }
  asked.points[asked.near.count] = i;
  asked.near.add(in_other, guess ? guess->distance_mm : thickness_mm);
}

void ElasticBed::answer(Asked& asked, const Eigen::Isometry3d& upper_from_lower) {
  if (asked.near.count == 0) return;
  const JawDistance& other = points_[asked.points[0]].on_lower ? jaws_.upper : jaws_.lower;
  const ClosestOfNear found = other.closest(asked.near);
  for (std::size_t n = 0; n < asked.near.count; ++n) {
    const std::size_t i = asked.points[n];
    take(i, asked.near.points[n], nearer(found[n], asked.guesses[n]), asked.last, upper_from_lower);
    if (known_[i] == Known::near) asked.last = looked_[i];
  }
}

void ElasticBed::take(std::size_t i, const Eigen::Vector3d& in_other,
                      const std::optional<ClosestPoint>& closest, const std::optional<NearbyReading>& beside,
                      const Eigen::Isometry3d& upper_from_lower) {
  const BedPoint& point = points_[i];
  NearbyReading& before = looked_[i];
  if (!closest) {
    before = {in_other, {.distance_mm = thickness_mm, .face = before.reading.face}};
    known_[i] = Known::far;
    return;
  }
  const JawDistance& other = point.on_lower ? jaws_.upper : jaws_.lower;
  const bool has_side = known_[i] == Known::near;
  const JawReading reading = other.at(in_other, *closest, has_side ? std::optional(before) : beside);
  before = {in_other, reading};
  known_[i] = Known::near;
  if (!reading.is_certain() || reading.distance_mm >= 0) return;
  const Eigen::Vector3d out = outward(in_other, reading, other.solid().mesh);
  // Surfaces in contact face each other. If they do not, the closest wall is the far side of a thin edge or
  // lies inside another part of the jaw, and would pull in the wrong direction.
  const Eigen::Matrix3d rotation = upper_from_lower.linear();
  const Eigen::Matrix3d other_from_own = point.on_lower ? rotation : rotation.transpose();
  if (out.dot(other_from_own * point.normal) >= 0) return;
  PressedPoint& pressed = pressed_[i];
  pressed.depth_mm = -reading.distance_mm;
  pressed.push = point.on_lower ? out : Eigen::Vector3d(-(rotation * out));
  (point.on_lower ? pressed.lower_face : pressed.upper_face) = point.face;
  (point.on_lower ? pressed.upper_face : pressed.lower_face) = reading.face;
}

BedReaction ElasticBed::press(const Eigen::Isometry3d& upper_from_lower, const Eigen::Vector3d& pivot) {
  constexpr std::size_t grain = 32 * NearPoints::most;
  const Eigen::Isometry3d lower_from_upper = upper_from_lower.inverse(Eigen::Isometry);
  for_all(tbb::blocked_range<std::size_t>(0, points_.size(), grain), [&](const auto& range) {
    Asked asked;
    std::uint64_t searched = 0;
    const auto answer_all = [&] {
      searched += asked.near.count;
      answer(asked, upper_from_lower);
      asked.near.count = 0;
    };
    for (std::size_t i = range.begin(); i < range.end(); ++i) {
      const BedPoint& point = points_[i];
      if (i > range.begin() && point.on_lower != points_[i - 1].on_lower) {
        answer_all();
        asked.last.reset();
      }
      PressedPoint& pressed = pressed_[i];
      pressed.area_mm2 = point.area_mm2;
      pressed.depth_mm = 0;
      const Eigen::Vector3d in_upper = upper_from_lower * point.place;
      pressed.case_point = point.on_lower ? in_upper : point.place;
      ask(i, point.on_lower ? in_upper : lower_from_upper * point.place, asked);
      if (asked.near.full()) answer_all();
    }
    answer_all();
    searches_.fetch_add(searched, std::memory_order_relaxed);
  });
  if (searches_ > most_searches) {
    throw std::runtime_error("settling would need more than " + std::to_string(most_searches) +
                             " searches for closest points, ten times as many as scans do: the jaws meet in "
                             "large flat walls and slide along them");
  }
  BedReaction reaction;
  for (const PressedPoint& point : pressed_) {  // in a fixed order, independent of the threads
    if (point.depth_mm <= 0) continue;
    Vector6d lift;  // decrease of the point's depth as the lower moves
    lift << point.push, (point.case_point - pivot).cross(point.push);
    reaction.energy += 0.5 * point.area_mm2 * point.depth_mm * point.depth_mm;
    reaction.push += point.area_mm2 * point.depth_mm * lift;
    reaction.stiffness += point.area_mm2 * lift * lift.transpose();
    reaction.bearing_mm2 += point.area_mm2;
    reaction.deepest_mm = std::max(reaction.deepest_mm, point.depth_mm);
  }
  return reaction;
}

std::vector<PressedPoint> ElasticBed::pressed_points() const {
  std::vector<PressedPoint> result;
  std::copy_if(pressed_.begin(), pressed_.end(), std::back_inserter(result),
               [](const PressedPoint& point) { return point.depth_mm > 0; });
  return result;
}

}  // namespace intercusp
