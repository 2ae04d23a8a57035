// A scan of one jaw as a file gives it (registration needs no solid), and its surface with each place once, in an order that does not
// depend on the file's, and without cracks between faces.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "occlusion/geometry/solid.h"
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

//! The label of each of a welded mesh's vertices: the greatest of those in its place. \param of_vertex WeldedScan::of_vertex
[[nodiscard]] std::vector<int> welded_labels(std::span<const int> labels,
                                             std::span<const std::uint32_t> of_vertex, std::size_t vertices);

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

struct JawScan {
  TriangleMesh
      mesh;  //!< open or closed; vertices may be repeated, faces are counter-clockwise seen from outside
  std::vector<int> labels;  //!< FDI number per vertex, 0 = gum; empty where nothing is known
};

//! The scan's surface with each place once and in an order that does not depend on the file's. Of labels
//! in one place the greatest stays. \param of_vertex where given, its vertex for each one of the scan, or `no_vertex`
[[nodiscard]] JawScan in_order(const JawScan& scan, std::vector<std::uint32_t>* of_vertex = nullptr);

//! What was scanned of a solid. Vertices keep their numbers.
[[nodiscard]] JawScan scanned(const Solid& solid);
//! The scan as pictures draw it: in_order, and anatomy everywhere. \param of_vertex as for in_order
[[nodiscard]] Solid drawn(const JawScan& scan, std::vector<std::uint32_t>* of_vertex = nullptr);

}  // namespace intercusp
