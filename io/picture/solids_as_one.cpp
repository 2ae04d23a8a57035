#include "io/picture/solids_as_one.h"

#include <algorithm>

namespace intercusp {

std::size_t SolidsAsOne::owner(std::size_t face) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(end, face) - end.begin());
}

std::size_t SolidsAsOne::own_number(std::size_t face) const {
  const std::size_t number = owner(face);
  return number == 0 ? face : face - end[number - 1];
}

SolidsAsOne as_one(const std::vector<NamedSolid>& solids) {
  SolidsAsOne whole;
  for (const NamedSolid& named : solids) {
    append(whole.solid.mesh, named.solid->mesh);
    whole.end.push_back(whole.solid.mesh.faces.size());
  }
  whole.solid.anatomy_faces = whole.solid.mesh.faces.size();
  return whole;
}

}  // namespace intercusp
