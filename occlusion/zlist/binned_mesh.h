// A posed mesh made ready for drawing: in the rasteriser's coordinates, its faces sorted into bands of rows.
// Made once a pose, drawn as often as needed.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/projection/map_frame.h"
#include "occlusion/zlist/raster.h"

namespace intercusp::zlist {

//! Rows are drawn in bands; one task draws a band from beginning to end, so nothing is shared between
//! threads.
constexpr int band_rows = 16;

//! Faces that cover a pixel centre's row and column in one band; faces that slip between the centres and
//! faces seen edge-on are left out.
struct BandFaces {
  std::vector<std::uint32_t> entering;  //!< the line enters the body there
  std::vector<std::uint32_t> leaving;
};

class BinnedMesh {
 public:
  //! Depths are mm from `depth_origin`. The mesh must outlive this.
  //! \throw std::invalid_argument for a hinge frame, whose faces are not straight.
  BinnedMesh(const TriangleMesh& mesh, const Eigen::Isometry3d& case_from_mesh, const MapFrame& frame,
             double depth_origin);

  [[nodiscard]] const PixelGrid& grid() const { return grid_; }
  [[nodiscard]] const std::vector<BandFaces>& bands() const { return bands_; }
  [[nodiscard]] TriangleSetup setup(std::uint32_t face) const {
    const auto& [a, b, c] = mesh_->faces[face];
    return {vertices_[a], vertices_[b], vertices_[c], scale_};
  }

  //! The rows of a band that a face reaches.
  [[nodiscard]] PixelRange rows_in(std::size_t band, const TriangleSetup& triangle) const {
    const PixelRange rows = triangle.rows(grid_.height);
    const auto first = static_cast<std::int64_t>(band) * band_rows;
    return {std::max(rows.begin, first), std::min(rows.end, first + band_rows)};
  }

 private:
  void project(const Eigen::Isometry3d& view_from_mesh, double depth_origin);
  void sort_into_bands();

  const TriangleMesh* mesh_;
  PixelGrid grid_;
  RasterScale scale_;
  std::vector<RasterVertex> vertices_;
  std::vector<BandFaces> bands_;
};

}  // namespace intercusp::zlist
