// The edge-connected parts of a mesh and their boundaries.
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

//! The half-edges of a boundary in the order in which its faces run.
using Loop = std::vector<std::uint32_t>;

//! In the order of their first half-edges. \pre split_vertices: a vertex is on one loop.
[[nodiscard]] std::vector<Loop> boundary_loops(const WorkingMesh& mesh);

[[nodiscard]] double length_of(const WorkingMesh& mesh, const Loop& loop);
[[nodiscard]] Eigen::Vector3d middle_of(const WorkingMesh& mesh, const Loop& loop);  //!< mean of its vertices

//! The largest distance between two vertices of the loop.
[[nodiscard]] double width_of(const WorkingMesh& mesh, const Loop& loop);

//! All vertices that share an edge with the start of a boundary half-edge.
[[nodiscard]] std::vector<std::uint32_t> neighbours_at(const WorkingMesh& mesh,
                                                       std::uint32_t boundary_half_edge);

//! Separates rims of holes that meet in a point (two sockets at the tip of a papilla): there split_vertices gave each
//! fan of faces its own vertex, which joined the rims into one loop. Cuts off parts shorter than `longest_mm`, merging
//! the vertices; the rest of the loop comes last.
[[nodiscard]] std::vector<Loop> cut_at_pinches(WorkingMesh& mesh, const Loop& loop, double longest_mm);

}  // namespace intercusp::repair
