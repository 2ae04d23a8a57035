#include "occlusion/exact/cut_face.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <optional>

namespace intercusp::exact {
namespace {

using Eigen::Vector3d;
using Polygon = std::vector<Vector3d>;  //!< convex, counter-clockwise about the normal

//! A line in the plane of the face, represented by the plane at right angles through it.
struct Line {
  Vector3d origin, across;  //!< unit length, to the left

  [[nodiscard]] double left(const Vector3d& point) const { return across.dot(point - origin); }
};

std::optional<Line> line_through(const Vector3d& a, const Vector3d& b, const Vector3d& normal) {
  const Vector3d across = normal.cross(b - a);
  const double length = across.norm();
  if (!(length > cut_rounding_mm)) return std::nullopt;
  return Line{a, across / length};
}

//! The part left of a line.
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

//! Whether both sides extend further from the line than rounding errors.
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
  static constexpr int most_cuts = 64;  //!< one within another

  //! Many segments are first divided into two groups; few are processed one by one.
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

  //! Cuts across the longer extent of the segments' middles, at their median.
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

}  // namespace

std::vector<Corners> cut_face(const Corners& face, std::span<const Segment> segments) {
  const Vector3d twice_area = (face[1] - face[0]).cross(face[2] - face[0]);
  if (!(twice_area.norm() > 0)) return {};
  Cutter cutter(twice_area.normalized());
  cutter.cut({face.begin(), face.end()}, segments);
  return std::move(cutter).triangles();
}

}  // namespace intercusp::exact
