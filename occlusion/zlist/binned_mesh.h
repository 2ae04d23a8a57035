// A posed mesh made ready for drawing: in the rasteriser's coordinates, its faces sorted into bands of rows.
// Made once a pose, drawn as often as needed.
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <cstdint>
#include <optional>
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

  //! Calls `draw(pixel, depth)` for every pixel centre of a band that a face covers, row by row; `pixel`
  //! counts from the band's first. \param wanted called with the columns that the face may cover; false: skip
  //! the face.
  template <class Wanted, class Draw>
  void for_each_pixel(std::size_t band, std::uint32_t face, const Wanted& wanted, const Draw& draw) const {
    const auto& [a, b, c] = mesh_->faces[face];
    const PixelRange columns = columns_of(vertices_[a], vertices_[b], vertices_[c]);
    if (!wanted(columns)) return;
    const TriangleSetup triangle(vertices_[a], vertices_[b], vertices_[c], scale_);
    const auto first_row = static_cast<std::int64_t>(band) * band_rows;
    const PixelRange rows = triangle.rows(grid_.height);
    const std::int64_t end_row = std::min(rows.end, first_row + band_rows);
    std::optional<FacePlane> plane;
    for (std::int64_t row = std::max(rows.begin, first_row); row < end_row; ++row) {
      const PixelRange span = triangle.span(row, columns);
      if (span.empty()) continue;
      if (!plane) plane.emplace(vertices_[a], vertices_[b], vertices_[c]);
      for (std::int64_t column = span.begin; column < span.end; ++column) {
        draw(static_cast<std::uint32_t>((row - first_row) * grid_.width + column),
             static_cast<float>(plane->depth(column, row)));
      }
    }
  }

 private:
  void project(const Eigen::Isometry3d& view_from_mesh, double depth_origin);
  void sort_into_bands();
  [[nodiscard]] PixelRange columns_of(const RasterVertex& a, const RasterVertex& b,
                                      const RasterVertex& c) const {
    return centres_between(std::min({a.x, b.x, c.x}), std::max({a.x, b.x, c.x}), scale_.steps, grid_.width);
  }

  const TriangleMesh* mesh_;
  PixelGrid grid_;
  RasterScale scale_;
  std::vector<RasterVertex> vertices_;
  std::vector<BandFaces> bands_;
};

}  // namespace intercusp::zlist
