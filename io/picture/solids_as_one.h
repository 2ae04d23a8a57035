// Several solids as one mesh, for pictures of all of them.
#pragma once

#include <cstddef>
#include <vector>

#include "io/case/import_solids.h"

namespace intercusp {

struct SolidsAsOne {
  Solid solid;                   //!< all faces one solid after the other, all of them anatomy
  std::vector<std::size_t> end;  //!< one past the last face of each

  [[nodiscard]] std::size_t owner(std::size_t face) const;
  //! The number of the face in its own solid.
  [[nodiscard]] std::size_t own_number(std::size_t face) const;
};

[[nodiscard]] SolidsAsOne as_one(const std::vector<NamedSolid>& solids);

}  // namespace intercusp
