#include "viewer/scene/map_relief.h"

#include <cstddef>

#include "io/picture/first_hits.h"
#include "io/picture/jaw_shading.h"
#include "occlusion/base/for_all.h"
#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp::viewer {
namespace {

constexpr double strength = 0.6;  //!< of the shading: colours must still look like those of the scale

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

std::vector<char> scanned_pixels(const Solid& solid, const Eigen::Isometry3d& view_from_solid,
                                 const PixelGrid& grid) {
  std::vector<Eigen::Vector2d> places(solid.mesh.vertices.size());  // in pixels, from the centre of the first
  for_all(std::size_t{0}, places.size(), [&](std::size_t v) {
    const Eigen::Vector2d at = (view_from_solid * solid.mesh.vertices[v]).head<2>();
    places[v] = ((at - Eigen::Vector2d(grid.u0_mm, grid.v0_mm)) / grid.pixel_mm).array() - 0.5;
  });
  const auto cross = [](const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
    return a.x() * b.y() - a.y() * b.x();
  };
  std::vector<char> scanned(grid.size(), 0);
  for (std::size_t face = 0; face < solid.anatomy_faces; ++face) {
    const Face& corners = solid.mesh.faces[face];
    const Eigen::Vector2d &a = places[corners[0]], &b = places[corners[1]], &c = places[corners[2]];
    const Eigen::Array2d least = a.cwiseMin(b).cwiseMin(c).array().ceil().max(0.0);
    const Eigen::Array2d most =
        a.cwiseMax(b).cwiseMax(c).array().floor().min(Eigen::Array2d(grid.width - 1, grid.height - 1));
    const double turn = cross(b - a, c - a) < 0 ? -1 : 1;
    for (int row = static_cast<int>(least.y()); row <= static_cast<int>(most.y()); ++row) {
      for (int column = static_cast<int>(least.x()); column <= static_cast<int>(most.x()); ++column) {
        const Eigen::Vector2d p(column, row);
        if (turn * cross(b - a, p - a) >= 0 && turn * cross(c - b, p - b) >= 0 &&
            turn * cross(a - c, p - c) >= 0)
          scanned[grid.index(column, row)] = 1;
      }
    }
  }
  return scanned;
}

}  // namespace intercusp::viewer
