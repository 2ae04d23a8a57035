// The surface of a scan, prepared once for all edits of its teeth: the welded
// mesh with its edges and valleys.
//
// Vertices are sorted lexicographically by their coordinates, and faces by their vertices, so that results
// do not depend on the order in the file. Lengths in mm; curvature in 1/mm, positive where convex;
// everything in the scan's frame.
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

  TriangleMesh mesh;  //!< at the scan's own resolution, each place once
  //! The mesh's vertex for each vertex of the scan; no_vertex for a vertex without a face.
  std::vector<std::uint32_t> of_vertex;
  std::vector<std::uint32_t> first;  //!< edges[first[v]] to edges[first[v + 1] - 1] start at vertex v
  std::vector<Edge> edges;           //!< each edge in both directions
  //! Per vertex: its most concave normal curvature, as a positive number; 0 on convex surface.
  std::vector<float> valley;
  std::vector<double> area_mm2;  //!< per vertex: a third of the area of its faces

  [[nodiscard]] std::span<const Edge> around(std::uint32_t vertex) const {
    return {edges.data() + first[vertex], edges.data() + first[vertex + 1]};
  }
};

//! Takes about 0.1 s for 200 000 faces and 1.5 s for a million. Leaves out faces
//! with bad indices or coordinates.
[[nodiscard]] EditSurface edit_surface(std::span<const Eigen::Vector3d> vertices,
                                       std::span<const Face> faces);

struct GeodesicCut {
  std::vector<std::uint32_t> path;  //!< from border to border, through both points
  //! The vertices of each part; the path belongs to one of them.
  std::array<std::vector<std::uint32_t>, 2> parts;
};

//! Cuts a region in two along the shortest path between two of its points, where paths in valleys count as
//! shorter. At both points the cut goes on to the closest border of the region. Where this does not divide
//! the region, as around a hole, each vertex belongs to the side from which it is closer.
//! \param inside per vertex of the surface: belongs to the region
//! \pre inside[from] and inside[to], from ≠ to
//! \return without a path if the points are not connected inside the region
[[nodiscard]] GeodesicCut geodesic_cut(const EditSurface& surface, const std::vector<char>& inside,
                                       std::uint32_t from, std::uint32_t to);

//! Grows a crown from a point. A front spreads over the surface, slowly across valleys. Among the floods of a
//! crown's size, the one with the most concave boundary is kept. Islands inside it belong to the crown.
//! \param usual_mm2 area of a usual crown; the result has between half and four thirds of it
//! \param taken per vertex: belongs to another tooth
//! \pre not taken[point]
//! \return vertices in ascending order
[[nodiscard]] std::vector<std::uint32_t> grown_crown(const EditSurface& surface,
                                                     const std::vector<char>& taken, std::uint32_t point,
                                                     double usual_mm2);

//! Vertices within `radius_mm` of the stroke, measured over the surface. Steps across a valley
//! count many times their length, so a stroke beside a valley ends there, while a stroke that
//! crosses the valley covers both sides.
//! \param stroke vertices of the surface
//! \return vertices in ascending order
[[nodiscard]] std::vector<std::uint32_t> brushed(const EditSurface& surface,
                                                 std::span<const std::uint32_t> stroke, double radius_mm);

}  // namespace intercusp
