#include "viewer/scene/map_relief.h"

#include <cstddef>

#include "io/picture/first_hits.h"
#include "io/picture/jaw_shading.h"
#include "occlusion/base/for_all.h"
#include "occlusion/geometry/vertex_normals.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp::viewer {
namespace {

constexpr double strength = 0.6;  //!< of the shading: colours must stay those of the scale to the eye

}  // namespace

MapRelief upper_relief(const Solid& upper, const View& view) {
  const PixelGrid& grid = view.grid;
  // The view of a picture is that of the map: x and y along u and v, away from the viewer where depth grows.
  const FirstHits hits = first_hits(upper, view.view_from_case,
                                    {grid.width, grid.height, grid.u0_mm, grid.v0_mm, grid.pixel_mm});
  const std::vector<Eigen::Vector3d> normals = vertex_normals(upper.mesh.vertices, upper.mesh.faces);
  MapRelief relief{std::vector<float>(grid.size(), 1.0F),
                   std::vector<std::int32_t>(grid.size(), nothing_scanned)};
  for_all(std::size_t{0}, grid.size(), [&](std::size_t i) {
    const std::int32_t face = hits.face[i];
    if (face == no_face) return;
    const Face& corners = upper.mesh.faces[static_cast<std::size_t>(face)];
    const double b = hits.second_weight[i], c = hits.third_weight[i];
    const Eigen::Vector3d normal =
        (1 - b - c) * normals[corners[0]] + b * normals[corners[1]] + c * normals[corners[2]];
    const Eigen::Vector3d seen = view.view_from_case.linear() * normal.stableNormalized();
    relief.light[i] = static_cast<float>(1 - strength + strength * brightness(seen));
    const std::size_t nearest = b > 0.5 ? 1 : c > 0.5 ? 2 : 0;
    relief.tooth[i] = upper.labels.empty() ? 0 : upper.labels[corners[nearest]];
  });
  return relief;
}

}  // namespace intercusp::viewer
