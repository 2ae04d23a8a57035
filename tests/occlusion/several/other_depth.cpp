#include "tests/occlusion/several/other_depth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <queue>
#include <vector>

namespace intercusp::testing {
namespace {

using Eigen::Vector3d;
using Cell = std::array<Vector3d, 3>;

//! Less than this apart is the same place.
constexpr double rounding_mm = 1e-9;

//! A plane convex polygon.
struct Facet {
  std::vector<Vector3d> corners;
  Vector3d normal;  //!< unit length
};

std::vector<Facet> facets_of(const Polyhedron& shape) {
  std::vector<Facet> facets;
  for (const auto& polygon : shape.polygons) {
    Facet facet;
    for (const std::uint32_t vertex : polygon) facet.corners.push_back(shape.vertices[vertex]);
    facet.normal = Vector3d::Zero();
    for (std::size_t i = 1; i + 1 < facet.corners.size(); ++i)
      facet.normal += (facet.corners[i] - facet.corners[0]).cross(facet.corners[i + 1] - facet.corners[0]);
    facet.normal.normalize();
    facets.push_back(std::move(facet));
  }
  return facets;
}

double distance_to_segment(const Vector3d& point, const Vector3d& a, const Vector3d& b) {
  const Vector3d along = b - a;
  const double length2 = along.squaredNorm();
  const double share = length2 > 0 ? std::clamp(along.dot(point - a) / length2, 0.0, 1.0) : 0;
  return (point - a - share * along).norm();
}

double distance_to_facet(const Vector3d& point, const Facet& facet) {
  bool over = true;
  double outline = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < facet.corners.size(); ++i) {
    const Vector3d &a = facet.corners[i], &b = facet.corners[(i + 1) % facet.corners.size()];
    over = over && facet.normal.cross(b - a).dot(point - a) >= 0;
    outline = std::min(outline, distance_to_segment(point, a, b));
  }
  return over ? std::abs(facet.normal.dot(point - facet.corners[0])) : outline;
}

double distance_to(const std::vector<Facet>& facets, const Vector3d& point) {
  double least = std::numeric_limits<double>::infinity();
  for (const Facet& facet : facets) least = std::min(least, distance_to_facet(point, facet));
  return least;
}

//! Van Oosterom & Strackee 1983.
double solid_angle(const Vector3d& a, const Vector3d& b, const Vector3d& c) {
  const double la = a.norm(), lb = b.norm(), lc = c.norm();
  return 2 * std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + a.dot(c) * lb + b.dot(c) * la);
}

bool is_inside(const std::vector<Facet>& facets, const Vector3d& point) {
  double angle = 0;
  for (const Facet& facet : facets) {
    for (std::size_t i = 1; i + 1 < facet.corners.size(); ++i)
      angle += solid_angle(facet.corners[0] - point, facet.corners[i] - point, facet.corners[i + 1] - point);
  }
  return angle > 2 * std::numbers::pi;
}

//! A piece of one surface, and the facets of the other that may be closest to a point of it.
struct Work {
  double high;
  Cell corners;
  std::vector<std::uint32_t> candidates;
  bool of_a;
  bool operator<(const Work& other) const { return high < other.high; }
};

Vector3d middle(const Cell& cell) { return (cell[0] + cell[1] + cell[2]) / 3; }

double radius(const Cell& cell) {
  const Vector3d centre = middle(cell);
  return std::max({(cell[0] - centre).norm(), (cell[1] - centre).norm(), (cell[2] - centre).norm()});
}

class Finder {
 public:
  Finder(const Polyhedron& a, const Polyhedron& b, double gap)
      : a_(facets_of(a)), b_(facets_of(b)), gap_(gap) {
    add(a_, true);
    add(b_, false);
  }

  DepthRange run() {
    constexpr int most_pieces = 400'000;
    for (int count = 0; !work_.empty() && count < most_pieces; ++count) {
      if (work_.top().high <= low_ + gap_) break;
      Work work = work_.top();
      work_.pop();
      look(std::move(work));
    }
    return {low_, work_.empty() ? low_ + gap_ : std::max(low_ + gap_, work_.top().high)};
  }

 private:
  void add(const std::vector<Facet>& facets, bool of_a) {
    std::vector<std::uint32_t> all(around(of_a).size());
    for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    for (const Facet& facet : facets) {
      for (std::size_t i = 1; i + 1 < facet.corners.size(); ++i)
        look({std::numeric_limits<double>::infinity(),
              {facet.corners[0], facet.corners[i], facet.corners[i + 1]},
              all,
              of_a});
    }
  }

  [[nodiscard]] const std::vector<Facet>& around(bool of_a) const { return of_a ? b_ : a_; }

