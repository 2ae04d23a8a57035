// The vertices of a scan, each place once, in an order that does not depend on the file's, and faces without cracks between
// them.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

//! Stands for a scan's vertex that no usable face has.
inline constexpr std::uint32_t no_vertex = std::numeric_limits<std::uint32_t>::max();

struct WeldedScan {
  TriangleMesh mesh;                     //!< vertices by their coordinates, faces by their vertices
  std::vector<std::uint32_t> of_vertex;  //!< the mesh's vertex for each vertex of the scan, or `no_vertex`
};

//! Merges vertices in the same place. Drops faces with bad indices or coordinates, with two corners in one place, and
//! repeated ones.
[[nodiscard]] WeldedScan welded(std::span<const Eigen::Vector3d> vertices, std::span<const Face> faces);

//! Whether two corners are the same vertex.
[[nodiscard]] bool is_collapsed(const Face& face);

//! Sorts faces by their vertices, the smallest first and the orientation kept; each once.
void put_in_order(std::vector<Face>& faces);

//! Closes cracks of no width: edges that meet a corner of a neighbour half way (T-junctions), and triangles without area beside
//! them. Drops triangles with a corner on their opposite edge, to a micrometre, and splits those whose open edge has an open
//! corner of another on it, so that neighbours share their edges. Adds no vertex. The same faces in any order, but for their
//! order.
//! \pre no two vertices in the same place
void close_cracks(TriangleMesh& mesh);

}  // namespace intercusp
