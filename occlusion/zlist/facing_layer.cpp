#include "occlusion/zlist/facing_layer.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <limits>

#include "occlusion/maps/clearance_map.h"
#include "occlusion/zlist/projected_mesh.h"

namespace intercusp::zlist {
namespace {

constexpr int band_rows = 16;

}  // namespace

FacingLayer last_exits(const Solid& solid, const Eigen::Isometry3d& case_from_solid, const MapFrame& frame,
                       double depth_origin) {
  const PixelGrid& grid = frame.grid;
  FacingLayer layer{.depth = std::vector<float>(grid.size(), -std::numeric_limits<float>::infinity()),
                    .face = std::vector<std::int32_t>(grid.size(), no_face)};
  const ProjectedMesh projected = project(solid.mesh, case_from_solid, frame, depth_origin);
  const auto faces = faces_by_band(solid.mesh, projected, grid, band_rows, Facing::leaving);
  tbb::parallel_for(std::size_t{0}, faces.size(), [&](std::size_t band) {
    const std::int64_t first_row = static_cast<std::int64_t>(band) * band_rows;
    const std::int64_t end_row = std::min<std::int64_t>(grid.height, first_row + band_rows);
    for (const std::uint32_t face : faces[band]) {
      const TriangleSetup triangle = setup(projected, solid.mesh.faces[face]);
      const PixelRange columns = triangle.columns(grid.width);
      const PixelRange rows = triangle.rows(grid.height);
      for (std::int64_t row = std::max(rows.begin, first_row); row < std::min(rows.end, end_row); ++row) {
        const PixelRange span = triangle.span(row, columns);
        for (std::int64_t column = span.begin; column < span.end; ++column) {
          const std::size_t pixel = grid.index(static_cast<int>(column), static_cast<int>(row));
          const auto depth = static_cast<float>(triangle.depth(column, row));
          const auto id = static_cast<std::int32_t>(face);
          if (depth > layer.depth[pixel] || (depth == layer.depth[pixel] && id > layer.face[pixel])) {
            layer.depth[pixel] = depth;
            layer.face[pixel] = id;
          }
        }
      }
    }
  });
  return layer;
}

FacingLayer first_entries(const LayerLists& lists, const PixelGrid& grid) {
  FacingLayer layer{.depth = std::vector<float>(grid.size(), std::numeric_limits<float>::infinity()),
                    .face = std::vector<std::int32_t>(grid.size(), no_face)};
  tbb::parallel_for(0, grid.height, [&](int row) {
    for (int column = 0; column < grid.width; ++column) {
      for (const Layer& entry : lists.at(column, row)) {
        if (entry.leaves()) continue;
        layer.depth[grid.index(column, row)] = entry.depth;
        layer.face[grid.index(column, row)] = entry.face();
        break;
      }
    }
  });
  return layer;
}

}  // namespace intercusp::zlist
