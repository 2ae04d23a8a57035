#include "io/mesh/repair/make_solid.h"

#include "io/language/language.h"
#include "io/mesh/repair/mesh.h"
#include "io/mesh/repair/steps.h"
#include "occlusion/base/limits.h"

namespace intercusp {

std::string tiny_solid_text(double size_mm) {
  return phrase(
      "the mesh is {:.3g} mm large; at least {:g} mm are needed: is the unit right? State it with --unit",
      size_mm, limits::least_size_mm);
}

std::string huge_mesh_text(double farthest_m) {
  return phrase("the mesh reaches {:.3g} m from the origin: no jaw is that large; check the unit",
                farthest_m);
}

namespace {

void require_faces(const repair::WorkingMesh& mesh, const RawMesh& raw) {
  if (!mesh.faces.empty()) return;
  if (raw.faces.empty()) throw RepairError(phrase("the mesh has no faces"));
  throw RepairError(
      phrase("none of the {} faces is left: all are without area or at vertices that are not finite",
             raw.faces.size()));
}

//! Checks the bounds of the remaining faces. Faces without area may have reached further.
void require_size(const repair::WorkingMesh& mesh) {
  Bounds bounds;
  for (const Face& face : mesh.faces) {
    for (const std::uint32_t vertex : face) bounds.add(mesh.vertices[vertex]);
  }
  const double size_mm = bounds.size().maxCoeff();
  if (size_mm < limits::least_size_mm) throw RepairError(tiny_solid_text(size_mm));
}

//! The solid without the vertices that no face names.
Solid solid_from(repair::WorkingMesh mesh, std::size_t anatomy_faces, std::size_t cap_faces) {
  std::vector<std::uint32_t> new_index(mesh.vertices.size(), repair::none);
  for (const Face& face : mesh.faces) {
    for (const std::uint32_t v : face) new_index[v] = 0;
  }
  std::uint32_t used = 0;
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    if (new_index[v] == repair::none) continue;
    mesh.vertices[used] = mesh.vertices[v];
    if (!mesh.labels.empty()) mesh.labels[used] = mesh.labels[v];
    new_index[v] = used++;
  }
  mesh.vertices.resize(used);
  if (!mesh.labels.empty()) mesh.labels.resize(used);
  for (Face& face : mesh.faces) {
    for (std::uint32_t& v : face) v = new_index[v];
  }
  return {.mesh = {.vertices = std::move(mesh.vertices), .faces = std::move(mesh.faces)},
          .anatomy_faces = anatomy_faces,
          .cap_faces = cap_faces,
          .labels = std::move(mesh.labels)};
}

}  // namespace

RepairedSolid make_solid(const RawMesh& raw) {
  RepairedSolid result;
  RepairCounts& counts = result.counts;
  repair::WorkingMesh mesh = repair::weld(raw, counts);
  repair::collapse_faces_without_area(mesh, counts);
  require_faces(mesh, raw);
  require_size(mesh);
  repair::drop_duplicates(mesh, counts, result.remarks);

  repair::connect_sheets(mesh, counts);
  repair::drop_loose_components(mesh, counts, result.remarks);
  repair::split_vertices(mesh, counts);
  const std::size_t anatomy_faces = repair::cap_holes(mesh, counts, result.remarks);
  const std::size_t cap_faces = mesh.faces.size() - anatomy_faces;
  repair::turn_outward(mesh, counts);
  result.components = repair::components_of(mesh).count;

  const Eigen::Vector3d bite = repair::turn_to_bite(mesh, counts, result.remarks);
  if (!bite.isZero()) repair::close_boundaries(mesh, repair::base_plane(mesh, bite), counts, result.remarks);
  repair::check_solid(mesh);
  result.closed_by_import = anatomy_faces < mesh.faces.size();
  result.solid = solid_from(std::move(mesh), anatomy_faces, cap_faces);
  return result;
}

}  // namespace intercusp
