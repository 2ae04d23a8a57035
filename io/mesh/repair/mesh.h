// The mesh during repair, as half-edges. Half-edge 3·f + i runs from corner i of face f to the next corner.
// Its twin is the half-edge of the neighbour across that edge, which runs in the opposite direction.
//
// This header also has the edge-connected parts of the mesh and their boundaries.
#pragma once

#include <Eigen/Geometry>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "occlusion/base/finding.h"
#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::repair {

inline constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

[[nodiscard]] inline std::uint32_t next(std::uint32_t half_edge) {
  return half_edge % 3 == 2 ? half_edge - 2 : half_edge + 1;
}
[[nodiscard]] inline std::uint32_t previous(std::uint32_t half_edge) {
  return half_edge % 3 == 0 ? half_edge + 2 : half_edge - 1;
}

struct WorkingMesh {
  std::vector<Eigen::Vector3d> vertices;  //!< mm; vertices that no face names are left out at the end
  std::vector<int> labels;                //!< one per vertex, or empty
  std::vector<std::uint32_t> file_ends;   //!< per file of the jaw, the end of its vertices after welding
  std::vector<Face> faces;
  std::vector<std::uint32_t> twin;  //!< per half-edge; `none` on a boundary. Empty until connect_sheets
  //! Per face, 1 if its orientation is opposite to the file's. Empty until connect_sheets.
  std::vector<std::uint8_t> turned;

  [[nodiscard]] std::uint32_t from(std::uint32_t half_edge) const {
    return faces[half_edge / 3][half_edge % 3];
  }
  [[nodiscard]] std::uint32_t to(std::uint32_t half_edge) const { return from(next(half_edge)); }
  [[nodiscard]] const Eigen::Vector3d& point(std::uint32_t face, int corner) const {
    return vertices[faces[face][static_cast<std::size_t>(corner)]];
  }
  //! Right-hand normal of a face. Its length is twice the face's area.
  [[nodiscard]] Eigen::Vector3d normal(std::uint32_t face) const {
    return (point(face, 1) - point(face, 0)).cross(point(face, 2) - point(face, 0));
  }
  [[nodiscard]] std::size_t file_of(std::uint32_t vertex) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(file_ends, vertex) - file_ends.begin());
  }
  [[nodiscard]] int label(std::uint32_t vertex) const { return labels.empty() ? 0 : labels[vertex]; }
  [[nodiscard]] std::uint32_t face_count() const { return static_cast<std::uint32_t>(faces.size()); }
};

//! Adds a vertex, with a label if the mesh has labels.
//! \return its number
std::uint32_t add_vertex(WorkingMesh& mesh, const Eigen::Vector3d& point, int label);

//! Makes two half-edges that run along one edge in opposite directions twins of each other.
inline void link(WorkingMesh& mesh, std::uint32_t a, std::uint32_t b) {
  mesh.twin[a] = b;
  mesh.twin[b] = a;
}

//! Turns the marked faces over; twins follow. Faces must agree with their neighbours afterwards.
void turn_faces(WorkingMesh& mesh, const std::vector<std::uint8_t>& marked);

//! Keeps the marked faces in their order. Twins follow, and links to dropped faces become boundaries.
void keep_faces(WorkingMesh& mesh, const std::vector<std::uint8_t>& marked);

//! Edge-connected components, numbered by the order of their first faces.
struct Components {
  std::uint32_t count = 0;
  std::vector<std::uint32_t> of_face;
};
[[nodiscard]] Components components_of(const WorkingMesh& mesh);

//! All half-edges, sorted by edge. Edges are in the order of (smaller, greater vertex), and the half-edges of
//! an edge in ascending order.
struct EdgeTable {
  std::vector<std::uint32_t> half_edges;
  //! Edge e has half_edges[starts[e]] up to, but not including, half_edges[starts[e + 1]].
  std::vector<std::uint32_t> starts;

  [[nodiscard]] std::size_t edge_count() const { return starts.size() - 1; }
  [[nodiscard]] std::span<const std::uint32_t> edge(std::size_t e) const {
    return std::span(half_edges).subspan(starts[e], starts[e + 1] - starts[e]);
  }
};
[[nodiscard]] EdgeTable edges_of(const WorkingMesh& mesh);

//! "(1.25, -3.5, 12) mm": a point as messages state it.
[[nodiscard]] std::string place_text(const Eigen::Vector3d& point);

//! A remark with the point as `x_mm`, `y_mm` and `z_mm`.
[[nodiscard]] Finding remark_at(const Eigen::Vector3d& point, const char* code);

struct Part {
  std::vector<std::uint32_t> faces;
  Bounds bounds;
  double volume = 0;  //!< signed, about the middle of the bounds; meaningless while the part is open
  std::size_t turned_faces = 0;  //!< number of faces whose orientation is opposite to the file's
  bool open = false;
  bool inward = false;  //!< a cavity; set by turn_outward

  //! False if the orientation of the faces in the file is random.
  [[nodiscard]] bool is_oriented_by_file() const { return turned_faces * 10 <= faces.size(); }
};

//! The parts, in the order of their first faces.
[[nodiscard]] std::vector<Part> parts_of(const WorkingMesh& mesh);

//! Winding number of a closed part about a point, from the solid angles of its faces (van Oosterom and
//! Strackee 1983). It is whole up to rounding, and has the sign of the part's volume.
[[nodiscard]] double winding_number(const WorkingMesh& mesh, const Part& part, const Eigen::Vector3d& point);

//! The half-edges of a boundary, in the direction in which its faces run.
using Loop = std::vector<std::uint32_t>;

//! The boundaries, in the order of their first half-edges.
//! \pre split_vertices was called, so that each vertex is on at most one loop
[[nodiscard]] std::vector<Loop> boundary_loops(const WorkingMesh& mesh);

[[nodiscard]] double length_of(const WorkingMesh& mesh, const Loop& loop);
[[nodiscard]] Eigen::Vector3d middle_of(const WorkingMesh& mesh, const Loop& loop);  //!< mean of its vertices

//! The largest distance between two vertices of the loop.
[[nodiscard]] double width_of(const WorkingMesh& mesh, const Loop& loop);

//! All vertices that share an edge with the start of a boundary half-edge.
[[nodiscard]] std::vector<std::uint32_t> neighbours_at(const WorkingMesh& mesh,
                                                       std::uint32_t boundary_half_edge);

//! Separates rims of holes that meet in a point, such as two sockets at the tip of a papilla. At such a point
//! split_vertices gave each fan of faces its own vertex, which joined the rims into one loop. Cuts off parts
//! shorter than `longest_mm` and merges the vertices. The rest of the loop comes last.
[[nodiscard]] std::vector<Loop> cut_at_pinches(WorkingMesh& mesh, const Loop& loop, double longest_mm);

}  // namespace intercusp::repair
