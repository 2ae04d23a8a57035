#include "occlusion/exact/parts_inside.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/base/for_all.h"
#include "occlusion/exact/surface.h"
#include "occlusion/geometry/adjacency.h"

namespace intercusp::exact {
namespace {

using Segment = std::array<Eigen::Vector3d, 2>;

//! Rounding of the ends of segments; doubles round coordinates of 100 mm by some 1e-13 mm.
constexpr double cut_rounding_mm = 1e-10;

using Eigen::Vector3d;
using Polygon = std::vector<Vector3d>;  //!< convex, counter-clockwise about the normal

//! A line in the plane of the face, stored as the perpendicular plane through it.
struct Line {
  Vector3d origin, across;  //!< `across`: unit vector to the left

  [[nodiscard]] double left(const Vector3d& point) const { return across.dot(point - origin); }
};

std::optional<Line> line_through(const Vector3d& a, const Vector3d& b, const Vector3d& normal) {
  const Vector3d across = normal.cross(b - a);
  const double length = across.norm();
  if (!(length > cut_rounding_mm)) return std::nullopt;
  return Line{a, across / length};
}

//! The part of the polygon to the left of the line.
Polygon left_part(const Polygon& polygon, const Line& line, double sense) {
  Polygon part;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vector3d &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const double at_a = sense * line.left(a), at_b = sense * line.left(b);
    if (at_a >= 0) part.push_back(a);
    if ((at_a > 0 && at_b < 0) || (at_a < 0 && at_b > 0))
      part.emplace_back(a + at_a / (at_a - at_b) * (b - a));
  }
  return part;
}

//! Whether the polygon extends beyond the line by more than rounding on both sides.
bool parts(const Line& line, const Polygon& polygon) {
  bool left = false, right = false;
  for (const Vector3d& corner : polygon) {
    const double at = line.left(corner);
    left = left || at > cut_rounding_mm;
    right = right || at < -cut_rounding_mm;
  }
  return left && right;
}

double width(const Corners& triangle) {
  const Vector3d ab = triangle[1] - triangle[0], bc = triangle[2] - triangle[1],
                 ca = triangle[0] - triangle[2];
  const double longest = std::sqrt(std::max({ab.squaredNorm(), bc.squaredNorm(), ca.squaredNorm()}));
  return longest > 0 ? ab.cross(bc).norm() / longest : 0;
}

class Cutter {
 public:
  explicit Cutter(const Vector3d& normal) : normal_(normal) {}

  void cut(const Polygon& polygon, std::span<const Segment> segments, int depth = 0) {
    const std::vector<Segment> within = clipped(segments, polygon);
    const std::optional<Line> line =
        within.empty() || depth > most_cuts ? std::nullopt : next(within, polygon);
    if (!line) return add(polygon);
    for (const double sense : {1.0, -1.0}) cut(left_part(polygon, *line, sense), within, depth + 1);
  }

  [[nodiscard]] std::vector<Corners> triangles() && { return std::move(triangles_); }

 private:
  static constexpr int most_cuts = 64;  //!< nested

  //! Many segments are first divided into two groups; few are cut one by one.
  [[nodiscard]] std::optional<Line> next(const std::vector<Segment>& segments, const Polygon& polygon) const {
    constexpr std::size_t few = 12;
    if (segments.size() > few) {
      if (const auto middle = middle_of(segments, polygon)) return middle;
    }
    for (const Segment& segment : segments) {
      const std::optional<Line> line = line_through(segment[0], segment[1], normal_);
      if (line && parts(*line, polygon)) return line;
    }
    return std::nullopt;
  }

  //! Cuts perpendicular to the longer extent of the segments' middles, at their median.
  [[nodiscard]] std::optional<Line> middle_of(const std::vector<Segment>& segments,
                                              const Polygon& polygon) const {
    const Vector3d u = normal_.unitOrthogonal(), v = normal_.cross(u);
    std::array<std::vector<double>, 2> places;
    for (const auto& [a, b] : segments) {
      places[0].push_back(0.5 * u.dot(a + b));
      places[1].push_back(0.5 * v.dot(a + b));
    }
    const auto extent = [](const std::vector<double>& at) {
      const auto [least, most] = std::ranges::minmax(at);
      return most - least;
    };
    const int longer = extent(places[0]) >= extent(places[1]) ? 0 : 1;
    for (const int axis : {longer, 1 - longer}) {
      std::vector<double>& at = places[axis];
      std::ranges::nth_element(at, at.begin() + static_cast<std::ptrdiff_t>(at.size() / 2));
      const Vector3d across = axis == 0 ? u : v;
      const Line line{at[at.size() / 2] * across, across};
      if (parts(line, polygon)) return line;
    }
    return std::nullopt;
  }

