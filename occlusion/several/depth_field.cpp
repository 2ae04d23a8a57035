#include "occlusion/several/depth_field.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "occlusion/exact/parts_inside.h"
#include "occlusion/geometry/adjacency.h"
#include "occlusion/geometry/body_distance.h"
#include "occlusion/geometry/closest_on_triangle.h"
#include "occlusion/several/near_pairs.h"

namespace intercusp {
namespace {

using namespace exact;
using Eigen::Vector3d;

//! The segments between components whose boxes meet, in both orders.
std::vector<PairSegment> segments_within(const Surface& surface, const std::vector<MeshComponent>& components,
                                         const std::vector<NearPair>& near) {
  std::vector<FacePair> pairs;
  Surface a{.vertices = surface.vertices, .faces = {}}, b = a;
  for (const NearPair& pair : near) {
    a.faces = components[pair.a].faces;
    b.faces = components[pair.b].faces;
    for (const FacePair& found : faces_within(a, b, flush_mm))
      pairs.push_back(
          {components[pair.a].face_of[found.upper_face], components[pair.b].face_of[found.lower_face]});
  }
  std::vector<PairSegment> segments = pair_segments(surface, surface, pairs);
  const std::vector<PairSegment> back = exchanged(segments);
  segments.insert(segments.end(), back.begin(), back.end());
  return segments;
}

//! Tells whether a face bounds the solid at a point: Place::inside if the solid lies behind the face but not
//! in front of it.
class OnOutside : public Places {
 public:
  explicit OnOutside(const InsideTest& inside) : inside_(inside) {}

  [[nodiscard]] std::optional<Place> certain(const Vector3d& point, const Vector3d& normal) const override {
    const auto behind = inside_.inside(point - beside_mm * normal);
    const auto in_front = inside_.inside(point + beside_mm * normal);
    if (!behind || !in_front) return std::nullopt;
    return *behind && !*in_front ? Place::inside : Place::outside;
  }
  [[nodiscard]] Place near_surface(const Vector3d&, const Vector3d&) const override { return Place::inside; }

 private:
  const InsideTest& inside_;
};

//! Among coincident parts that face one way, keeps the part of the lowest face.
class Doubles {
 public:
  Doubles(const Surface& surface, const std::vector<PairSegment>& segments) : surface_(surface) {
    for (const PairSegment& segment : segments) {
      const auto& [face, other] = segment.pair;
      if (!segment.flush || other > face) continue;
      if (unit_normal(surface.corners(face)).dot(unit_normal(surface.corners(other))) > 0)
        flush_[face].push_back(other);
    }
  }

  [[nodiscard]] bool have(const SurfacePart& part) const {
    const auto found = flush_.find(part.face);
    if (found == flush_.end()) return false;
    const Vector3d middle = (part.corners[0] + part.corners[1] + part.corners[2]) / 3;
    return std::ranges::any_of(found->second, [&](std::uint32_t other) {
      const auto& [a, b, c] = surface_.corners(other);
      return (closest_on_triangle(middle, a, b, c).point - middle).norm() < beside_mm;
    });
  }

