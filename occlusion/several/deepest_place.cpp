#include "occlusion/several/deepest_place.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "occlusion/base/for_all.h"

namespace intercusp {
namespace {

using Eigen::Vector3d;

//! The tolerances at which the search ends, mm: finer while few pieces are open.
constexpr double fine_gap_mm = 1e-5, coarse_gap_mm = 1e-4, last_gap_mm = 5e-4;
constexpr std::size_t few_pieces = 50'000, many_pieces = 400'000;
//! The search ends here and reports the open bound: after 4 to 12 s.
constexpr std::size_t most_pieces = 4'000'000, most_doubtful_pieces = 1'000'000;

constexpr double smallest_mm = 1e-9;
//! Pieces without a certain point (at the rim of a scan) are abandoned at this size.
constexpr double smallest_doubtful_mm = 0.02;

struct Piece {
  SearchedPart part;
  bool on_a;
  double bound_mm = std::numeric_limits<double>::infinity();
  Witnesses witnesses = {};

  //! On the surface, at the place that has these weights in the corners.
  [[nodiscard]] Vector3d at(const Vector3d& weights) const {
    const auto mean = [&](const auto& of) {
      return (weights[0] * of[0] + weights[1] * of[1] + weights[2] * of[2]).eval();
    };
    return part.curved ? part.curved->patch->place(mean(part.curved->uv)) : Vector3d(mean(part.corners));
  }
  [[nodiscard]] double off_mm() const { return part.curved ? part.curved->off_mm() : 0; }
};

Vector3d middle_weights() { return Vector3d::Constant(1.0 / 3); }

double longest_edge(const Triangle& corners) {
  return std::sqrt(std::max({(corners[1] - corners[0]).squaredNorm(), (corners[2] - corners[1]).squaredNorm(),
                             (corners[0] - corners[2]).squaredNorm()}));
}

//! Corners, or middles of the edges from each to the next.
template <class Point>
std::array<Point, 6> corners_and_middles(const std::array<Point, 3>& corners) {
  const auto& [a, b, c] = corners;
  return {a, b, c, 0.5 * (a + b), 0.5 * (b + c), 0.5 * (c + a)};
}

using Parts = std::vector<std::array<std::size_t, 3>>;  //!< of the six points

//! A long triangle is cut across its length.
Parts halves_or_quarters(const std::array<double, 3>& squared_edges) {
  const auto longest =
      static_cast<std::size_t>(std::ranges::max_element(squared_edges) - squared_edges.begin());
  constexpr double long_squared = 3;
  if (!(squared_edges[longest] > long_squared * *std::ranges::min_element(squared_edges)))
    return {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}};
  const std::size_t from = longest, to = (longest + 1) % 3, opposite = (longest + 2) % 3,
                    middle = 3 + longest;
  return {{from, middle, opposite}, {middle, to, opposite}};
}

//! Edges by their lengths; those of a curved part by the deviation of the surface from its chord while that is large.
std::array<double, 3> squared_edges(const SearchedPart& part, double small_mm) {
  std::array<double, 3> edges{};
  const bool by_bend = part.curved && part.curved->off_mm() > small_mm;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    if (by_bend) {
      const auto& uv = part.curved->uv;
      edges[i] = PatchTriangle{part.curved->patch, {uv[i], uv[j], uv[j]}}.off_mm();
    } else {
      edges[i] = (part.corners[j] - part.corners[i]).squaredNorm();
    }
  }
  return edges;
}

std::vector<SearchedPart> parts_of(const SearchedPart& part, double small_mm) {
  std::vector<SearchedPart> result;
  const auto points = corners_and_middles<Vector3d>(part.corners);
  for (const auto& [a, b, c] : halves_or_quarters(squared_edges(part, small_mm))) {
    result.push_back(part);
    SearchedPart& next = result.back();
    if (part.curved) {
      const auto uv = corners_and_middles<Eigen::Vector2d>(part.curved->uv);
      next.curved->uv = {uv[a], uv[b], uv[c]};
      next.corners = next.curved->corners();
    } else {
      next.corners = {points[a], points[b], points[c]};
    }
  }
  return result;
}

//! A point to read, and its reading.
struct Probe {
  Vector3d point;
  std::uint32_t face;
  bool on_a;
  DepthReading reading = {};
};