  //! The parts of the segments inside the polygon.
  [[nodiscard]] std::vector<Segment> clipped(std::span<const Segment> segments,
                                             const Polygon& polygon) const {
    std::vector<Line> sides;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      if (const auto side = line_through(polygon[i], polygon[(i + 1) % polygon.size()], normal_))
        sides.push_back(*side);
    }
    std::vector<Segment> within;
    for (const Segment& segment : segments) {
      if (const auto part = clipped(segment, sides)) within.push_back(*part);
    }
    return within;
  }

  static std::optional<Segment> clipped(Segment segment, const std::vector<Line>& sides) {
    for (const Line& side : sides) {
      const double at_a = side.left(segment[0]), at_b = side.left(segment[1]);
      if (std::max(at_a, at_b) <= cut_rounding_mm) return std::nullopt;
      const Vector3d crossing = segment[0] + at_a / (at_a - at_b) * (segment[1] - segment[0]);
      if (at_a < 0) segment[0] = crossing;
      if (at_b < 0) segment[1] = crossing;
    }
    if (!((segment[1] - segment[0]).norm() > cut_rounding_mm)) return std::nullopt;
    return segment;
  }

  void add(const Polygon& polygon) {
    for (std::size_t i = 2; i < polygon.size(); ++i) {
      const Corners triangle = {polygon[0], polygon[i - 1], polygon[i]};
      if (width(triangle) > cut_rounding_mm) triangles_.push_back(triangle);
    }
  }

  Vector3d normal_;
  std::vector<Corners> triangles_;
};

//! Triangles that make up the face with its orientation, except for slivers narrower than `cut_rounding_mm`.
//! No segment crosses the interior of a triangle by more than this width.
//! \param segments in the plane of the face; parts outside the face are ignored
std::vector<Corners> cut_face(const Corners& face, std::span<const Segment> segments) {
  const Vector3d twice_area = (face[1] - face[0]).cross(face[2] - face[0]);
  if (!(twice_area.norm() > 0)) return {};
  Cutter cutter(twice_area.normalized());
  cutter.cut({face.begin(), face.end()}, segments);
  return std::move(cutter).triangles();
}

using Eigen::Vector3d;

Vector3d weighted(const Corners& corners, double a, double b, double c) {
  return a * corners[0] + b * corners[1] + c * corners[2];
}

Vector3d middle_of(const Corners& corners) { return (corners[0] + corners[1] + corners[2]) / 3; }

class InsideSolid : public Places {
 public:
  explicit InsideSolid(const InsideTest& inside) : inside_(inside) {}

  [[nodiscard]] std::optional<Place> certain(const Vector3d& point, const Vector3d&) const override {
    const std::optional<bool> is_inside = inside_.inside(point);
    if (!is_inside) return std::nullopt;
    return *is_inside ? Place::inside : Place::outside;
  }

  [[nodiscard]] Place near_surface(const Vector3d& point, const Vector3d& normal) const override {
    const bool behind = inside_.inside(point - beside_mm * normal).value_or(false);
    const bool in_front = inside_.inside(point + beside_mm * normal).value_or(false);
    if (!behind) return Place::outside;
    return in_front ? Place::inside : Place::flush;
  }

 private:
  const InsideTest& inside_;
};

//! The segments in which the other surface meets one face.
struct Cuts {
  std::vector<Segment> segments;
  bool nearly_flush = false;
};

class Division {
 public:
  Division(const Surface& surface, const Surface& other, std::span<const PairSegment> segments,
           const Places& places)
      : surface_(surface), places_(places), cuts_of_(surface.faces.size(), uncut) {
    for (const PairSegment& segment : segments) add_cut(segment, other);
  }

  std::vector<SurfacePart> parts() {
    std::vector<std::vector<SurfacePart>> of_cut(cuts_.size());
    for_all(std::size_t{0}, cut_faces_.size(), [&](std::size_t i) { of_cut[i] = parts_of(i); });
    std::vector<SurfacePart> parts = whole_faces();
    for (const auto& some : of_cut) parts.insert(parts.end(), some.begin(), some.end());
    return parts;
  }

