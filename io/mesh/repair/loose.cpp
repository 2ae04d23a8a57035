#include "io/mesh/repair/steps.h"

#include <fmt/format.h>
#include <algorithm>
#include <numeric>

#include "io/mesh/repair/make_solid.h"

namespace intercusp::repair {

namespace {

struct Piece {
  double area = 0;
  std::size_t file = 0;
  bool is_loose = false;
};

}  // namespace

void drop_loose_components(WorkingMesh& mesh, RepairCounts& counts, std::vector<Finding>& remarks) {
  constexpr double share = 0.01;
  const Components components = components_of(mesh);
  std::vector<Piece> pieces(components.count);
  std::vector<double> whole(mesh.file_ends.size(), 0);
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    const double face_area = 0.5 * mesh.normal(f).norm();
    Piece& piece = pieces[components.of_face[f]];
    piece.area += face_area;
    piece.file = mesh.file_of(mesh.faces[f][0]);
    whole[piece.file] += face_area;
  }
  double loose_area = 0;
  std::size_t loose = 0;
  for (Piece& piece : pieces) {
    piece.is_loose = piece.area < share * whole[piece.file];
    if (!piece.is_loose) continue;
    loose_area += piece.area;
    ++loose;
  }
  if (loose == 0) return;
  if (loose_area > 0.5 * std::accumulate(whole.begin(), whole.end(), 0.0)) {
    // A jaw has at most 32 teeth. A triangle soup whose corners differ in the last digit has a piece for
    // every face.
    constexpr std::size_t too_many = 1000;
    if (loose > too_many) {
      throw RepairError(
          fmt::format("the mesh is {} loose pieces, the first at {}: neighbouring faces do not meet "
                      "in common vertices",
                      components.count, place_text(mesh.point(0, 0))));
    }
    remarks.push_back({"small_components_kept",
                       Severity::info,
                       {{"small", static_cast<double>(loose)},
                        {"components", static_cast<double>(components.count)},
                        {"percent", 100 * share}}});
    return;
  }
  std::vector<std::uint8_t> kept(mesh.faces.size(), 1);
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    if (!pieces[components.of_face[f]].is_loose) continue;
    kept[f] = 0;
    ++counts.faces_in_loose_components;
    if (mesh.turned[f] != 0) --counts.flipped_faces;  // it was turned needlessly
  }
  counts.loose_components = loose;
  keep_faces(mesh, kept);
}

}  // namespace intercusp::repair