  double depth(const std::vector<Facet>& facets, const std::vector<std::uint32_t>& candidates,
               const Vector3d& point) const {
    double least = std::numeric_limits<double>::infinity();
    for (const std::uint32_t c : candidates) least = std::min(least, distance_to_facet(point, facets[c]));
    return least;
  }

  void offer(const std::vector<Facet>& facets, const Vector3d& point, double depth_mm) {
    if (depth_mm > low_ && is_inside(facets, point)) low_ = depth_mm;
  }

  //! Steps sideways within the cell while the depth grows.
  void climb(const Work& work, const std::vector<Facet>& facets) {
    Vector3d at = middle(work.corners);
    double best = depth(facets, work.candidates, at);
    std::array<double, 3> weights = {1.0 / 3, 1.0 / 3, 1.0 / 3};
    for (double step = 0.33; step > 1e-7; step *= 0.5) {
      for (bool better = true; better;) {
        better = false;
        for (int i = 0; i < 3; ++i) {
          for (int j = 0; j < 3; ++j) {
            if (i == j || weights[j] < step) continue;
            std::array<double, 3> next = weights;
            next[i] += step;
            next[j] -= step;
            const Vector3d there =
                next[0] * work.corners[0] + next[1] * work.corners[1] + next[2] * work.corners[2];
            const double value = depth(facets, work.candidates, there);
            if (value > best + 1e-9) {
              best = value;
              weights = next;
              at = there;
              better = true;
            }
          }
        }
      }
    }
    offer(facets, at, best);
  }

  //! Facets are convex, so distances to them are: a mean of two is nowhere greater than at some corner.
  double high_of(const Cell& cell, const std::vector<Facet>& facets,
                 const std::vector<std::uint32_t>& candidates) const {
    std::vector<std::array<double, 3>> at;
    for (const std::uint32_t c : candidates)
      at.push_back({distance_to_facet(cell[0], facets[c]), distance_to_facet(cell[1], facets[c]),
                    distance_to_facet(cell[2], facets[c])});
    const auto most = [](const std::array<double, 3>& v) { return std::max({v[0], v[1], v[2]}); };
    std::ranges::sort(at, [&](const auto& p, const auto& q) { return most(p) < most(q); });
    double high = most(at.front());
    const std::size_t few = std::min<std::size_t>(at.size(), 6);
    for (std::size_t i = 0; i < few; ++i) {
      for (std::size_t j = i + 1; j < few; ++j) {
        const auto mixed = [&](double share) {
          return std::max({share * at[i][0] + (1 - share) * at[j][0],
                           share * at[i][1] + (1 - share) * at[j][1],
                           share * at[i][2] + (1 - share) * at[j][2]});
        };
        double from = 0, to = 1;  // convex in the share
        for (int k = 0; k < 30; ++k) {
          const double p = from + (to - from) / 3, q = to - (to - from) / 3;
          (mixed(p) < mixed(q) ? to : from) = mixed(p) < mixed(q) ? q : p;
        }
        high = std::min(high, mixed(0.5 * (from + to)));
      }
    }
    return high;
  }

  //! A facet that crosses the cell, or may: each has points on both sides of the other's plane.
  static const Facet* crossing(const Cell& cell, const std::vector<Facet>& facets,
                               const std::vector<std::uint32_t>& candidates) {
    const Vector3d normal = (cell[1] - cell[0]).cross(cell[2] - cell[0]).normalized();
    const auto straddles = [](const auto& points, const Vector3d& origin, const Vector3d& across) {
      bool above = false, below = false;
      for (const Vector3d& point : points) {
        const double height = across.dot(point - origin);
        above = above || height > rounding_mm;
        below = below || height < -rounding_mm;
      }
      return above && below;
    };
    const double reach = radius(cell);
    for (const std::uint32_t c : candidates) {
      const Facet& facet = facets[c];
      if (distance_to_facet(middle(cell), facet) <= reach &&
          straddles(cell, facet.corners[0], facet.normal) && straddles(facet.corners, cell[0], normal))
        return &facet;
    }
    return nullptr;
  }

  //! Along the facet's plane.
  void cut(const Work& work, const Facet& facet) {
    for (const double sense : {1.0, -1.0}) {
      std::vector<Vector3d> side;
      for (std::size_t i = 0; i < 3; ++i) {
        const Vector3d &a = work.corners[i], &b = work.corners[(i + 1) % 3];
        const double at_a = sense * facet.normal.dot(a - facet.corners[0]),
                     at_b = sense * facet.normal.dot(b - facet.corners[0]);
        if (at_a >= 0) side.push_back(a);
        if (at_a * at_b < 0) side.emplace_back(a + at_a / (at_a - at_b) * (b - a));
      }
      for (std::size_t i = 1; i + 1 < side.size(); ++i) {
        Work next = work;
        next.corners = {side[0], side[i], side[i + 1]};
        work_.push(std::move(next));
      }
    }
  }