 private:
  const Surface& surface_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> flush_;
};

//! Parts joined by vertices are not tested against each other.
//! \param inside test for this solid
VisibleSurface visible_surface(const std::shared_ptr<const Solid>& solid, const InsideTest& inside) {
  const std::vector<MeshComponent> components = mesh_components(solid->mesh);
  std::vector<Bounds> boxes;
  for (const MeshComponent& component : components) boxes.push_back(component.box);
  const std::vector<NearPair> near = near_pairs(boxes, flush_mm);
  if (near.empty()) return {solid, {}};
  const Surface surface = surface_of(*solid);
  const std::vector<PairSegment> segments = segments_within(surface, components, near);
  const Doubles doubles(surface, segments);
  std::vector<SurfacePart> parts = parts_not_outside(surface, surface, segments, OnOutside(inside));
  std::erase_if(parts,
                [&](const SurfacePart& part) { return part.place == Place::outside || doubles.have(part); });
  std::ranges::stable_partition(parts, [&](const SurfacePart& part) { return solid->is_anatomy(part.face); });

  Solid visible{.mesh = {.vertices = solid->mesh.vertices, .faces = {}}, .labels = {}};
  VisibleSurface result;
  for (const SurfacePart& part : parts) {
    Face face = solid->mesh.faces[part.face];
    if (!part.whole) {
      const auto first = static_cast<std::uint32_t>(visible.mesh.vertices.size());
      for (const Vector3d& corner : part.corners) visible.mesh.vertices.push_back(corner);
      face = {first, first + 1, first + 2};
    }
    visible.mesh.faces.push_back(face);
    visible.anatomy_faces += solid->is_anatomy(part.face) ? 1 : 0;
    result.face_of.push_back(part.face);
  }
  result.surface = std::make_shared<const Solid>(std::move(visible));
  return result;
}

constexpr double endless = std::numeric_limits<double>::infinity();

using AtCorners = std::array<double, 3>;

double most(const AtCorners& values) { return std::max({values[0], values[1], values[2]}); }

//! Distances of the corners to one face. The distance is convex, so its maximum over a triangle
//! is at a corner.
AtCorners distances(const Triangle& triangle, const Triangle& face) {
  AtCorners result{};
  for (std::size_t i = 0; i < 3; ++i)
    result[i] = (triangle[i] - closest_on_triangle(triangle[i], face[0], face[1], face[2]).point).norm();
  return result;
}

//! Maximum of min(a, b) over a triangle, as if both were linear. A weighted mean of two convex functions is
//! convex, so min(a, b) ≤ share·a + (1 − share)·b ≤ its maximum over the corners. The least such bound is
//! attained at a share for which two corners are equal.
DepthBound between(const AtCorners& a, const AtCorners& b) {
  const auto bound_at = [&](double share) {
    AtCorners mixed{};
    for (std::size_t i = 0; i < 3; ++i) mixed[i] = share * a[i] + (1 - share) * b[i];
    return most(mixed);
  };
  DepthBound result{std::min(bound_at(0), bound_at(1)), Vector3d::UnitX()};
  double highest = -endless;
  const auto offer = [&](const Vector3d& weights, double height) {
    if (height > highest) highest = height, result.weights = weights;
  };
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const Vector3d corner = Vector3d::Unit(static_cast<Eigen::Index>(i)),
                   next = Vector3d::Unit(static_cast<Eigen::Index>(j));
    offer(corner, std::min(a[i], b[i]));
    const double at_i = a[i] - b[i], at_j = a[j] - b[j];
    // The share at which two corners have equal means: share·(a_i − b_i) + b_i = share·(a_j − b_j) + b_j.
    if (at_i != at_j) {
      const double share = (b[j] - b[i]) / (at_i - at_j);
      if (share > 0 && share < 1) result.mm = std::min(result.mm, bound_at(share));
    }
    if (at_i * at_j < 0) {
      const double along = at_i / (at_i - at_j);
      offer(corner + along * (next - corner), a[i] + along * (a[j] - a[i]));
    }
  }
  return result;
}

double distance_between(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& d) {
  // Ericson 2005, Real-Time Collision Detection, 5.1.9.
  const Vector3d u = b - a, v = d - c, w = a - c;
  const double uu = u.squaredNorm(), vv = v.squaredNorm(), uv = u.dot(v), vw = v.dot(w), uw = u.dot(w);
  if (uu == 0 && vv == 0) return w.norm();
  if (uu == 0) return (w - std::clamp(vw / vv, 0.0, 1.0) * v).norm();
  double s = 0, t = 0;
  if (vv == 0) {
    s = std::clamp(-uw / uu, 0.0, 1.0);
  } else {
    const double det = uu * vv - uv * uv;
    if (det > 0) s = std::clamp((uv * vw - uw * vv) / det, 0.0, 1.0);
    t = (uv * s + vw) / vv;
    if (t < 0 || t > 1) {
      t = std::clamp(t, 0.0, 1.0);
      s = std::clamp((t * uv - uw) / uu, 0.0, 1.0);
    }
  }
  return (w + s * u - t * v).norm();
}

//! The common edge of two faces; empty if there is none.
std::optional<std::array<std::uint32_t, 2>> shared_edge(const Face& a, const Face& b) {
  std::array<std::uint32_t, 2> shared{};
  int count = 0;
  for (const std::uint32_t vertex : a) {
    if (std::ranges::find(b, vertex) != b.end() && count < 2)
      shared[static_cast<std::size_t>(count++)] = vertex;
  }
  if (count < 2) return std::nullopt;
  return shared;
}

//! The least bound from single witnesses and from pairs of witnesses.
DepthBound least_bound(std::span<const AtCorners> bounds) {
  DepthBound least{endless, Vector3d::UnitX()};
  for (const AtCorners& at : bounds) {
    const auto farthest = std::ranges::max_element(at) - at.begin();
    if (at[static_cast<std::size_t>(farthest)] < least.mm)
      least = {at[static_cast<std::size_t>(farthest)], Vector3d::Unit(farthest)};
  }
  for (std::size_t v = 0; v < bounds.size(); ++v) {
    for (std::size_t w = v + 1; w < bounds.size(); ++w) {
      const DepthBound both = between(bounds[v], bounds[w]);
      if (both.mm < least.mm) least = both;
    }
  }
  return least;
}

}  // namespace

void Witnesses::add(const Witness& witness) {
  const auto known = std::span(all).first(count);
  const bool repeated = std::ranges::any_of(known, [&](const Witness& other) {
    return other.face == witness.face && witness.face != no_depth_face;
  });
  if (repeated) return;
  if (count < all.size()) {
    all[count++] = witness;
    return;
  }
  std::rotate(all.begin(), all.begin() + 1, all.end());
  all.back() = witness;
}

