#include "viewer/tools/several/tool.h"

#include <algorithm>
#include <map>

#include "io/case/import_solids.h"

namespace intercusp::viewer {
namespace {

//! Teeth, each closed by itself.
struct SingleTeeth {
  std::vector<SolidOrBody> solids;
  std::vector<int> fdi;
};

//! Files of single teeth, as `intercusp interfere` reads them.
SingleTeeth teeth_of_files(const MeshReport& jaw, std::optional<double> mm_per_unit) {
  std::vector<std::string> files;
  for (const InputFile& file : jaw.files) files.push_back(file.path);
  SingleTeeth teeth;
  for (const NamedSolid& named : import_solids(files, mm_per_unit.value_or(1)).solids) {
    teeth.solids.push_back({named.solid});
    teeth.fdi.push_back(named.fdi);
  }
  return teeth;
}

//! The faces whose corners all have one number.
std::map<int, Solid> parts_by_number(const Solid& jaw) {
  std::map<int, Solid> parts;
  std::map<int, std::map<std::uint32_t, std::uint32_t>> own_vertex;
  for (std::size_t face = 0; face < jaw.mesh.faces.size(); ++face) {
    const Face& corners = jaw.mesh.faces[face];
    const int fdi = jaw.labels[corners[0]];
    if (fdi == 0 || jaw.labels[corners[1]] != fdi || jaw.labels[corners[2]] != fdi) continue;
    Solid& part = parts[fdi];
    Face own{};
    for (std::size_t i = 0; i < own.size(); ++i) {
      const auto next = static_cast<std::uint32_t>(part.mesh.vertices.size());
      const auto [at, is_new] = own_vertex[fdi].emplace(corners[i], next);
      if (is_new) part.mesh.vertices.push_back(jaw.mesh.vertices[corners[i]]);
      own[i] = at->second;
    }
    part.mesh.faces.push_back(own);
    if (jaw.is_anatomy(face)) ++part.anatomy_faces;
  }
  return parts;
}

//! The closed teeth. A tooth of a scanned arch is open: it ends where its neighbours and the gum begin.
SingleTeeth teeth_of_labels(const Solid& jaw) {
  SingleTeeth teeth;
  if (jaw.labels.empty()) return teeth;
  for (auto& [fdi, part] : parts_by_number(jaw)) {
    if (count_open_edges(part.mesh) > 0) continue;
    teeth.solids.push_back({std::make_shared<const Solid>(std::move(part))});
    teeth.fdi.push_back(fdi);
  }
  return teeth;
}

//! \return whether there are teeth to be compared
bool add_pairs(const SingleTeeth& teeth, Jaw jaw, std::vector<NeighbourPair>& pairs,
               const Progress& progress) {
  for (const Neighbours& found : find_neighbours(teeth.solids, teeth.fdi, progress))
    pairs.push_back({jaw, teeth.fdi[found.a], teeth.fdi[found.b], found});
  return std::ranges::count_if(teeth.fdi, [](int fdi) { return fdi != 0; }) > 1;
}

}  // namespace

NeighbourTeeth measured_neighbours(const std::shared_ptr<const LoadedCase>& loaded,
                                   const Progress& progress) {
  const auto teeth_of = [&](const MeshReport& report, const Solid& jaw) {
    return report.files.size() > 1 ? teeth_of_files(report, loaded->request.mm_per_unit)
                                   : teeth_of_labels(jaw);
  };
  NeighbourTeeth teeth;
  teeth.upper_has_single_teeth = add_pairs(teeth_of(loaded->upper, *loaded->bite.upper), Jaw::upper,
                                           teeth.pairs, part_of(progress, 0, 0.5));
  teeth.lower_has_single_teeth = add_pairs(teeth_of(loaded->lower, *loaded->bite.lower), Jaw::lower,
                                           teeth.pairs, part_of(progress, 0.5, 1));
  std::ranges::stable_sort(teeth.pairs, {}, [](const NeighbourPair& pair) { return pair.found.distance_mm; });
  return teeth;
}

}  // namespace intercusp::viewer
