#include "io/mesh/repair/steps.h"

#include <fmt/format.h>
#include <Eigen/Geometry>

#include "io/mesh/repair/parts.h"
#include "io/mesh/repair/triangulation.h"

namespace intercusp::repair {
namespace {

//! On which side of the boundary its sheet lies, seen from the bite: positive for the outer margin of a scan.
double area_to_bite(const WorkingMesh& mesh, const Loop& loop, const Eigen::Vector3d& bite) {
  const Eigen::Vector3d& origin = mesh.vertices[mesh.from(loop[0])];
  double area = 0;
  for (const std::uint32_t h : loop) {
    area += 0.5 * bite.dot((mesh.vertices[mesh.from(h)] - origin).cross(mesh.vertices[mesh.to(h)] - origin));
  }
  return area;
}

//! The corners of the loop straight down in the base plane.
std::vector<std::uint32_t> add_feet(WorkingMesh& mesh, const Loop& loop, const BasePlane& base) {
  std::vector<std::uint32_t> feet;
  for (const std::uint32_t h : loop) {
    const Eigen::Vector3d top = mesh.vertices[mesh.from(h)];
    feet.push_back(add_vertex(mesh, top - (base.bite.dot(top) - base.height_mm) * base.bite, 0));
  }
  return feet;
}

void add_walls(WorkingMesh& mesh, const Loop& loop, const std::vector<std::uint32_t>& feet) {
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const std::uint32_t a = mesh.from(loop[i]);
    const std::uint32_t b = mesh.to(loop[i]);
    const std::uint32_t foot_b = feet[(i + 1) % feet.size()];
    mesh.faces.push_back({b, a, feet[i]});
    mesh.faces.push_back({b, feet[i], foot_b});
  }
}

void add_cap(WorkingMesh& mesh, const std::vector<std::uint32_t>& feet, const Eigen::Vector3d& bite) {
  const Eigen::Vector3d u = bite.unitOrthogonal();
  const Eigen::Vector3d v = bite.cross(u);
  std::vector<Eigen::Vector2d> outline;
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  for (const std::uint32_t foot : feet) {
    outline.emplace_back(u.dot(mesh.vertices[foot]), v.dot(mesh.vertices[foot]));
    middle += mesh.vertices[foot];
  }
  const auto triangles = triangulate_polygon(outline);
  for (const auto& [a, b, c] : triangles) mesh.faces.push_back({feet[a], feet[c], feet[b]});
  if (!triangles.empty()) return;
  const std::uint32_t centre = add_vertex(mesh, middle / static_cast<double>(feet.size()), 0);
  for (std::size_t i = 0; i < feet.size(); ++i) {
    mesh.faces.push_back({feet[(i + 1) % feet.size()], feet[i], centre});
  }
}

}  // namespace

void close_boundaries(WorkingMesh& mesh, const BasePlane& base, RepairCounts& counts,
                      std::vector<Finding>& remarks) {
  const std::size_t scanned = mesh.faces.size();
  constexpr std::size_t enough_remarks = 10;
  std::size_t inner = 0;
  for (const Loop& loop : boundary_loops(mesh)) {
    if (area_to_bite(mesh, loop, base.bite) < 0 && ++inner <= enough_remarks) {
      remarks.push_back(remark_at(middle_of(mesh, loop), "inner_boundary_closed"));
      remarks.back().values.emplace("length_mm", length_of(mesh, loop));
    }
    const std::vector<std::uint32_t> feet = add_feet(mesh, loop, base);
    add_walls(mesh, loop, feet);
    add_cap(mesh, feet, base.bite);
    ++counts.closed_boundaries;
  }
  if (inner > enough_remarks)
    remarks.push_back({"more_inner_boundaries",
                       Severity::info,
                       {{"boundaries", static_cast<double>(inner - enough_remarks)}}});
  counts.skirt_and_base_faces = mesh.faces.size() - scanned;
}

}  // namespace intercusp::repair
