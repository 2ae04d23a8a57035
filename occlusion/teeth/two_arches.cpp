#include "occlusion/teeth/two_arches.h"

#include <algorithm>
#include <vector>

#include "occlusion/geometry/mesh_components.h"
#include "occlusion/teeth/find_teeth.h"
#include "occlusion/teeth/jaw_likeness.h"
#include "occlusion/teeth/weld.h"

namespace intercusp {
namespace {

bool has_a_row_of_teeth(const TriangleMesh& mesh, const MeshComponent& part, const Progress& progress) {
  constexpr std::size_t fewest = 6;
  const FoundTeeth found = find_teeth(mesh.vertices, part.faces, {}, progress);
  return found.teeth.size() >= fewest && is_like_a_jaw(mesh.vertices, part.faces, found);
}

}  // namespace

bool holds_two_arches(std::span<const Eigen::Vector3d> vertices, std::span<const Face> faces,
                      const Progress& progress) {
  constexpr double least_mm = 35;
  const TriangleMesh mesh = welded(vertices, faces).mesh;
  std::vector<MeshComponent> parts = mesh_components(mesh);
  std::erase_if(parts, [](const MeshComponent& part) { return part.box.size().maxCoeff() < least_mm; });
  if (parts.size() < 2) return false;
  const Progress only_cancelled = [&](double) {
    if (progress) progress(0);
  };
  return std::ranges::count_if(parts, [&](const MeshComponent& part) {
           return has_a_row_of_teeth(mesh, part, only_cancelled);
         }) >= 2;
}

}  // namespace intercusp
