#include "occlusion/several/pair_depth.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "occlusion/base/for_all.h"
#include "occlusion/distance/surface_distance.h"
#include "occlusion/exact/parts_inside.h"
#include "occlusion/geometry/body_mesh.h"
#include "occlusion/geometry/closest_on_triangle.h"

namespace intercusp {
namespace {

using Eigen::Vector3d;

// Branch and bound. Distance is 1-Lipschitz, and the solids bound the depth over a whole triangle
// (depth_field.h). If both bounds are too loose, the triangle is divided.

//! A triangle of one solid's surface that may lie inside the other.
struct SearchedPart {
  Triangle corners;
  std::uint32_t face = no_depth_face;
  bool sure = false;  //!< all of it lies inside; otherwise the side of each point is tested
  std::optional<PatchTriangle> curved = std::nullopt;  //!< only for a body: the surface over the triangle
};

//! Tolerances at which the search ends, mm: the fewer pieces are open, the finer.
constexpr double fine_gap_mm = 1e-5, coarse_gap_mm = 1e-4, last_gap_mm = 5e-4;
constexpr std::size_t few_pieces = 50'000, many_pieces = 400'000;
//! After this many pieces, 4 to 12 s, the search ends and reports the open bound.
constexpr std::size_t most_pieces = 4'000'000, most_doubtful_pieces = 1'000'000;

constexpr double smallest_mm = 1e-9;
//! Pieces of this size without a certain point (at the rim of a scan) are dropped.
constexpr double smallest_doubtful_mm = 0.02;

struct OpenPiece {
  SearchedPart part;
  bool on_a;
  double bound_mm = std::numeric_limits<double>::infinity();
  Witnesses witnesses = {};

  //! The point of the surface with these barycentric weights.
  [[nodiscard]] Vector3d at(const Vector3d& weights) const {
    const auto mean = [&](const auto& of) {
      return (weights[0] * of[0] + weights[1] * of[1] + weights[2] * of[2]).eval();
    };
    return part.curved ? part.curved->patch->place(mean(part.curved->uv)) : Vector3d(mean(part.corners));
  }
  [[nodiscard]] double off_mm() const { return part.curved ? part.curved->off_mm() : 0; }
};

Vector3d middle_weights() { return Vector3d::Constant(1.0 / 3); }

//! The corners, then the middle of the edge from each corner to the next.
template <class Point>
std::array<Point, 6> corners_and_middles(const std::array<Point, 3>& corners) {
  const auto& [a, b, c] = corners;
  return {a, b, c, 0.5 * (a + b), 0.5 * (b + c), 0.5 * (c + a)};
}

using Parts = std::vector<std::array<std::size_t, 3>>;  //!< triangles as indices of the six points

//! Divides a triangle into quarters, or a long one into halves across its length.
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

//! Squared lengths of the edges. For a curved part, the deviation of the surface from its chord instead,
//! while that is large.
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

//! A point with its reading.
struct Probe {
  Vector3d point;
  std::uint32_t face;
  bool on_a;
  DepthReading reading = {};
};

class DepthSearch {
 public:
  //! \param enough_mm smaller depths are not searched; the search ends once a point is deeper than `end_mm`
  DepthSearch(const DepthField& a, const DepthField& b, double enough_mm,
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
    for (const OpenPiece& piece : pieces_) best_.bound_mm = std::max(best_.bound_mm, piece.bound_mm);
    return best_;
  }

 private:
  //! The solid that may contain points of the piece.
  [[nodiscard]] const DepthField& around(bool on_a) const { return on_a ? b_ : a_; }

  [[nodiscard]] double threshold() const {
    return best_.depth_mm <= enough_mm_ ? enough_mm_ : best_.depth_mm + gap_mm_;
  }

