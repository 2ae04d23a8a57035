#include "occlusion/engines/rays/line_reading.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

namespace intercusp::rays {
namespace {

//! Depths closer than this are equal. For coordinates of 100 mm, doubles compute one point from two planes,
//! even steep ones, to some 1e-13 mm.
constexpr double same_depth_mm = 1e-9;

struct Crossing {
  double depth = 0;
  double slack = 0;  //!< how far the depth may move if the line moves by the reach, mm
  //! Distance from the exact line to the nearest border of the face, perpendicular to the line; below 0 if
  //! the line misses the face.
  double margin_mm = 0;
  std::int32_t face = 0;
  int sign = 0;  //!< +1 into the solid, -1 out of it
};

//! \return empty for a face that is parallel to the line
std::optional<Crossing> cross(const TriangleMesh& mesh, const Line& line, std::uint32_t face,
                              double reach_mm) {
  std::array<Eigen::Vector3d, 3> p;
  for (int i = 0; i < 3; ++i) p[i] = mesh.vertices[mesh.faces[face][i]] - line.origin;
  const Eigen::Vector3d normal = (p[1] - p[0]).cross(p[2] - p[0]);
  const double facing = normal.dot(line.direction);
  if (facing == 0) return std::nullopt;

  const auto [nearest, farthest] =
      std::minmax({p[0].dot(line.direction), p[1].dot(line.direction), p[2].dot(line.direction)});
  const double depth = std::clamp(normal.dot(p[0]) / facing, nearest, farthest);
  const double slope = (normal - facing * line.direction).norm() / std::abs(facing);
  const double sense = facing > 0 ? 1 : -1;
  const auto from_edge = [&](int a, int b) {
    const double length = (p[b] - p[a]).cross(line.direction).norm();
    return sense * line.direction.dot(p[a].cross(p[b])) /
           std::max(length, std::numeric_limits<double>::min());
  };
  return Crossing{.depth = depth,
                  .slack = std::min(reach_mm * slope, farthest - nearest),
                  .margin_mm = std::min({from_edge(0, 1), from_edge(1, 2), from_edge(2, 0)}),
                  .face = static_cast<std::int32_t>(face),
                  .sign = facing < 0 ? 1 : -1};
}

bool comes_before(const Crossing& a, const Crossing& b) {
  return std::tuple(a.depth, a.face) < std::tuple(b.depth, b.face);
}

bool share_a_vertex(const Face& a, const Face& b) {
  return std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) != a.end();
}

//! Whether two crossings may be one point of the surface.
bool may_meet(const TriangleMesh& mesh, const Crossing& a, const Crossing& b) {
  return std::abs(a.depth - b.depth) <= a.slack + b.slack + same_depth_mm &&
         share_a_vertex(mesh.faces[a.face], mesh.faces[b.face]);
}

//! Embree's robust mode may report a line through a shared edge or vertex from several of its faces. The
//! exact line then passes within the reach of the border of each. Only the face that contains the line best
//! is kept; if two are equal, the lower number.
void keep_one_crossing_per_sheet(const TriangleMesh& mesh, double reach_mm,
                                 std::vector<Crossing>& crossings) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < crossings.size(); ++i) {
    const Crossing crossing = crossings[i];
    const auto end = crossings.begin() + static_cast<std::ptrdiff_t>(kept);
    const auto known = std::find_if(crossings.begin(), end, [&](const Crossing& other) {
      return crossing.sign == other.sign && std::max(crossing.margin_mm, other.margin_mm) <= reach_mm &&
             may_meet(mesh, crossing, other);
    });
    if (known == end) {
      crossings[kept++] = crossing;
    } else if (std::tuple(-crossing.margin_mm, crossing.face) < std::tuple(-known->margin_mm, known->face)) {
      *known = crossing;
    }
  }
  crossings.resize(kept);
  std::sort(crossings.begin(), crossings.end(), comes_before);
}

//! A line that just misses a rim may be reported from the face before the rim and from the face behind it. Since
//! it hits neither, their order may be wrong, which would make a slit inside another part. Such pairs are removed.
void drop_missed_rims(const TriangleMesh& mesh, std::vector<Crossing>& crossings) {
  for (auto first = crossings.begin(); first != crossings.end(); ++first) {
    if (first->margin_mm >= 0 || first->sign == 0) continue;
    const auto second = std::find_if(first + 1, crossings.end(), [&](const Crossing& other) {
      return other.margin_mm < 0 && other.sign == -first->sign && may_meet(mesh, *first, other);
    });
    if (second != crossings.end()) first->sign = second->sign = 0;
  }
  std::erase_if(crossings, [](const Crossing& crossing) { return crossing.sign == 0; });
}

//! Best reading of a line whose signs do not sum to zero: skips exits without an earlier entry and entries
//! without a later exit.
void keep_matched_crossings(std::vector<Crossing>& crossings) {
  std::vector<std::size_t> open;
  std::vector<char> matched(crossings.size(), 0);
  for (std::size_t i = 0; i < crossings.size(); ++i) {
    if (crossings[i].sign > 0) {
      open.push_back(i);
    } else if (!open.empty()) {
      matched[i] = matched[open.back()] = 1;
      open.pop_back();
    }
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < crossings.size(); ++i) {
    if (matched[i] != 0) crossings[kept++] = crossings[i];
  }
  crossings.resize(kept);
}

void add_interval(std::vector<InsideInterval>& intervals, const Crossing& entry, const Crossing& exit) {
  if (!intervals.empty() && entry.depth - intervals.back().end <= same_depth_mm) {
    intervals.back().end = exit.depth;  // touching parts form one interval
    intervals.back().end_face = exit.face;
    return;
  }
  intervals.push_back(
      {.start = entry.depth, .end = exit.depth, .start_face = entry.face, .end_face = exit.face});
}

std::vector<InsideInterval> intervals_of(const std::vector<Crossing>& crossings) {
  std::vector<InsideInterval> intervals;
  const Crossing* entry = nullptr;
  int winding = 0;
  for (const Crossing& crossing : crossings) {
    winding += crossing.sign;
    if (crossing.sign > 0 && winding == 1) {
      entry = &crossing;
    } else if (crossing.sign < 0 && winding == 0) {
      add_interval(intervals, *entry, crossing);
    }
  }
  // A line that only grazes an edge or a tip has no interval inside.
  std::erase_if(intervals, [](const InsideInterval& i) { return i.end - i.start <= same_depth_mm; });
  return intervals;
}

}  // namespace

LineReading read_line(const TriangleMesh& mesh, const Line& line, std::span<const std::uint32_t> faces,
                      double reach_mm) {
  std::vector<Crossing> crossings;
  crossings.reserve(faces.size());
  for (const std::uint32_t face : faces) {
    if (const auto crossing = cross(mesh, line, face, reach_mm)) crossings.push_back(*crossing);
  }
  std::sort(crossings.begin(), crossings.end(), comes_before);
  keep_one_crossing_per_sheet(mesh, reach_mm, crossings);
  drop_missed_rims(mesh, crossings);

  LineReading reading;
  for (const Crossing& crossing : crossings) reading.imbalance += crossing.sign;
  if (reading.imbalance != 0) keep_matched_crossings(crossings);
  reading.intervals = intervals_of(crossings);
  return reading;
}

}  // namespace intercusp::rays
