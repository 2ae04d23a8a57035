#include "occlusion/motion/grinding/ground_jaw.h"

#include <algorithm>
#include <map>
#include <span>

#include "occlusion/geometry/adjacency.h"

namespace intercusp {
namespace {

//! Halfway between the jaw's own normal and the occlusal direction: never more than 90° from either, so a wall is ground
//! although it is steep, and the bottom of a fissure does not fold.
std::vector<Eigen::Vector3d> inwards_of(const Solid& solid, const Eigen::Vector3d& occlusal) {
  std::vector<Eigen::Vector3d> ways =
      vertex_normals(solid.mesh.vertices, std::span(solid.mesh.faces).first(solid.anatomy_faces));
  constexpr double opposite = 0.1;
  for (Eigen::Vector3d& way : ways) {
    const Eigen::Vector3d sum = way + occlusal;
    way = sum.norm() > opposite ? Eigen::Vector3d(-sum.normalized()) : Eigen::Vector3d(-occlusal);
  }
  return ways;
}

//! The edges that one face alone has, joined to closed lines of vertices.
std::vector<std::vector<std::uint32_t>> outlines_of(const std::vector<Face>& faces) {
  std::map<Edge, int> uses;
  for (const Face& face : faces)
    for (std::size_t i = 0; i < 3; ++i) ++uses[{face[i], face[(i + 1) % 3]}];
  std::multimap<std::uint32_t, std::uint32_t> next;
  for (const auto& [edge, count] : uses)
    if (!uses.contains({edge[1], edge[0]})) next.emplace(edge[0], edge[1]);
  std::vector<std::vector<std::uint32_t>> lines;
  while (!next.empty()) {
    std::vector<std::uint32_t>& line = lines.emplace_back();
    for (auto edge = next.begin(); edge != next.end(); edge = next.find(line.back())) {
      if (line.empty()) line.push_back(edge->first);
      line.push_back(edge->second);
      next.erase(edge);
    }
  }
  return lines;
}

}  // namespace

GroundJaw::GroundJaw(const Case& start, Jaw jaw)
    : bite_(start.bite), jaw_(jaw), solid_(bite_.of(jaw)), other_(bite_.of(opposite(jaw))) {
  const Eigen::Vector3d occlusal =
      jaw == Jaw::lower ? start.anatomy.axes->superior : Eigen::Vector3d(-start.anatomy.axes->superior);
  inwards_ = inwards_of(*solid_, bite_.case_from(jaw).linear().transpose() * occlusal);
}

Eigen::Isometry3d GroundJaw::other_from_own(const Eigen::Isometry3d& upper_from_lower) const {
  return jaw_ == Jaw::lower ? upper_from_lower : upper_from_lower.inverse(Eigen::Isometry);
}

double GroundJaw::depth_for(std::uint32_t vertex, double from_mm, double wanted_mm,
                            const Eigen::Isometry3d& other_from_own) const {
  constexpr int most_steps = 60;
  constexpr double enough_mm = 1e-6, most_mm = 2;
  double depth_mm = from_mm;
  for (int i = 0; i < most_steps && depth_mm < most_mm; ++i) {
    const std::optional<JawReading> reading = other_.at(other_from_own * place(vertex, depth_mm));
    if (!reading || !reading->is_certain()) break;
    // Distance changes by no more than the way, so no step goes too far.
    const double lacking_mm = wanted_mm - reading->distance_mm;
    if (lacking_mm < enough_mm) break;
    depth_mm += lacking_mm;
  }
  return std::min(depth_mm, most_mm);
}

Bite GroundJaw::ground(const Depths& depths) const {
  const auto solid = std::make_shared<Solid>(*solid_);
  for (std::uint32_t v = 0; v < depths.size(); ++v)
    if (depths[v] > 0) solid->mesh.vertices[v] = place(v, depths[v]);
  Bite bite = bite_;
  (jaw_ == Jaw::lower ? bite.lower : bite.upper) = solid;
  return bite;
}

std::vector<GrindRegion> GroundJaw::regions(const std::vector<std::uint8_t>& chosen) const {
  const std::vector<int>& labels = solid_->labels;
  UnionFind sets(chosen.size());
  for (const Face& face : std::span(solid_->mesh.faces).first(solid_->anatomy_faces)) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t a = face[i], b = face[(i + 1) % 3];
      if (chosen[a] != 0 && chosen[b] != 0 && (labels.empty() || labels[a] == labels[b])) sets.join(a, b);
    }
  }
  std::map<std::uint32_t, GrindRegion> by_root;
  for (std::uint32_t v = 0; v < chosen.size(); ++v)
    if (chosen[v] != 0) by_root[sets.root(v)].push_back(v);
  std::vector<GrindRegion> regions;
  for (auto& [root, region] : by_root) regions.push_back(std::move(region));
  std::ranges::stable_sort(regions, std::greater(), [](const GrindRegion& region) { return region.size(); });
  return regions;
}

std::vector<GrindPatch> GroundJaw::patches(const std::vector<GrindRegion>& regions, const Depths& depths,
                                           const Eigen::Vector3d& left) const {
  const TriangleMesh& mesh = solid_->mesh;
  const Eigen::Isometry3d case_from_own = bite_.case_from(jaw_);
  std::vector<std::size_t> region_of(mesh.vertices.size(), regions.size());
  for (std::size_t i = 0; i < regions.size(); ++i)
    for (const std::uint32_t v : regions[i])
      if (depths[v] > 0) region_of[v] = i;
  std::vector<std::vector<Face>> faces(regions.size());
  std::vector<GrindPatch> all(regions.size());
  for (std::size_t f = 0; f < solid_->anatomy_faces; ++f) {
    const Face& face = mesh.faces[f];
    const std::size_t i = std::min({region_of[face[0]], region_of[face[1]], region_of[face[2]]});
    if (i == regions.size()) continue;
    const double area = face_normal_twice_area(mesh, f).norm() / 2;
    faces[i].push_back(face);
    all[i].area_mm2 += area;
    all[i].centroid_mm +=
        area / 3 * (mesh.vertices[face[0]] + mesh.vertices[face[1]] + mesh.vertices[face[2]]);
  }
  std::vector<GrindPatch> patches;
  for (std::size_t i = 0; i < regions.size(); ++i) {
    GrindPatch& patch = all[i];
    if (faces[i].empty()) continue;
    patch.tooth = solid_->labels.empty() ? 0 : solid_->labels[regions[i].front()];
    for (const std::uint32_t v : regions[i]) {
      if (depths[v] > 0) patch.vertices.push_back(v);
      patch.depth_mm = std::max(patch.depth_mm, depths[v]);
    }
    patch.centroid_mm = case_from_own * Eigen::Vector3d(patch.centroid_mm / patch.area_mm2);
    for (const std::vector<std::uint32_t>& line : outlines_of(faces[i])) {
      std::vector<Eigen::Vector3d>& points = patch.outline.emplace_back();
      for (const std::uint32_t v : line) points.push_back(case_from_own * mesh.vertices[v]);
    }
    patches.push_back(std::move(patch));
  }
  std::ranges::stable_sort(patches, {}, [&](const GrindPatch& patch) { return left.dot(patch.centroid_mm); });
  for (std::size_t i = 0; i < patches.size(); ++i) patches[i].number = static_cast<int>(i + 1);
  return patches;
}

}  // namespace intercusp
