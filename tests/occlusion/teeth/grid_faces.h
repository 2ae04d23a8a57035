// The faces of a sheet whose vertices lie on a grid.
#pragma once

#include <cstdint>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::testing {

//! Two faces for each four neighbours. \param columns,rows of the vertices, which are numbered row by row
inline std::vector<Face> grid_faces(std::uint32_t columns, std::uint32_t rows) {
  std::vector<Face> faces;
  for (std::uint32_t j = 0; j + 1 < rows; ++j) {
    for (std::uint32_t i = 0; i + 1 < columns; ++i) {
      const std::uint32_t v = j * columns + i;
      faces.push_back({v, v + 1, v + columns});
      faces.push_back({v + 1, v + columns + 1, v + columns});
    }
  }
  return faces;
}

}  // namespace intercusp::testing
