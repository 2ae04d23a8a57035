// The edge-connected parts of a mesh, and whether points lie inside a closed part.
#pragma once

#include <vector>

#include "io/mesh/repair/mesh.h"

namespace intercusp::repair {

struct Part {
  std::vector<std::uint32_t> faces;
  Bounds bounds;
  double volume = 0;             //!< signed, about the middle of the bounds; meaningless while open
  std::size_t turned_faces = 0;  //!< that run against the file
  bool open = false;
  bool inward = false;  //!< a cavity; set by turn_outward

  //! False in a file whose faces run at random.
  [[nodiscard]] bool is_oriented_by_file() const { return turned_faces * 10 <= faces.size(); }
};

//! In the order of their first faces.
[[nodiscard]] std::vector<Part> parts_of(const WorkingMesh& mesh);

//! Winding number of a closed part about a point, from the solid angles of its faces (van Oosterom and
//! Strackee 1983): whole up to rounding, with the sign of the part's volume.
[[nodiscard]] double winding_number(const WorkingMesh& mesh, const Part& part, const Eigen::Vector3d& point);

}  // namespace intercusp::repair