MeshDepth::MeshDepth(std::shared_ptr<const Solid> solid)
    : solid_(std::move(solid)),
      inside_(solid_->mesh),
      visible_(visible_surface(solid_, inside_)),
      closest_(visible_.surface->mesh, visible_.surface->anatomy_faces),
      closure_(*solid_) {
  if (solid_->anatomy_faces < solid_->mesh.faces.size()) closed_scan_.emplace(solid_);
}

void MeshDepth::read(std::span<const Vector3d> points, std::span<DepthReading> readings) const {
  surface::PointGroup group;
  for (std::size_t lane = 0; lane < surface::lanes; ++lane) {
    const Vector3d& point = points[std::min(lane, points.size() - 1)];
    group.x[lane] = point.x();
    group.y[lane] = point.y();
    group.z[lane] = point.z();
    group.squared[lane] = std::numeric_limits<double>::max();
  }
  closest_.search(group);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto face = static_cast<std::uint32_t>(group.face[i]);
    readings[i] = {(closest_point(points[i], face) - points[i]).norm(), face};
  }
}

Triangle MeshDepth::corners(std::uint32_t face) const {
  const TriangleMesh& mesh = visible_.surface->mesh;
  const auto& [a, b, c] = mesh.faces[face];
  return {mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]};
}

Vector3d MeshDepth::closest_point(const Vector3d& point, std::uint32_t face) const {
  const auto& [a, b, c] = corners(face);
  return closest_on_triangle(point, a, b, c).point;
}

bool MeshDepth::holds(const Vector3d& point, const DepthReading&) const {
  if (!inside_.inside(point).value_or(false)) return false;
  if (!closed_scan_) return true;
  const std::optional<JawReading> reading = closed_scan_->at(point);
  return reading && reading->is_certain();
}

bool MeshDepth::is_outside(const Vector3d& point, const DepthReading& reading, double radius_mm) const {
  // Small pieces are many, and outside parts are dropped while they are large.
  constexpr double small_mm = 0.1;
  if (reading.mm <= radius_mm || (closed_scan_ && radius_mm < small_mm) ||
      closure_.is_within(point, radius_mm))
    return false;
  return !inside_.inside(point).value_or(false);
}

//! Takes the corners of a triangle and their closest points on two faces that share an edge. The triangle of
//! those points deviates from the faces by at most the distance at which its sides pass the edge. So each
//! point of the given triangle is at most this distance plus that of the farthest corner away from the faces.
//! The bound is tight for faces that bend little, independently of the triangulation.
std::optional<double> MeshDepth::bend(const Triangle& triangle, std::uint32_t face,
                                      std::uint32_t other) const {
  const TriangleMesh& mesh = visible_.surface->mesh;
  const auto edge = shared_edge(mesh.faces[face], mesh.faces[other]);
  if (!edge) return std::nullopt;
  std::array<Vector3d, 3> on_faces;
  std::array<bool, 3> on_other{};
  double farthest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vector3d first = closest_point(triangle[i], face), second = closest_point(triangle[i], other);
    on_other[i] = (second - triangle[i]).squaredNorm() < (first - triangle[i]).squaredNorm();
    on_faces[i] = on_other[i] ? second : first;
    farthest = std::max(farthest, (on_faces[i] - triangle[i]).norm());
  }
  double off = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    if (on_other[i] != on_other[j])
      off = std::max(off, distance_between(on_faces[i], on_faces[j], mesh.vertices[(*edge)[0]],
                                           mesh.vertices[(*edge)[1]]));
  }
  return farthest + off;
}

DepthBound MeshDepth::bound(const Triangle& triangle, const Witnesses& witnesses) const {
  std::array<AtCorners, 4> at{};
  for (std::size_t w = 0; w < witnesses.count; ++w)
    at[w] = distances(triangle, corners(witnesses.all[w].face));
  DepthBound least = least_bound(std::span(at).first(witnesses.count));
  for (std::size_t v = 0; v < witnesses.count; ++v) {
    for (std::size_t w = v + 1; w < witnesses.count; ++w) {
      const std::optional<double> bent = bend(triangle, witnesses.all[v].face, witnesses.all[w].face);
      if (bent && *bent < least.mm) least.mm = *bent;
    }
  }
  return least;
}

void BodyField::read(std::span<const Vector3d> points, std::span<DepthReading> readings) const {
  for (std::size_t i = 0; i < points.size(); ++i)
    readings[i] = {depth_in(*body_, points[i]).mm, no_depth_face};
}

DepthBound BodyField::bound(const Triangle& triangle, const Witnesses& witnesses) const {
  std::array<AtCorners, 4> at{};
  for (std::size_t w = 0; w < witnesses.count; ++w)
    at[w] = depth_bounds(*body_, witnesses.all[w].point, triangle);
  return least_bound(std::span(at).first(witnesses.count));
}

Vector3d BodyField::closest_point(const Vector3d& point, std::uint32_t) const {
  return depth_in(*body_, point).closest;
}

}  // namespace intercusp
