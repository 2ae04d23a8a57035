#include "io/report/painted_mesh.h"

#include <limits>

namespace intercusp {

PaintedMesh painted_mesh(const PosedJaw& jaw, std::span<const float> distances_mm, const PaintScale& scale,
                         MeshPart part) {
  PaintedMesh painted{.name = name_of(jaw.jaw)};
  const TriangleMesh& solid = jaw.solid->mesh;
  const std::size_t faces = part == MeshPart::scanned ? jaw.solid->anatomy_faces : solid.faces.size();
  constexpr std::uint32_t unused = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> point_of(jaw.points.size(), unused);
  painted.mesh.faces.reserve(faces);
  for (std::size_t i = 0; i < faces; ++i) {
    Face face = solid.faces[i];
    for (std::uint32_t& vertex : face) {
      std::uint32_t& point = point_of[vertex];
      if (point == unused) {
        point = static_cast<std::uint32_t>(painted.mesh.vertices.size());
        painted.mesh.vertices.push_back(jaw.points[vertex]);
        painted.colours.push_back(colour_in_legend(scale, distances_mm[vertex]));
      }
      vertex = point;
    }
    painted.mesh.faces.push_back(face);
  }
  return painted;
}

}  // namespace intercusp
