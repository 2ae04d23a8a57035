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
    const std::size_t first = band * band_rows * static_cast<std::size_t>(grid.width);
    for (const std::uint32_t face : mesh.bands()[band].leaving) {
      const auto id = static_cast<std::int32_t>(face);
      mesh.for_each_pixel(
          band, face, [](PixelRange) { return true; },
          [&](std::uint32_t pixel, float depth) {
            float& last = layer.depth[first + pixel];
            std::int32_t& last_face = layer.face[first + pixel];
            if (depth < last || (depth == last && id < last_face)) return;
            last = depth;
            last_face = id;
          });
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
