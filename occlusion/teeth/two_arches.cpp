#include "occlusion/teeth/two_arches.h"

#include <algorithm>
#include <map>
#include <vector>

#include "occlusion/geometry/union_find.h"
#include "occlusion/teeth/find_teeth.h"
#include "occlusion/teeth/jaw_likeness.h"
#include "occlusion/teeth/weld.h"

namespace intercusp {
namespace {

struct Part {
  Bounds box;
  std::vector<Face> faces;
};

std::vector<Part> connected_parts(const TriangleMesh& mesh) {
  UnionFind sets(mesh.vertices.size());
  for (const Face& face : mesh.faces) {
    sets.join(face[0], face[1]);
    sets.join(face[0], face[2]);
  }
  std::map<std::uint32_t, Part> parts;
  for (const Face& face : mesh.faces) {
    Part& part = parts[sets.root(face[0])];
    for (const std::uint32_t vertex : face) part.box.add(mesh.vertices[vertex]);
    part.faces.push_back(face);
  }
  std::vector<Part> list;
  for (auto& [root, part] : parts) list.push_back(std::move(part));
  return list;
}

bool has_a_row_of_teeth(const TriangleMesh& mesh, const Part& part, const Progress& progress) {
  constexpr std::size_t fewest = 6;
  const FoundTeeth found = find_teeth(mesh.vertices, part.faces, {}, progress);
  return found.teeth.size() >= fewest && may_be_jaw(jaw_likeness(mesh.vertices, part.faces, found),
                                                    std::ranges::any_of(found.teeth, &FoundTooth::sure));
}

}  // namespace

bool holds_two_arches(std::span<const Eigen::Vector3d> vertices, std::span<const Face> faces,
                      const Progress& progress) {
  constexpr double least_mm = 35;
  const TriangleMesh mesh = welded(vertices, faces).mesh;
  std::vector<Part> parts = connected_parts(mesh);
  std::erase_if(parts, [](const Part& part) { return part.box.size().maxCoeff() < least_mm; });
  if (parts.size() < 2) return false;
  const Progress only_cancelled = [&](double) {
    if (progress) progress(0);
  };
  return std::ranges::count_if(
             parts, [&](const Part& part) { return has_a_row_of_teeth(mesh, part, only_cancelled); }) >= 2;
}

}  // namespace intercusp