class Search {
 public:
  //! \param enough_mm depths up to this are not searched; the search ends once a point is deeper than `end_mm`
  Search(const DepthField& a, const DepthField& b, double enough_mm,
         double end_mm = std::numeric_limits<double>::infinity())
      : a_(a), b_(b), a_box_(a.box()), b_box_(b.box()), enough_mm_(enough_mm), end_mm_(end_mm) {
    best_.depth_mm = std::min(0.0, enough_mm);
  }

  void add(const std::vector<SearchedPart>& parts, bool on_a) {
    for (const SearchedPart& part : parts) pieces_.push_back({part, on_a});
  }

  DeepestPlace run() {
    look_at_corners();
    std::size_t looked_at = 0, doubtful = 0;
    while (!pieces_.empty() && looked_at < most_pieces && best_.depth_mm <= end_mm_) {
      looked_at += pieces_.size();
      doubtful += count_doubtful();
      if (doubtful > most_doubtful_pieces) break;
      next_level();
    }
    best_.bound_mm = std::max(best_.depth_mm + (best_.depth_mm > enough_mm_ ? widest_gap_mm_ : 0), left_mm_);
    for (const Piece& piece : pieces_) best_.bound_mm = std::max(best_.bound_mm, piece.bound_mm);
    return best_;
  }

 private:
  //! The solid that may contain the points of a piece.
  [[nodiscard]] const DepthField& around(bool on_a) const { return on_a ? b_ : a_; }

  [[nodiscard]] double threshold() const {
    return best_.depth_mm <= enough_mm_ ? enough_mm_ : best_.depth_mm + gap_mm_;
  }

