// The surface of a scan, prepared once for all edits of its teeth: welded, with its edges and its valleys.
//
// Vertices are in lexicographic order of their coordinates and faces are sorted, so that nothing depends on the
// order in the file. Lengths in mm, curvature in 1/mm, positive where convex; the scan's frame.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/teeth/jaw_scan.h"

namespace intercusp {

struct EditSurface {
  struct Edge {
    std::uint32_t to;
    float length_mm;
    float bend;  //!< normal curvature along the edge
  };

  TriangleMesh mesh;  //!< at the scan's own resolution, no two vertices in the same place
  std::vector<std::uint32_t>
      of_vertex;                     //!< its vertex for each vertex of the scan; no_vertex outside of faces
  std::vector<std::uint32_t> first;  //!< edges of vertex v stand from first[v] to first[v + 1]
  std::vector<Edge> edges;           //!< in both directions
  std::vector<float> valley;         //!< per vertex: the most concave normal curvature, 0 on convex surface
  std::vector<double> area_mm2;      //!< a third of the faces around each vertex

  [[nodiscard]] std::span<const Edge> around(std::uint32_t vertex) const {
    return {edges.data() + first[vertex], edges.data() + first[vertex + 1]};
  }
};

//! Takes about 0.1 s for 200 000 faces and 1.5 s for a million. Faces with bad indices or coordinates are left out.
[[nodiscard]] EditSurface edit_surface(std::span<const Eigen::Vector3d> vertices,
                                       std::span<const Face> faces);

struct GeodesicCut {
  std::vector<std::uint32_t> path;                  //!< from border to border through both points
  std::array<std::vector<std::uint32_t>, 2> parts;  //!< all vertices of the part; the path's among them
};

//! The cut runs along the shortest way between the two points, where valleys are short, and from each of them on to the
//! closest border of the part. Where it does not part the surface, as around a hole, each vertex goes to the side from
//! which it is closer.
//! \param inside per vertex of the surface: belongs to the part  \pre inside[from] and inside[to], from ≠ to
//! \return no path where the points are not connected inside the part
[[nodiscard]] GeodesicCut geodesic_cut(const EditSurface& surface, const std::vector<char>& inside,
                                       std::uint32_t from, std::uint32_t to);

//! Floods the surface from the point, slowly over valleys, and keeps the flood of a crown's size whose shore is the most
//! concave; islands in it belong to the crown.
//! \param usual_mm2 area of such a crown; this one has between half and four thirds of it
//! \param taken per vertex: belongs to another tooth  \pre not taken[point]  \return in ascending order
[[nodiscard]] std::vector<std::uint32_t> grown_crown(const EditSurface& surface,
                                                     const std::vector<char>& taken, std::uint32_t point,
                                                     double usual_mm2);

//! Vertices within the radius of the stroke over the surface, where a step over a valley counts many times: a stroke
//! beside a valley ends in it, one across takes both sides.
//! \param stroke vertices of the surface  \return in ascending order
[[nodiscard]] std::vector<std::uint32_t> brushed(const EditSurface& surface,
                                                 std::span<const std::uint32_t> stroke, double radius_mm);

}  // namespace intercusp
