// A scan of one jaw as a file gives it; registration needs no solid. `in_order` returns its surface with each
// place once, in an order independent of the file's, and without cracks between faces.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "occlusion/geometry/solid.h"
#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

//! Marks a vertex of the scan that no usable face has.
inline constexpr std::uint32_t no_vertex = std::numeric_limits<std::uint32_t>::max();

struct WeldedScan {
  TriangleMesh mesh;                     //!< vertices sorted by their coordinates, faces by their vertices
  std::vector<std::uint32_t> of_vertex;  //!< the mesh's vertex for each vertex of the scan, or `no_vertex`
};

//! Merges vertices in the same place. Drops faces with bad indices or coordinates, faces with two corners in
//! one place, and repeated faces.
[[nodiscard]] WeldedScan welded(std::span<const Eigen::Vector3d> vertices, std::span<const Face> faces);

//! Labels of a welded mesh: each vertex takes the greatest label among the merged vertices.
//! \param of_vertex WeldedScan::of_vertex
[[nodiscard]] std::vector<int> welded_labels(std::span<const int> labels,
                                             std::span<const std::uint32_t> of_vertex, std::size_t vertices);

//! Whether two corners are the same vertex.
[[nodiscard]] bool is_collapsed(const Face& face);

//! Rotates each face so that its smallest vertex comes first, sorts the faces and removes repeated ones.
void put_in_order(std::vector<Face>& faces);

//! Closes cracks of no width: T-junctions, where an edge meets a corner of a neighbour half way, and the
//! triangles without area beside them. Drops triangles with a corner on their opposite edge, to a micrometre.
//! Splits triangles whose open edge has an open corner of another on it, so that neighbours share their
//! edges. Adds no vertex. The set of resulting faces does not depend on the order of the given ones.
//! \pre no two vertices in the same place
void close_cracks(TriangleMesh& mesh);

struct JawScan {
  //! Open or closed. Vertices may be repeated; faces are counter-clockwise seen from outside.
  TriangleMesh mesh;
  std::vector<int> labels;  //!< FDI number per vertex, 0 = gum; empty if unknown
};

//! The scan's surface with each place once, in an order independent of the file's. Labels that meet in
//! one place: the greatest stays.
//! \param of_vertex if given, receives the new vertex of each vertex of the scan, or `no_vertex`
[[nodiscard]] JawScan in_order(const JawScan& scan, std::vector<std::uint32_t>* of_vertex = nullptr);

//! The scanned part of a solid. Vertices keep their numbers.
[[nodiscard]] JawScan scanned(const Solid& solid);
//! The scan for pictures: `in_order`, with all faces counted as anatomy.
//! \param of_vertex as for in_order
[[nodiscard]] Solid drawn(const JawScan& scan, std::vector<std::uint32_t>* of_vertex = nullptr);

}  // namespace intercusp