  //! Pieces that may hold no point that counts, as below the rim of a scan. Each takes several searches.
  [[nodiscard]] std::size_t count_doubtful() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        pieces_, [&](const Piece& piece) { return !piece.part.sure && !around(piece.on_a).is_whole(); }));
  }

  static Probe probe_at(const Piece& piece, const Vector3d& weights) {
    return {piece.at(weights), piece.part.face, piece.on_a};
  }

  void look_at_corners() {
    std::vector<Probe> probes;
    for (const Piece& piece : pieces_) {
      for (const Vector3d& corner : piece.part.corners)
        probes.push_back({corner, piece.part.face, piece.on_a});
    }
    const auto place = [](const Probe& probe) {
      return std::tuple(probe.on_a, probe.point.x(), probe.point.y(), probe.point.z());
    };
    std::ranges::stable_sort(probes, {}, place);
    const auto repeated = std::ranges::unique(probes, {}, place);
    probes.erase(repeated.begin(), repeated.end());
    look_at(probes);
  }

  //! Deeper ones become the best.
  void look_at(std::vector<Probe>& probes) {
    constexpr std::size_t lanes = surface::lanes;
    for_all(std::size_t{0}, (probes.size() + lanes - 1) / lanes, [&](std::size_t group) {
      const std::size_t first = group * lanes;
      read(std::span(probes).subspan(first, std::min(lanes, probes.size() - first)));
    });
    for (const Probe& probe : probes) {
      if (probe.reading.mm > best_.depth_mm && counts(probe)) take(probe);
    }
  }

  //! Negative depths already have their side.
  [[nodiscard]] bool counts(const Probe& probe) const {
    return probe.reading.mm <= 0 || around(probe.on_a).holds(probe.point, probe.reading);
  }

  void read(std::span<Probe> probes) const {
    std::array<Vector3d, surface::lanes> points;
    std::array<DepthReading, surface::lanes> readings;
    while (!probes.empty()) {  // both solids in turn
      std::size_t count = 0;
      for (; count < probes.size() && probes[count].on_a == probes[0].on_a; ++count)
        points[count] = probes[count].point;
      around(probes[0].on_a).read(std::span(points).first(count), readings);
      for (std::size_t i = 0; i < count; ++i) probes[i].reading = readings[i];
      probes = probes.subspan(count);
    }
  }

  void take(const Probe& probe) {
    best_.depth_mm = probe.reading.mm;
    best_.point = probe.point;
    best_.closest = around(probe.on_a).closest_point(probe.point, probe.reading.face);
    best_.on_a = probe.on_a;
    best_.face = probe.face;
    best_.other_face = probe.reading.face;
  }

  void next_level() {
    gap_mm_ = pieces_.size() < few_pieces    ? fine_gap_mm
              : pieces_.size() < many_pieces ? coarse_gap_mm
                                             : last_gap_mm;
    widest_gap_mm_ = std::max(widest_gap_mm_, gap_mm_);
    std::vector<Probe> middles;
    middles.reserve(pieces_.size());
    for (const Piece& piece : pieces_) middles.push_back(probe_at(piece, middle_weights()));
    look_at(middles);
    std::vector<Vector3d> deepest(pieces_.size());
    std::vector<char> keep(pieces_.size());
    for_all(std::size_t{0}, pieces_.size(),
            [&](std::size_t i) { keep[i] = bound(pieces_[i], middles[i], deepest[i]) ? 1 : 0; });
    look_where_deepest(keep, deepest);
    std::vector<Piece> next;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      if (keep[i] != 0 && pieces_[i].bound_mm > threshold()) split(pieces_[i], middles[i], next);
    }
    pieces_ = std::move(next);
  }

  //! Further from the other solid's box than depths that are searched.
  [[nodiscard]] bool lies_outside(const Piece& piece, double off_mm) const {
    const Bounds& box = piece.on_a ? b_box_ : a_box_;
    const auto& [a, b, c] = piece.part.corners;
    const Vector3d least = a.cwiseMin(b).cwiseMin(c), most = a.cwiseMax(b).cwiseMax(c);
    const double beyond_mm = off_mm + std::max(0.0, -enough_mm_);
    return ((least - box.max).array() > beyond_mm).any() || ((box.min - most).array() > beyond_mm).any();
  }

  //! \return whether a point deeper than the best may lie on it \param deepest as DepthBound::weights
  [[nodiscard]] bool bound(Piece& piece, const Probe& middle, Vector3d& deepest) const {
    const DepthField& field = around(piece.on_a);
    const double off_mm = piece.off_mm();
    if (lies_outside(piece, off_mm)) return false;
    double radius = 0;
    for (const Vector3d& corner : piece.part.corners)
      radius = std::max(radius, (corner - middle.point).norm());
    radius += off_mm;
    piece.witnesses.add({middle.point, middle.reading.face});
    const DepthBound by_field = field.bound(piece.part.corners, piece.witnesses);
    deepest = by_field.weights;
    piece.bound_mm = std::min({piece.bound_mm, middle.reading.mm + radius, by_field.mm + off_mm});
    if (piece.bound_mm <= threshold()) return false;
    if (middle.reading.mm > best_.depth_mm) piece.part.sure = false;  // it did not count
    return piece.part.sure || !field.is_outside(middle.point, middle.reading, radius);
  }

  //! The place where the bound would be attained.
  void look_where_deepest(const std::vector<char>& keep, const std::vector<Vector3d>& deepest) {
    std::vector<Probe> probes;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      if (keep[i] != 0 && pieces_[i].bound_mm > threshold())
        probes.push_back(probe_at(pieces_[i], deepest[i]));
    }
    look_at(probes);
  }

  void split(const Piece& piece, const Probe& middle, std::vector<Piece>& next) {
    const double size = longest_edge(piece.part.corners) + piece.off_mm();
    if (size < smallest_mm) {
      left_mm_ = std::max(left_mm_, best_.depth_mm + smallest_mm);
      return;
    }
    const DepthField& field = around(piece.on_a);
    if (!field.is_whole() && size < smallest_doubtful_mm && !field.holds(middle.point, middle.reading))
      return;
    for (const SearchedPart& part : parts_of(piece.part, 0.25 * gap_mm_)) {
      next.push_back(piece);
      next.back().part = part;
    }
  }

  const DepthField& a_;
  const DepthField& b_;
  Bounds a_box_, b_box_;
  double enough_mm_, end_mm_;
  double gap_mm_ = fine_gap_mm, widest_gap_mm_ = fine_gap_mm;
  double left_mm_ = 0;  //!< bound of the pieces that became too small to split
  DeepestPlace best_;
  std::vector<Piece> pieces_;
};

}  // namespace

std::vector<SearchedPart> searched_patches(const AnalyticBody& body) {
  std::vector<SearchedPart> parts;
  for (const PatchTriangle& triangle : patches_of(body))
    parts.push_back({.corners = triangle.corners(), .curved = triangle});
  return parts;
}

DeepestPlace deepest_place(const std::vector<SearchedPart>& a_parts, const DepthField& a,
                           const std::vector<SearchedPart>& b_parts, const DepthField& b, double enough_mm) {
  Search search(a, b, enough_mm);
  search.add(a_parts, true);
  search.add(b_parts, false);
  return search.run();
}

bool comes_within(const std::vector<SearchedPart>& parts, const BodyField& body, double distance_mm) {
  Search search(body, body, -distance_mm, -distance_mm);
  search.add(parts, true);
  return search.run().depth_mm > -distance_mm;
}

}  // namespace intercusp
