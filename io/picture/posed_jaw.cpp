#include "io/picture/posed_jaw.h"

#include <cmath>
#include <optional>

#include "occlusion/base/for_all.h"
#include "occlusion/contacts/areas.h"
#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp {

PosedJaw posed_jaw(const Solid& solid, Jaw jaw, const Eigen::Isometry3d& case_from_solid) {
  PosedJaw posed{
      .solid = &solid, .jaw = jaw, .case_from_solid = case_from_solid, .points = {}, .normals = {}};
  posed.points.reserve(solid.mesh.vertices.size());
  for (const Eigen::Vector3d& vertex : solid.mesh.vertices)
    posed.points.emplace_back(case_from_solid * vertex);
  posed.normals = vertex_normals(posed.points, solid.mesh.faces);
  return posed;
}

PosedJaw posed_jaw(const Bite& bite, Jaw jaw) { return posed_jaw(*bite.of(jaw), jaw, bite.case_from(jaw)); }

namespace {

// Steeper faces (cosine below 0.2) are not measured.
const double steepest_slope = std::sqrt(1 - steep_cosine * steep_cosine) / steep_cosine;

}  // namespace

SurfaceClearance::SurfaceClearance(const ClearanceMap& map, const PosedJaw& jaw)
    : map_(map),
      jaw_(jaw.jaw),
      depth_mm_(map.view.grid.size(), no_clearance),
      slope_(map.view.grid.size(), no_clearance) {
  const Eigen::Isometry3d& view_from_case = map.view.view_from_case;
  const std::vector<std::int32_t>& faces = jaw.jaw == Jaw::upper ? map.upper_face : map.lower_face;
  const PixelGrid& grid = map.view.grid;
  for_all(0, grid.height, [&](int row) {
    std::int32_t last = no_face;
    Eigen::Vector3d corner = Eigen::Vector3d::Zero(), normal = Eigen::Vector3d::Zero();
    for (int column = 0; column < grid.width; ++column) {
      const std::size_t i = grid.index(column, row);
      if (faces[i] == no_face) continue;
      if (faces[i] != last) {
        last = faces[i];
        const Face& face = jaw.solid->mesh.faces[last];
        corner = view_from_case * jaw.points[face[0]];
        normal = view_from_case.linear() *
                 (jaw.points[face[1]] - jaw.points[face[0]]).cross(jaw.points[face[2]] - jaw.points[face[0]]);
      }
      const Eigen::Vector2d aside = grid.centre(column, row) - corner.head<2>();
      const double slope = normal.head<2>().norm() / std::abs(normal.z());
      if (!(slope <= steepest_slope)) continue;
      depth_mm_[i] = static_cast<float>(corner.z() - normal.head<2>().dot(aside) / normal.z());
      slope_[i] = static_cast<float>(slope);
    }
  });
}

float SurfaceClearance::at(const Eigen::Vector3d& point, const Eigen::Vector3d& normal) const {
  const Eigen::Isometry3d& view_from_case = map_.view.view_from_case;
  const Eigen::Vector3d view_normal = view_from_case.linear() * normal;
  const double facing = jaw_ == Jaw::upper ? -view_normal.z() : view_normal.z();
  if (!(facing >= steep_cosine)) return no_clearance;
  const double slope = view_normal.head<2>().norm() / facing;
  const auto surface_at = [&](int column, int row) -> std::optional<SurfaceAtPixel> {
    const std::size_t pixel = map_.view.grid.index(column, row);
    if (std::isnan(depth_mm_[pixel])) return std::nullopt;
    return SurfaceAtPixel{static_cast<double>(depth_mm_[pixel]), static_cast<double>(slope_[pixel])};
  };
  const std::optional<double> clearance = clearance_at_point(map_, view_from_case * point, slope, surface_at);
  return clearance ? static_cast<float>(*clearance) : no_clearance;
}

std::vector<float> clearance_at_vertices(const SurfaceClearance& surface, const PosedJaw& jaw) {
  const std::vector<std::uint8_t> scanned = marked_anatomy(*jaw.solid);
  std::vector<float> clearance(jaw.points.size(), no_clearance);
  for_all(std::size_t{0}, jaw.points.size(), [&](std::size_t i) {
    if (scanned[i] != 0) clearance[i] = surface.at(jaw.points[i], jaw.normals[i]);
  });
  return clearance;
}

}  // namespace intercusp