 private:
  static constexpr std::uint32_t uncut = 0xFFFFFFFFU;

  void add_cut(const PairSegment& segment, const Surface& other) {
    const std::uint32_t face = segment.pair.upper_face;
    if (cuts_of_[face] == uncut) {
      cuts_of_[face] = static_cast<std::uint32_t>(cuts_.size());
      cuts_.emplace_back();
      cut_faces_.push_back(face);
    }
    Cuts& cuts = cuts_[cuts_of_[face]];
    if (segment.end_count == 2) cuts.segments.push_back(segment.ends);
    if (!segment.flush) return;
    cuts.nearly_flush = true;
    const Corners cutter = other.corners(segment.pair.lower_face);
    for (std::size_t k = 0; k < 3; ++k) cuts.segments.push_back({cutter[k], cutter[(k + 1) % 3]});
  }

  //! Faces that the other surface does not meet. A connected patch of them lies wholly on one side.
  std::vector<SurfacePart> whole_faces() {
    UnionFind patches(surface_.vertices.size());
    for (std::size_t face = 0; face < cuts_of_.size(); ++face) {
      if (cuts_of_[face] != uncut) continue;
      const auto& [a, b, c] = surface_.faces[face];
      patches.join(a, b);
      patches.join(b, c);
    }
    std::vector<std::optional<Place>> place_of(surface_.vertices.size());
    for (std::size_t face = 0; face < cuts_of_.size(); ++face) {
      if (cuts_of_[face] != uncut) continue;
      std::optional<Place>& known = place_of[patches.root(surface_.faces[face][0])];
      const Corners corners = surface_.corners(face);
      if (!known) known = places_.certain(middle_of(corners), unit_normal(corners));
    }
    std::vector<SurfacePart> parts;
    for (std::uint32_t face = 0; face < cuts_of_.size(); ++face) {
      if (cuts_of_[face] != uncut) continue;
      const Place place = place_of[patches.root(surface_.faces[face][0])].value_or(Place::outside);
      if (place != Place::outside) parts.push_back({surface_.corners(face), face, place});
    }
    return parts;
  }

  [[nodiscard]] std::vector<SurfacePart> parts_of(std::size_t cut_face_number) const {
    const std::uint32_t face = cut_faces_[cut_face_number];
    const Cuts& cuts = cuts_[cut_face_number];
    const Corners corners = surface_.corners(face);
    const Vector3d normal = unit_normal(corners);
    std::vector<SurfacePart> parts;
    for (const Corners& part : cut_face(corners, cuts.segments)) {
      const Place place = place_of(middle_of(part), normal);
      const bool sure = !cuts.nearly_flush || all_lie(place, part, normal);
      if (place != Place::outside || !sure)
        parts.push_back({.corners = part, .face = face, .place = place, .sure = sure, .whole = false});
    }
    return parts;
  }

  [[nodiscard]] Place place_of(const Vector3d& point, const Vector3d& normal) const {
    const std::optional<Place> certain = places_.certain(point, normal);
    return certain ? *certain : places_.near_surface(point, normal);
  }

  [[nodiscard]] bool all_lie(Place place, const Corners& part, const Vector3d& normal) const {
    return place_of(weighted(part, 0.98, 0.01, 0.01), normal) == place &&
           place_of(weighted(part, 0.01, 0.98, 0.01), normal) == place &&
           place_of(weighted(part, 0.01, 0.01, 0.98), normal) == place;
  }

  const Surface& surface_;
  const Places& places_;
  std::vector<std::uint32_t> cuts_of_;  //!< per face: index in the lists below
  std::vector<Cuts> cuts_;
  std::vector<std::uint32_t> cut_faces_;
};

}  // namespace

std::vector<SurfacePart> parts_not_outside(const Surface& surface, const Surface& other,
                                           std::span<const PairSegment> segments, const Places& places) {
  return Division(surface, other, segments, places).parts();
}

std::vector<SurfacePart> parts_inside(const Surface& surface, const Surface& other,
                                      std::span<const PairSegment> segments, const InsideTest& inside) {
  return parts_not_outside(surface, other, segments, InsideSolid(inside));
}

}  // namespace intercusp::exact
