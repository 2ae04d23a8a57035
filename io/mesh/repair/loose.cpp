#include "io/mesh/repair/loose.h"

#include <fmt/format.h>
#include <Eigen/Geometry>

#include "io/mesh/repair/make_solid.h"

namespace intercusp::repair {

void drop_loose_components(WorkingMesh& mesh, double share, RepairCounts& counts,
                           std::vector<std::string>& remarks) {
  const Components components = components_of(mesh);
  std::vector<double> area(components.count, 0);
  double whole = 0;
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    const double face_area = 0.5 * mesh.normal(f).norm();
    area[components.of_face[f]] += face_area;
    whole += face_area;
  }
  double loose_area = 0;
  std::size_t loose = 0;
  for (const double a : area) {
    if (a >= share * whole) continue;
    loose_area += a;
    ++loose;
  }
  if (loose == 0) return;
  if (loose_area > 0.5 * whole) {
    // A jaw has 32 teeth at most; a soup whose corners differ in the last digit has a piece for every face.
    constexpr std::size_t too_many = 1000;
    if (loose > too_many) {
      throw RepairError(
          fmt::format("the mesh is {} loose pieces, the first at {}: neighbouring faces do not meet "
                      "in common vertices",
                      components.count, place_text(mesh.point(0, 0))));
    }
    remarks.push_back(
        fmt::format("{} of {} components are each below {:.3g} % of the area, but hold more than half of "
                    "it together: none was dropped",
                    loose, components.count, 100 * share));
    return;
  }
  std::vector<std::uint8_t> kept(mesh.faces.size(), 1);
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    if (area[components.of_face[f]] >= share * whole) continue;
    kept[f] = 0;
    ++counts.faces_in_loose_components;
    if (mesh.turned[f] != 0) --counts.flipped_faces;  // its turn was for nothing
  }
  counts.loose_components = loose;
  keep_faces(mesh, kept);
}

}  // namespace intercusp::repair
