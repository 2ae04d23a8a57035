// A mesh brought into the rasteriser's coordinates, and its faces sorted into bands of rows.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/projection/map_frame.h"
#include "occlusion/zlist/raster.h"

namespace intercusp::zlist {

struct ProjectedMesh {
  std::vector<RasterVertex> vertices;
  RasterScale scale;
};

//! \throw std::invalid_argument for a hinge frame, whose faces are not straight.
[[nodiscard]] ProjectedMesh project(const TriangleMesh& mesh, const Eigen::Isometry3d& case_from_mesh,
                                    const MapFrame& frame, double depth_origin);

[[nodiscard]] inline TriangleSetup setup(const ProjectedMesh& projected, const Face& face) {
  return {projected.vertices[face[0]], projected.vertices[face[1]], projected.vertices[face[2]],
          projected.scale};
}

//! Which faces to draw.
enum class Facing { all, leaving };

//! For each band of `band_rows` rows, the faces that cover a pixel centre's row and column range there; faces
//! that slip between the centres are left out. Faces of a band are in no particular order.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> faces_by_band(const TriangleMesh& mesh,
                                                                    const ProjectedMesh& projected,
                                                                    const PixelGrid& grid, int band_rows,
                                                                    Facing facing);

}  // namespace intercusp::zlist
