#include "occlusion/several/pair_depth.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "occlusion/exact/parts_inside.h"
#include "occlusion/geometry/closest_on_triangle.h"

namespace intercusp {
namespace {

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

//! Cones from a point over the parts that bound the intersection.
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

bool has_anatomy(const DepthSolid& solid) {
  return !solid.is_mesh() || solid.mesh().visible().surface->anatomy_faces > 0;
}

}  // namespace

DepthSolid::DepthSolid(std::shared_ptr<const Solid> solid, std::shared_ptr<const AnalyticBody> body)
    : body_(std::move(body)) {
  if (body_ && body_->kind != BodyKind::box)
    round_.emplace(body_);
  else
    mesh_.emplace(std::move(solid));
}

std::vector<SearchedPart> DepthSolid::surface() const {
  if (round_) return searched_patches(*body_);
  const Solid& surface = *mesh_->visible().surface;
  std::vector<SearchedPart> parts;
  for (std::uint32_t face = 0; face < surface.anatomy_faces; ++face)
    parts.push_back({.corners = corners_of(surface.mesh, face), .face = face});
  return parts;
}

PairDepth pair_depth(const DepthSolid& a, const DepthSolid& b, double depth_tolerance_mm) {
  if (!has_anatomy(a) || !has_anatomy(b)) return {};
  if (a.is_mesh() && b.is_mesh()) return depth_of_meshes(a.mesh(), b.mesh(), depth_tolerance_mm);
  return {.deepest = deepest_place(a.surface(), a.field(), b.surface(), b.field(), depth_tolerance_mm)};
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
  if (!a.is_mesh()) return comes_within(b.surface(), a.round(), distance_mm);
  if (!b.is_mesh()) return comes_within(a.surface(), b.round(), distance_mm);
  return meshes_come_within(a.mesh().solid(), b.mesh().solid(), distance_mm);
}

}  // namespace intercusp