  //! Counts pieces that may have no point that counts, as below the rim of a scan. Each of them takes
  //! several searches.
  [[nodiscard]] std::size_t count_doubtful() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        pieces_, [&](const OpenPiece& piece) { return !piece.part.sure && !around(piece.on_a).is_whole(); }));
  }

  static Probe probe_at(const OpenPiece& piece, const Vector3d& weights) {
    return {piece.at(weights), piece.part.face, piece.on_a};
  }

  void look_at_corners() {
    std::vector<Probe> probes;
    for (const OpenPiece& piece : pieces_) {
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

  //! Reads the probes; a deeper one becomes the best.
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

  //! Whether the probe lies inside. A negative depth already tells the side.
  [[nodiscard]] bool counts(const Probe& probe) const {
    return probe.reading.mm <= 0 || around(probe.on_a).holds(probe.point, probe.reading);
  }

  void read(std::span<Probe> probes) const {
    std::array<Vector3d, surface::lanes> points;
    std::array<DepthReading, surface::lanes> readings;
    while (!probes.empty()) {  // alternates between both solids
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
    for (const OpenPiece& piece : pieces_) middles.push_back(probe_at(piece, middle_weights()));
    look_at(middles);
    std::vector<Vector3d> deepest(pieces_.size());
    std::vector<char> keep(pieces_.size());
    for_all(std::size_t{0}, pieces_.size(),
            [&](std::size_t i) { keep[i] = bound(pieces_[i], middles[i], deepest[i]) ? 1 : 0; });
    look_where_deepest(keep, deepest);
    std::vector<OpenPiece> next;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      if (keep[i] != 0 && pieces_[i].bound_mm > threshold()) split(pieces_[i], middles[i], next);
    }
    pieces_ = std::move(next);
  }

  //! Whether a piece is farther from the other solid's box than the depths that are searched.
  [[nodiscard]] bool lies_outside(const OpenPiece& piece, double off_mm) const {
    const Bounds& box = piece.on_a ? b_box_ : a_box_;
    const auto& [a, b, c] = piece.part.corners;
    const Vector3d least = a.cwiseMin(b).cwiseMin(c), most = a.cwiseMax(b).cwiseMax(c);
    const double beyond_mm = off_mm + std::max(0.0, -enough_mm_);
    return ((least - box.max).array() > beyond_mm).any() || ((box.min - most).array() > beyond_mm).any();
  }

  //! \return whether the piece may have a point deeper than the best
  //! \param deepest as DepthBound::weights
  [[nodiscard]] bool bound(OpenPiece& piece, const Probe& middle, Vector3d& deepest) const {
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
    // It is deeper than the best but did not count.
    if (middle.reading.mm > best_.depth_mm) piece.part.sure = false;
    return piece.part.sure || !field.is_outside(middle.point, middle.reading, radius);
  }

  //! Reads the points at which the bounds would be attained.
  void look_where_deepest(const std::vector<char>& keep, const std::vector<Vector3d>& deepest) {
    std::vector<Probe> probes;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      if (keep[i] != 0 && pieces_[i].bound_mm > threshold())
        probes.push_back(probe_at(pieces_[i], deepest[i]));
    }
    look_at(probes);
  }

  void split(const OpenPiece& piece, const Probe& middle, std::vector<OpenPiece>& next) {
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
  double left_mm_ = 0;  //!< greatest bound of pieces that became too small to divide
  DeepestPlace best_;
  std::vector<OpenPiece> pieces_;
};

//! \param a_parts parts of a's surface that may lie in b
//! \param enough_mm smaller depths need no closer bound
DeepestPlace deepest_place(const std::vector<SearchedPart>& a_parts, const DepthField& a,
                           const std::vector<SearchedPart>& b_parts, const DepthField& b, double enough_mm) {
  DepthSearch search(a, b, enough_mm);
  search.add(a_parts, true);
  search.add(b_parts, false);
  return search.run();
}

//! Whether a surface comes within a distance of a body of a formula, or enters it.
bool comes_near_body(const std::vector<SearchedPart>& parts, const BodyField& body, double distance_mm) {
  DepthSearch search(body, body, -distance_mm, -distance_mm);
  search.add(parts, true);
  return search.run().depth_mm > -distance_mm;
}

using namespace exact;
using Eigen::Vector3d;

std::vector<SearchedPart> searched(const std::vector<SurfacePart>& parts, const Solid& surface) {
  std::vector<SearchedPart> result;
  for (const SurfacePart& part : parts) {
    if (!surface.is_anatomy(part.face) || (part.sure && part.place != Place::inside)) continue;
    result.push_back({.corners = part.corners, .face = part.face, .sure = part.sure});
  }
  return result;
}

//! Adds the volumes of cones from a point over the parts that bound the intersection.
void add_cones(const std::vector<SurfacePart>& parts, const Vector3d& tip, bool flush_counts,
               SharedVolume& volume) {
  for (const SurfacePart& part : parts) {
    const double cone = (part.corners[0] - tip).dot((part.corners[1] - tip).cross(part.corners[2] - tip)) / 6;
    if (part.place == Place::inside || (flush_counts && part.place == Place::flush)) volume.mm3 += cone;
    if (!part.sure) volume.error_mm3 += std::abs(cone);
  }
}

void add_bounding(const std::vector<SurfacePart>& parts, const Solid& surface, bool flush_counts,
                  std::vector<BoundingPart>& intersection) {
  for (const SurfacePart& part : parts) {
    if (part.place == Place::inside || (flush_counts && part.place == Place::flush))
      intersection.push_back({.corners = part.corners, .anatomy = surface.is_anatomy(part.face)});
  }
}

SharedVolume shared_volume(const std::vector<SurfacePart>& of_a, const std::vector<SurfacePart>& of_b) {
  Bounds box;
  for (const auto* parts : {&of_a, &of_b}) {
    for (const SurfacePart& part : *parts) {
      for (const Vector3d& corner : part.corners) box.add(corner);
    }
  }
  SharedVolume volume;
  if (box.empty()) return volume;
  add_cones(of_a, box.centre(), true, volume);
  add_cones(of_b, box.centre(), false, volume);
  volume.mm3 = std::max(0.0, volume.mm3);
  return volume;
}

Triangle corners_of(const TriangleMesh& mesh, std::uint32_t face) {
  const auto& [a, b, c] = mesh.faces[face];
  return {mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]};
}