  //! \pre no facet crosses the cell
  bool is_outside(const Work& work, const std::vector<Facet>& facets) const {
    Vector3d farthest;
    double distance = -1;
    for (int i = 0; i < 4; ++i) {
      Vector3d point = middle(work.corners);
      if (i < 3) point += 0.98 * (work.corners[static_cast<std::size_t>(i)] - point);
      const double here = depth(facets, work.candidates, point);
      if (here > distance) distance = here, farthest = point;
    }
    return distance > 10 * rounding_mm && !is_inside(facets, farthest);
  }

  void look(Work work) {
    const std::vector<Facet>& facets = around(work.of_a);
    const Vector3d centre = middle(work.corners);
    const double reach = radius(work.corners), here = depth(facets, work.candidates, centre);
    std::erase_if(work.candidates, [&](std::uint32_t c) {
      return distance_to_facet(centre, facets[c]) > here + 2 * reach + 1e-9;
    });
    work.high = std::min(work.high, here + reach);
    if (work.high <= low_ + gap_) return;
    if (const Facet* const facet = crossing(work.corners, facets, work.candidates)) return cut(work, *facet);
    if (is_outside(work, facets)) return;
    offer(facets, centre, here);
    work.high = std::min(work.high, high_of(work.corners, facets, work.candidates));
    if (work.high <= low_ + gap_) return;
    if (reach < 1e-8) return;
    climb(work, facets);
    split(work);
  }

  void split(const Work& work) {
    const auto& [a, b, c] = work.corners;
    const double ab = (a - b).norm(), bc = (b - c).norm(), ca = (c - a).norm();
    std::array<Cell, 2> halves;
    if (ab >= bc && ab >= ca)
      halves = {Cell{a, 0.5 * (a + b), c}, Cell{0.5 * (a + b), b, c}};
    else if (bc >= ca)
      halves = {Cell{a, b, 0.5 * (b + c)}, Cell{a, 0.5 * (b + c), c}};
    else
      halves = {Cell{a, b, 0.5 * (c + a)}, Cell{0.5 * (c + a), b, c}};
    for (const Cell& half : halves) {
      Work next = work;
      next.corners = half;
      work_.push(std::move(next));
    }
  }

  std::vector<Facet> a_, b_;
  double gap_;
  double low_ = 0;
  std::priority_queue<Work> work_;
};

double distance_of_segments(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& d) {
  double least = std::min({distance_to_segment(a, c, d), distance_to_segment(b, c, d),
                           distance_to_segment(c, a, b), distance_to_segment(d, a, b)});
  const Vector3d across = (b - a).cross(d - c);
  if (across.norm() < 1e-12 * (b - a).norm() * (d - c).norm()) return least;
  // Where the common perpendicular meets both within their ends.
  const double s = (c - a).cross(d - c).dot(across) / across.squaredNorm();
  const double t = (c - a).cross(b - a).dot(across) / across.squaredNorm();
  if (s >= 0 && s <= 1 && t >= 0 && t <= 1)
    least = std::min(least, std::abs((c - a).dot(across.normalized())));
  return least;
}

}  // namespace

DepthRange other_depth(const Polyhedron& a, const Polyhedron& b, double gap_mm) {
  return Finder(a, b, gap_mm).run();
}

double other_distance(const Polyhedron& a, const Polyhedron& b) {
  const std::vector<Facet> of_a = facets_of(a), of_b = facets_of(b);
  double least = std::numeric_limits<double>::infinity();
  for (const Facet& first : of_a) {
    for (const Facet& second : of_b) {
      for (const Vector3d& corner : first.corners) least = std::min(least, distance_to_facet(corner, second));
      for (const Vector3d& corner : second.corners) least = std::min(least, distance_to_facet(corner, first));
      for (std::size_t i = 0; i < first.corners.size(); ++i) {
        for (std::size_t j = 0; j < second.corners.size(); ++j)
          least = std::min(least, distance_of_segments(
                                      first.corners[i], first.corners[(i + 1) % first.corners.size()],
                                      second.corners[j], second.corners[(j + 1) % second.corners.size()]));
      }
    }
  }
  return least;
}

double distance_to(const Polyhedron& shape, const Vector3d& point) {
  return distance_to(facets_of(shape), point);
}

bool is_inside(const Polyhedron& shape, const Vector3d& point) { return is_inside(facets_of(shape), point); }

}  // namespace intercusp::testing
