#include "occlusion/zlist/layer_lists.h"

#include <tbb/parallel_for.h>

#include <algorithm>

#include "occlusion/zlist/projected_mesh.h"

namespace intercusp::zlist {
namespace {

struct Fragment {
  std::uint32_t pixel;  //!< within the band
  Layer layer;
};

//! All fragments of the given faces in rows [rows.begin, rows.end).
std::vector<Fragment> draw(const TriangleMesh& mesh, const ProjectedMesh& projected, const PixelGrid& grid,
                           std::span<const std::uint32_t> faces, PixelRange rows,
                           std::span<const std::uint8_t> wanted) {
  std::vector<Fragment> fragments;
  fragments.reserve(faces.size() * 4);
  for (const std::uint32_t face : faces) {
    const TriangleSetup triangle = setup(projected, mesh.faces[face]);
    if (triangle.facing() == 0) continue;
    const std::uint32_t exit_face = face | (triangle.facing() < 0 ? Layer::exit_bit : 0U);
    const PixelRange columns = triangle.columns(grid.width);
    const PixelRange all_rows = triangle.rows(grid.height);
    const std::int64_t last_row = std::min(rows.end, all_rows.end);
    for (std::int64_t row = std::max(rows.begin, all_rows.begin); row < last_row; ++row) {
      const PixelRange span = triangle.span(row, columns);
      for (std::int64_t column = span.begin; column < span.end; ++column) {
        if (!wanted.empty() && wanted[grid.index(static_cast<int>(column), static_cast<int>(row))] == 0)
          continue;
        fragments.push_back({static_cast<std::uint32_t>((row - rows.begin) * grid.width + column),
                             {static_cast<float>(triangle.depth(column, row)), exit_face}});
      }
    }
  }
  return fragments;
}

}  // namespace

LayerLists::LayerLists(const Solid& solid, const Eigen::Isometry3d& case_from_solid, const MapFrame& frame,
                       double depth_origin, std::span<const std::uint8_t> wanted)
    : width_(frame.grid.width) {
  const PixelGrid& grid = frame.grid;
  const ProjectedMesh projected = project(solid.mesh, case_from_solid, frame, depth_origin);
  const auto faces = faces_by_band(solid.mesh, projected, grid, band_rows, Facing::all);
  bands_.resize(faces.size());
  tbb::parallel_for(std::size_t{0}, faces.size(), [&](std::size_t index) {
    const std::int64_t first_row = static_cast<std::int64_t>(index) * band_rows;
    const std::int64_t last_row = std::min<std::int64_t>(grid.height, first_row + band_rows);
    const std::vector<Fragment> fragments =
        draw(solid.mesh, projected, grid, faces[index], {first_row, last_row}, wanted);

    // Count, add up, fill, sort.
    Band& band = bands_[index];
    band.first.assign(static_cast<std::size_t>(band_rows) * grid.width + 1, 0);
    for (const Fragment& fragment : fragments) ++band.first[fragment.pixel + 1];
    for (std::size_t i = 1; i < band.first.size(); ++i) band.first[i] += band.first[i - 1];
    band.layers.resize(fragments.size());
    std::vector<std::uint32_t> next(band.first.begin(), band.first.end() - 1);
    for (const Fragment& fragment : fragments) band.layers[next[fragment.pixel]++] = fragment.layer;
    for (std::size_t pixel = 0; pixel + 1 < band.first.size(); ++pixel) {
      std::sort(band.layers.begin() + band.first[pixel], band.layers.begin() + band.first[pixel + 1]);
    }
  });
}

std::size_t LayerLists::layer_count() const {
  std::size_t count = 0;
  for (const Band& band : bands_) count += band.layers.size();
  return count;
}

double middle_depth(const Solid& upper, const MapFrame& frame) {
  return frame.projection.map(bounds_of(upper.mesh).centre()).z();
}

}  // namespace intercusp::zlist
