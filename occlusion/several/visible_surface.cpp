#include "occlusion/several/visible_surface.h"

#include <algorithm>
#include <unordered_map>

#include "occlusion/exact/parts_inside.h"
#include "occlusion/geometry/adjacency.h"
#include "occlusion/geometry/closest_on_triangle.h"
#include "occlusion/several/near_pairs.h"

namespace intercusp {
namespace {

using namespace exact;
using Eigen::Vector3d;

//! Between components whose boxes meet, both ways.
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

//! Whether a point of a face bounds the solid, so that the solid lies behind it but not in front: Place::inside.
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

//! Keeps, of coincident parts that face one way, that of the lowest face.
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

}  // namespace

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

}  // namespace intercusp
