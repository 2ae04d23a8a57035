#include "occlusion/zlist/facing_layer.h"

#include <tbb/parallel_for.h>

#include <limits>

#include "occlusion/maps/clearance_map.h"
#include "occlusion/zlist/column.h"

namespace intercusp::zlist {
namespace {

FacingLayer empty_layer(const PixelGrid& grid, float depth) {
  return {.depth = std::vector<float>(grid.size(), depth),
          .face = std::vector<std::int32_t>(grid.size(), no_face)};
}

}  // namespace

FacingLayer last_exits(const BinnedMesh& mesh) {
  const PixelGrid& grid = mesh.grid();
  FacingLayer layer = empty_layer(grid, -std::numeric_limits<float>::infinity());
  tbb::parallel_for(std::size_t{0}, mesh.bands().size(), [&](std::size_t band) {
    for (const std::uint32_t face : mesh.bands()[band].leaving) {
      const TriangleSetup triangle = mesh.setup(face);
      const auto id = static_cast<std::int32_t>(face);
      const PixelRange columns = triangle.columns(grid.width);
      const PixelRange rows = mesh.rows_in(band, triangle);
      for (std::int64_t row = rows.begin; row < rows.end; ++row) {
        const PixelRange span = triangle.span(row, columns);
        for (std::int64_t column = span.begin; column < span.end; ++column) {
          const std::size_t pixel = grid.index(static_cast<int>(column), static_cast<int>(row));
          const auto depth = static_cast<float>(triangle.depth(column, row));
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
  FacingLayer layer = empty_layer(grid, std::numeric_limits<float>::infinity());
  tbb::parallel_for(0, grid.height, [&](int row) {
    std::vector<Interval> intervals;
    for (int column = 0; column < grid.width; ++column) {
      find_intervals(lists.at(column, row), intervals);
      if (intervals.empty()) continue;
      layer.depth[grid.index(column, row)] = intervals.front().start;
      layer.face[grid.index(column, row)] = intervals.front().start_face;
    }
  });
  return layer;
}

}  // namespace intercusp::zlist