PairDepth depth_of_meshes(const MeshDepth& a, const MeshDepth& b, double depth_tolerance_mm) {
  const Solid &seen_a = *a.visible().surface, &seen_b = *b.visible().surface;
  const Surface of_a = surface_of(seen_a), of_b = surface_of(seen_b);
  const std::vector<PairSegment> segments = pair_segments(of_a, of_b, faces_within(of_a, of_b, flush_mm));
  const std::vector<SurfacePart> a_parts = parts_inside(of_a, of_b, segments, b.inside());
  const std::vector<SurfacePart> b_parts = parts_inside(of_b, of_a, exchanged(segments), a.inside());
  PairDepth depth{.deepest = deepest_place(searched(a_parts, seen_a), a, searched(b_parts, seen_b), b,
                                           depth_tolerance_mm)};
  add_bounding(a_parts, seen_a, true, depth.intersection);
  add_bounding(b_parts, seen_b, false, depth.intersection);
  if (a.is_whole() && b.is_whole()) depth.shared = shared_volume(a_parts, b_parts);
  return depth;
}

std::vector<SearchedPart> whole_surface(const DepthSolid& solid) {
  std::vector<SearchedPart> parts;
  if (!solid.is_mesh()) {
    for (const PatchTriangle& triangle : patches_of(solid.round().body()))
      parts.push_back({.corners = triangle.corners(), .curved = triangle});
    return parts;
  }
  const Solid& surface = *solid.mesh().visible().surface;
  for (std::uint32_t face = 0; face < surface.anatomy_faces; ++face)
    parts.push_back({.corners = corners_of(surface.mesh, face), .face = face});
  return parts;
}

bool has_anatomy(const DepthSolid& solid) {
  return !solid.is_mesh() || solid.mesh().visible().surface->anatomy_faces > 0;
}

}  // namespace

DepthSolid::DepthSolid(std::shared_ptr<const Solid> solid, std::shared_ptr<const AnalyticBody> body) {
  if (body && body->kind != BodyKind::box)
    round_.emplace(std::move(body));
  else
    mesh_.emplace(std::move(solid));
}

PairDepth pair_depth(const DepthSolid& a, const DepthSolid& b, double depth_tolerance_mm) {
  if (!has_anatomy(a) || !has_anatomy(b)) return {};
  if (a.is_mesh() && b.is_mesh()) return depth_of_meshes(a.mesh(), b.mesh(), depth_tolerance_mm);
  return {.deepest =
              deepest_place(whole_surface(a), a.field(), whole_surface(b), b.field(), depth_tolerance_mm)};
}

bool meshes_come_within(const Solid& a, const Solid& b, double distance_mm) {
  for (const auto& [face, other] : faces_within(surface_of(a), surface_of(b), distance_mm)) {
    if (!a.is_anatomy(face) || !b.is_anatomy(other)) continue;
    const double squared = triangle_gap(corners_of(a.mesh, face), corners_of(b.mesh, other)).squared_mm2;
    if (squared <= distance_mm * distance_mm) return true;
  }
  return false;
}

bool come_within(const DepthSolid& a, const DepthSolid& b, double distance_mm) {
  if (!a.is_mesh()) return comes_near_body(whole_surface(b), a.round(), distance_mm);
  if (!b.is_mesh()) return comes_near_body(whole_surface(a), b.round(), distance_mm);
  return meshes_come_within(a.mesh().solid(), b.mesh().solid(), distance_mm);
}

}  // namespace intercusp
